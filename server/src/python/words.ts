/** The source of a regular expression with the flag `u` that matches a whole name. `\b` would only know ASCII letters. */
export const wholeName = (name: string): string => `(?<!\\p{ID_Continue})${name}(?!\\p{ID_Continue})`;
