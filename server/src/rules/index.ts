import { anyMixed } from './any-mixed';
import { batchSizeRequired } from './batch-size-required';
import { booleanSpelling } from './boolean-spelling';
import { byteOrderMark } from './byte-order-mark';
import { deprecatedField } from './deprecated-field';
import { duplicateField } from './duplicate-field';
import { extensionNameSpacing } from './extension-name-spacing';
import { fieldNumber } from './field-number';
import { fileTooLarge } from './file-too-large';
import { floatOverflow } from './float-overflow';
import { heredoc } from './heredoc';
import { invalidCharacter } from './invalid-character';
import { invalidEscape } from './invalid-escape';
import { invalidExtensionName } from './invalid-extension-name';
import { invalidNumber } from './invalid-number';
import { invalidUtf8 } from './invalid-utf8';
import { joinedStrings } from './joined-strings';
import { learningRateMissing } from './learning-rate-missing';
import { listOnSingular } from './list-on-singular';
import { mismatchedBracket } from './mismatched-bracket';
import { missingColon } from './missing-colon';
import { missingComma } from './missing-comma';
import { missingRequired } from './missing-required';
import { missingValue } from './missing-value';
import { nestedList } from './nested-list';
import { nestingTooDeep } from './nesting-too-deep';
import { octalNumber } from './octal-number';
import { oneofConflict } from './oneof-conflict';
import { outOfRange } from './out-of-range';
import { overwrittenDefault } from './overwritten-default';
import { pythonEscape } from './python-escape';
import { reservedField } from './reserved-field';
import type { FindingCode, FindingRule, Rule } from './rule';
import { spaceAfterMinus } from './space-after-minus';
import { trailingComma } from './trailing-comma';
import { unclosedBracket } from './unclosed-bracket';
import { unclosedString } from './unclosed-string';
import { unexpectedBracket } from './unexpected-bracket';
import { unexpectedToken } from './unexpected-token';
import { unknownAnyType } from './unknown-any-type';
import { unknownEnumNumber } from './unknown-enum-number';
import { unknownEnumValue } from './unknown-enum-value';
import { unknownExtension } from './unknown-extension';
import { unknownField } from './unknown-field';
import { unusedSuppression } from './unused-suppression';
import { wrongType } from './wrong-type';

/** The rule that words each of the parser's and the binder's findings. */
export const findingRules: Readonly<Record<FindingCode, FindingRule>> = {
  'any-mixed': anyMixed,
  'boolean-spelling': booleanSpelling,
  'byte-order-mark': byteOrderMark,
  'deprecated-field': deprecatedField,
  'duplicate-field': duplicateField,
  'extension-name-spacing': extensionNameSpacing,
  'field-number': fieldNumber,
  'float-overflow': floatOverflow,
  heredoc,
  'invalid-character': invalidCharacter,
  'invalid-escape': invalidEscape,
  'invalid-extension-name': invalidExtensionName,
  'invalid-number': invalidNumber,
  'invalid-utf8': invalidUtf8,
  'joined-strings': joinedStrings,
  'list-on-singular': listOnSingular,
  'mismatched-bracket': mismatchedBracket,
  'missing-colon': missingColon,
  'missing-comma': missingComma,
  'missing-required': missingRequired,
  'missing-value': missingValue,
  'nested-list': nestedList,
  'nesting-too-deep': nestingTooDeep,
  'octal-number': octalNumber,
  'oneof-conflict': oneofConflict,
  'out-of-range': outOfRange,
  'overwritten-default': overwrittenDefault,
  'python-escape': pythonEscape,
  'reserved-field': reservedField,
  'space-after-minus': spaceAfterMinus,
  'trailing-comma': trailingComma,
  'unclosed-bracket': unclosedBracket,
  'unclosed-string': unclosedString,
  'unexpected-bracket': unexpectedBracket,
  'unexpected-token': unexpectedToken,
  'unknown-any-type': unknownAnyType,
  'unknown-enum-number': unknownEnumNumber,
  'unknown-enum-value': unknownEnumValue,
  'unknown-extension': unknownExtension,
  'unknown-field': unknownField,
  'wrong-type': wrongType,
};

/** Every rule, each from the file of its name. */
export const rules: readonly Rule[] = [
  ...Object.values(findingRules),
  batchSizeRequired,
  fileTooLarge,
  learningRateMissing,
  unusedSuppression,
];
