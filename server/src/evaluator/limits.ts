/** More elements are not listed one by one. */
export const MAX_ELEMENTS = 10_000;
/** Longer strings are not built; in UTF-16 units. */
export const MAX_TEXT = 100_000;
/** Loops with more iterations are not unrolled. */
export const MAX_ROUNDS = 100;
/** The same for loops whose number of iterations is not written. */
export const MAX_WHILE = 32;
