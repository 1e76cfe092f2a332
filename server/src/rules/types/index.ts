import type { FindingCode, FindingRule } from '../rule';
import { anyMixed } from './any-mixed';
import { deprecatedField } from './deprecated-field';
import { duplicateField } from './duplicate-field';
import { floatOverflow } from './float-overflow';
import { invalidUtf8 } from './invalid-utf8';
import { listOnSingular } from './list-on-singular';
import { missingRequired } from './missing-required';
import { octalNumber } from './octal-number';
import { oneofConflict } from './oneof-conflict';
import { outOfRange } from './out-of-range';
import { overwrittenDefault } from './overwritten-default';
import { unknownAnyType } from './unknown-any-type';
import { unknownEnumNumber } from './unknown-enum-number';
import { unknownEnumValue } from './unknown-enum-value';
import { unknownExtension } from './unknown-extension';
import { unknownField } from './unknown-field';
import { wrongType } from './wrong-type';

export const typeRules = {
  'any-mixed': anyMixed,
  'deprecated-field': deprecatedField,
  'duplicate-field': duplicateField,
  'float-overflow': floatOverflow,
  'invalid-utf8': invalidUtf8,
  'list-on-singular': listOnSingular,
  'missing-required': missingRequired,
  'octal-number': octalNumber,
  'oneof-conflict': oneofConflict,
  'out-of-range': outOfRange,
  'overwritten-default': overwrittenDefault,
  'unknown-any-type': unknownAnyType,
  'unknown-enum-number': unknownEnumNumber,
  'unknown-enum-value': unknownEnumValue,
  'unknown-extension': unknownExtension,
  'unknown-field': unknownField,
  'wrong-type': wrongType,
} satisfies Partial<Record<FindingCode, FindingRule>>;
