export type { Evaluator, Library, Observer } from './evaluator';
export { NO_LIBRARY } from './library';
export { Program } from './program';
export type * from './value';
