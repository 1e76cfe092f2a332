/** A text escaped for a snippet. */
export const escapeSnippet = (text: string): string => text.replaceAll(/[\\$}]/g, '\\$&');

/** A snippet's placeholder with a choice of texts. */
export const choiceSnippet = (place: number, texts: readonly string[]): string =>
  `\${${place}|${texts.map((text) => text.replaceAll(/[\\$},|]/g, '\\$&')).join(',')}|}`;

/** A snippet's placeholder with a default text. */
export const placeholder = (place: number, text: string): string => `\${${place}:${escapeSnippet(text)}}`;
