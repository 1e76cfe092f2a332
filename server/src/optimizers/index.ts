/** Optimizers, and the simulator of training. Of other rooms it imports only `nearest.ts`, so it runs in any page. */
export { libraryOptimizers, optimizerNamed, optimizers } from './all';
export type { Backend } from './backend';
export { camelCase } from './camel-case';
export { effectiveRate } from './effective-rate';
export { type ExplainedLine, explainCell, formulaText, printLine, programText } from './explain';
export { csvHeader, stateCsv, stateJson } from './export';
export { formatFloat32 } from './float32';
export { type Difference, type Hardware, onSparseCore, refusal, SPARSECORE_DIFFERENCES } from './hardware';
export type { LibraryOptimizer } from './jax-tpu-embedding';
export { lookup, QUANTIZATION } from './lookup';
export {
  type Hyperparameter,
  type Hyperparameters,
  MAX_AUXILIARY_VARIABLES,
  type Optimizer,
  type Slot,
} from './optimizer';
export { isPackable, type Packing, packingObstacle } from './packing';
export { SpecError } from './read-json';
export { type Limits, librarySettingsOf, type OptimizerSettings, type Rate, settingsOf } from './settings';
export { Simulation } from './simulation';
export {
  MAX_CELLS,
  MAX_ROWS,
  readSpec,
  readStart,
  type SimulationSpec,
  type SimulationStart,
  stateOf,
} from './spec';
export { copyMatrix, firstNonFinite, type Matrix, matrix, type State, type Step, variables } from './state';
export { type SimulationOptions, touchesAllRows } from './touched';
