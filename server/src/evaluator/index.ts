// An interpreter of Python for programs that are only read: it determines the value of each expression at its place,
// as far as the text makes it certain. It knows Python and its standard library; what it knows of any other library
// comes through `Library`, and a library's objects (`external`) are opaque to it.
//
// How it stays certain: what it cannot determine is unknown, and unknown values are never claimed to be anything.
// All aliases of a mutable value share one cell. Branches start from the same state, and their results are joined.
// When unseen code gets a value, the value escapes: its contents are unknown from then on. CPython judges all claims.
//
// Begin with `value.ts` (the kinds of values), then `evaluator.ts` (the interface through which the files call each
// other) and `program.ts` (the order of evaluation); `statements.ts` and `expressions.ts` follow Python's grammar.
export {
  type Around,
  type CallProblem,
  type Evaluator,
  type Failure,
  type Hashless,
  type Itemless,
  type Library,
  NO_LIBRARY,
  type Observer,
  type OfCall,
  type OfMethod,
  type Place,
  type RowForm,
  type TemplateProblem,
} from './evaluator';
export { Program } from './program';
export type * from './value';
