/** Things in a sentence, of which nobody reads more than a few. */
export const listed = (things: readonly string[], most = 5, separator = ', '): string =>
  things.length <= most
    ? things.join(separator)
    : `${things.slice(0, most).join(separator)} and ${things.length - most} more`;
