/** File extensions of text format. */
export const TEXT_FORMAT_ENDINGS = ['textproto', 'txtpb', 'textpb', 'pbtxt'] as const;

const ENDING = new RegExp(`\\.(?:${TEXT_FORMAT_ENDINGS.join('|')})$`, 'i');

/** Whether a file has such an extension. */
export const isTextFormat = (path: string): boolean => ENDING.test(path);
