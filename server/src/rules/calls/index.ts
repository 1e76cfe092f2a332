import type { CallRule } from './call-rule';
import { duplicateArgument } from './duplicate-argument';
import { missingArgument } from './missing-argument';
import { positionalArgument } from './positional-argument';
import { tooManyArguments } from './too-many-arguments';
import { unknownArgument } from './unknown-argument';

/** Every rule about calls in Python. */
export const callRules: readonly CallRule[] = [
  duplicateArgument,
  missingArgument,
  positionalArgument,
  tooManyArguments,
  unknownArgument,
];
