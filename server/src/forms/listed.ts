const MOST = 5;

/** Things in a sentence, of which nobody reads more than a few. */
export const listed = (things: readonly string[], separator = ', '): string =>
  things.length <= MOST
    ? things.join(separator)
    : `${things.slice(0, MOST).join(separator)} and ${things.length - MOST} more`;
