/** Text as a snippet inserts it as it is. */
export const escapeSnippet = (text: string): string => text.replaceAll(/[\\$}]/g, '\\$&');

/** A place of a snippet where a person chooses among texts. */
export const choiceSnippet = (place: number, texts: readonly string[]): string =>
  `\${${place}|${texts.map((text) => text.replaceAll(/[\\$},|]/g, '\\$&')).join(',')}|}`;

/** A place of a snippet that a person may fill in otherwise. */
export const placeholder = (place: number, text: string): string => `\${${place}:${escapeSnippet(text)}}`;
