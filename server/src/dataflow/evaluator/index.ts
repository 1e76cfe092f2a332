export { Evaluator, type Observer } from './evaluator';
export { type Library, NO_LIBRARY } from './library';
export type * from './value';
