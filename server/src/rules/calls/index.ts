import { argumentChoice } from './argument-choice';
import { argumentRange } from './argument-range';
import { argumentType } from './argument-type';
import type { CallRule } from './call-rule';
import { duplicateArgument } from './duplicate-argument';
import { listLength } from './list-length';
import { missingArgument } from './missing-argument';
import { positionalArgument } from './positional-argument';
import { tensorDtype } from './tensor-dtype';
import { tensorShape } from './tensor-shape';
import { tooManyArguments } from './too-many-arguments';
import { unknownArgument } from './unknown-argument';

/** Every rule about calls in Python. */
export const callRules: readonly CallRule[] = [
  argumentChoice,
  argumentRange,
  argumentType,
  duplicateArgument,
  listLength,
  missingArgument,
  positionalArgument,
  tensorDtype,
  tensorShape,
  tooManyArguments,
  unknownArgument,
];
