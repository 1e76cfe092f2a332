/** More elements are not told one by one. */
export const MAX_ELEMENTS = 10_000;
/** Longer texts are not put together, in UTF-16 units. */
export const MAX_TEXT = 100_000;
/** More rounds of loops than these are not gone through one by one. */
export const MAX_ROUNDS = 100;
/** The same of a loop that does not say how many it takes. */
export const MAX_WHILE = 32;
