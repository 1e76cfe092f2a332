import { argumentChoice } from './argument-choice';
import { argumentRange } from './argument-range';
import { argumentType } from './argument-type';
import type { CallRule } from './call-rule';
import { clipvalueWithoutAccumulation } from './clipvalue-without-accumulation';
import { configurationMalformed } from './configuration-malformed';
import { duplicateArgument } from './duplicate-argument';
import { initializerClass } from './initializer-class';
import { initializersMissing } from './initializers-missing';
import { lambdaPerTable } from './lambda-per-table';
import { limitsInverted } from './limits-inverted';
import { listLength } from './list-length';
import { missingArgument } from './missing-argument';
import { nonLazyAdamWithoutAccumulation } from './non-lazy-adam-without-accumulation';
import { outputShapeWithDim } from './output-shape-with-dim';
import { positionalArgument } from './positional-argument';
import { removedApi } from './removed-api';
import { stepConfigsDiffer, stepOpTwice } from './step-pairing';
import { tableNameTwice } from './table-name-twice';
import { tableSelection } from './table-selection';
import { tensorDtype } from './tensor-dtype';
import { tensorShape } from './tensor-shape';
import { tooManyArguments } from './too-many-arguments';
import { unknownArgument } from './unknown-argument';
import { unknownMember } from './unknown-member';

/** Every rule about calls in Python. */
export const callRules: readonly CallRule[] = [
  argumentChoice,
  argumentRange,
  argumentType,
  clipvalueWithoutAccumulation,
  configurationMalformed,
  duplicateArgument,
  initializerClass,
  initializersMissing,
  lambdaPerTable,
  limitsInverted,
  listLength,
  missingArgument,
  nonLazyAdamWithoutAccumulation,
  outputShapeWithDim,
  positionalArgument,
  removedApi,
  tableNameTwice,
  tableSelection,
  tensorDtype,
  tensorShape,
  tooManyArguments,
  unknownArgument,
  unknownMember,
  stepConfigsDiffer,
  stepOpTwice,
];
