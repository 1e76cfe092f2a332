// The languages' registration data, known before any text is read.

/** Editors' names for text format. A document with such a name counts as text format. */
export const TEXT_FORMAT_IDS = ['textproto', 'pbtxt', 'prototext', 'txtpb', 'textpb'];

/** After these something new may be written; a blank is one, as a value follows the one behind a colon. */
export const TEXT_FORMAT_TRIGGERS = ':{<[, #';

/** After these, names, arguments and their values may follow. */
export const PYTHON_TRIGGERS = '.\'"=(';
