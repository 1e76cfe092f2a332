/** Text as a snippet inserts it as it is. */
export const escapeSnippet = (text: string): string => text.replaceAll(/[\\$}]/g, '\\$&');
