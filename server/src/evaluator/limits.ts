/** More elements are not listed one by one. */
export const MAX_ELEMENTS = 10_000;
/** Longer strings are not built; in UTF-16 units. */
export const MAX_TEXT = 100_000;
/** Loops with more iterations are not unrolled; that there is no further one is asked once more. */
export const MAX_ROUNDS = 1000;
/** Loops with more iterations are unrolled only as long as there are steps left for such loops. */
export const SHORT_LOOP = 100;
/** The same for loops whose number of iterations is not written. */
export const SHORT_WHILE = 32;
