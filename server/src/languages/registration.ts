// What the server says about the languages before it reads any text.

/** Editors' names for text format, by which alone a document counts as such. */
export const TEXT_FORMAT_IDS = ['textproto', 'pbtxt', 'prototext', 'txtpb', 'textpb'];

/** After these something new may be written; a blank is one, as a value follows the one behind a colon. */
export const TEXT_FORMAT_TRIGGERS = ':{<[, #';

/** After these, names, arguments and their values may follow. */
export const PYTHON_TRIGGERS = '.\'"=(';
