export { argumentChoice } from './argument-choice';
export { argumentRange } from './argument-range';
export { argumentType } from './argument-type';
export { beforeBuild } from './before-build';
export { builtConfiguration } from './built-configuration';
export { columnMismatch } from './column-mismatch';
export { configurationMalformed } from './configuration-malformed';
export { decayWithoutFactor } from './decay-without-factor';
export { deprecatedArgument } from './deprecated-argument';
export { derivedConfiguration } from './derived-configuration';
export { duplicateArgument } from './duplicate-argument';
export { initializerClass } from './initializer-class';
export { initializersMissing } from './initializers-missing';
export { insideStrategy } from './inside-strategy';
export { kerasOptimizerOption } from './keras-optimizer-option';
export { lambdaPerTable } from './lambda-per-table';
export { learningRateCount } from './learning-rate-count';
export { limitsInverted } from './limits-inverted';
export { listLength } from './list-length';
export { messageField } from './message-field';
export { missingArgument } from './missing-argument';
export { newerApi } from './newer-api';
export { nullCharacter } from './null-character';
export { outputCount } from './output-count';
export { outputShapeWithDim } from './output-shape-with-dim';
export { outsideGraph } from './outside-graph';
export { outsideStrategy } from './outside-strategy';
export { packingIneffective } from './packing-ineffective';
export { positionalArgument } from './positional-argument';
export { removedApi } from './removed-api';
export { sequenceWithOutputShape } from './sequence-with-output-shape';
export { shardOutOfRange } from './shard-out-of-range';
export { sparsecoreSizes } from './sparsecore-sizes';
export { sparsecoreTables } from './sparsecore-tables';
export { stepConfigsDiffer, stepOpTwice } from './step-pairing';
export { tableNameTwice } from './table-name-twice';
export { tableSelection } from './table-selection';
export { tensorDtype } from './tensor-dtype';
export { tensorShape } from './tensor-shape';
export { tooManyArguments } from './too-many-arguments';
export { unknownArgument } from './unknown-argument';
export { unknownMember } from './unknown-member';
export { unknownTable } from './unknown-table';
export {
  clipvalueWithoutAccumulation,
  decayWithoutAccumulation,
  nonLazyAdamWithoutAccumulation,
} from './without-accumulation';
