// The languages' registration data, known before any text is read.

/** Editors' names for text format. A document with such a name counts as text format. */
export const TEXT_FORMAT_IDS = ['textproto', 'pbtxt', 'prototext', 'txtpb', 'textpb'];

/** Trigger characters. A blank is one because a value follows `: `. */
export const TEXT_FORMAT_TRIGGERS = ':{<[, #';

/** After these, names, arguments and their values may follow. */
export const PYTHON_TRIGGERS = '.\'"=(';
