/** `a, b or c` */
export const anyOf = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(' or ');

/** A list in a sentence, cut after a few items. */
export const listed = (things: readonly string[], most = 5, separator = ', '): string =>
  things.length <= most
    ? things.join(separator)
    : `${things.slice(0, most).join(separator)} and ${things.length - most} more`;
