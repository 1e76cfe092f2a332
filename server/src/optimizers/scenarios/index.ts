/** Training scenarios: gradients and look-ups for a table. Imports only the optimizers, so it runs in any page. */
export { type Counts, parseCounts } from './counts';
export { feedOf, type RateAt } from './feed';
export {
  type Axes,
  axesOf,
  bestOf,
  type Cell,
  type HeatMap,
  heatMap,
} from './heat-map';
export { type Bound, LOSSES, ROWS_BOUNDS, ROWS_DEFAULTS, type RowsOptions, scenarioOf } from './options';
export { type Batch, gradientRandom, PRESET_NAMES, type PresetName, presets, randomTable } from './presets';
export { type Random, randomFrom } from './random';
export {
  frequentRows,
  type Placed,
  type Point,
  type Role,
  type RowsRun,
  type RowsScenario,
  rareRows,
  runRows,
  type TrackedRow,
} from './rows';
export { type SecondAxis, secondAxisOf } from './second-axis';
export { newestRate, type Outcome, outcomeOf, progressOf, sentences } from './summary';
export { ENGLISH, type Words } from './words';
