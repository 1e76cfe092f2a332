import { argumentChoice } from './argument-choice';
import { argumentRange } from './argument-range';
import { argumentType } from './argument-type';
import { builtConfiguration } from './built-configuration';
import type { CallRule } from './call-rule';
import { columnMismatch } from './column-mismatch';
import { configurationMalformed } from './configuration-malformed';
import { decayWithoutFactor } from './decay-without-factor';
import { deprecatedArgument } from './deprecated-argument';
import { derivedConfiguration } from './derived-configuration';
import { duplicateArgument } from './duplicate-argument';
import { initializerClass } from './initializer-class';
import { initializersMissing } from './initializers-missing';
import { kerasOptimizerOption } from './keras-optimizer-option';
import { lambdaPerTable } from './lambda-per-table';
import { learningRateCount } from './learning-rate-count';
import { limitsInverted } from './limits-inverted';
import { listLength } from './list-length';
import { messageField } from './message-field';
import { missingArgument } from './missing-argument';
import { newerApi } from './newer-api';
import { nullCharacter } from './null-character';
import { outputCount } from './output-count';
import { outputShapeWithDim } from './output-shape-with-dim';
import { outsideStrategy } from './outside-strategy';
import { packingIneffective } from './packing-ineffective';
import { positionalArgument } from './positional-argument';
import { removedApi } from './removed-api';
import { sequenceWithOutputShape } from './sequence-with-output-shape';
import { shardOutOfRange } from './shard-out-of-range';
import { sparsecoreSizes } from './sparsecore-sizes';
import { sparsecoreTables } from './sparsecore-tables';
import { stepConfigsDiffer, stepOpTwice } from './step-pairing';
import { tableNameTwice } from './table-name-twice';
import { tableSelection } from './table-selection';
import { tensorDtype } from './tensor-dtype';
import { tensorShape } from './tensor-shape';
import { tooManyArguments } from './too-many-arguments';
import { unknownArgument } from './unknown-argument';
import { unknownMember } from './unknown-member';
import { unknownTable } from './unknown-table';
import {
  clipvalueWithoutAccumulation,
  decayWithoutAccumulation,
  nonLazyAdamWithoutAccumulation,
} from './without-accumulation';

/** Every rule about calls in Python. */
export const callRules: readonly CallRule[] = [
  argumentChoice,
  argumentRange,
  argumentType,
  builtConfiguration,
  clipvalueWithoutAccumulation,
  columnMismatch,
  configurationMalformed,
  decayWithoutAccumulation,
  decayWithoutFactor,
  deprecatedArgument,
  derivedConfiguration,
  duplicateArgument,
  initializerClass,
  initializersMissing,
  kerasOptimizerOption,
  lambdaPerTable,
  learningRateCount,
  limitsInverted,
  listLength,
  messageField,
  missingArgument,
  nonLazyAdamWithoutAccumulation,
  newerApi,
  nullCharacter,
  outputCount,
  outputShapeWithDim,
  outsideStrategy,
  packingIneffective,
  positionalArgument,
  removedApi,
  sequenceWithOutputShape,
  shardOutOfRange,
  sparsecoreSizes,
  sparsecoreTables,
  stepConfigsDiffer,
  stepOpTwice,
  tableNameTwice,
  tableSelection,
  tensorDtype,
  tensorShape,
  tooManyArguments,
  unknownArgument,
  unknownMember,
  unknownTable,
];
