/** How the names of files in text format end. */
export const TEXT_FORMAT_ENDINGS = ['textproto', 'txtpb', 'textpb', 'pbtxt'] as const;

const ENDING = new RegExp(`\\.(?:${TEXT_FORMAT_ENDINGS.join('|')})$`, 'i');

/** Whether the name of a file says that it is in text format. */
export const isTextFormat = (path: string): boolean => ENDING.test(path);
