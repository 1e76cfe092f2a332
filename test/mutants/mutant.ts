/** A mistake that a test must find. `npm run mutants` plants each alone in a copy of the project and runs its tests. */
export interface Mutant {
  /** From the root of the repository. */
  readonly file: string;
  /** Stands once in the file. */
  readonly find: string;
  readonly replace: string;
  /** The fault that a person would see. */
  readonly reason: string;
  /** Tests of the room that the file is in: a suite, and words in the paths of its test files; without words, all of them. */
  readonly tests: readonly (readonly [suite: string, ...words: string[]])[];
  /** Matches the title of a test that fails because of the reason; that of no other test counts. */
  readonly expect: RegExp;
}
