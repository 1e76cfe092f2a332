/** The source of a regular expression with the flag `u` that finds a name as a whole: `\b` knows the letters of ASCII alone. */
export const wholeName = (name: string): string => `(?<!\\p{ID_Continue})${name}(?!\\p{ID_Continue})`;
