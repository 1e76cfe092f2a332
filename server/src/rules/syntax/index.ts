import type { FindingCode, FindingRule } from '../rule';
import { byteOrderMark } from './byte-order-mark';
import { fieldNumber } from './field-number';
import { invalidCharacter } from './invalid-character';
import { invalidEscape } from './invalid-escape';
import { invalidExtensionName } from './invalid-extension-name';
import { invalidNumber } from './invalid-number';
import { joinedStrings } from './joined-strings';
import { mismatchedBracket } from './mismatched-bracket';
import { missingColon } from './missing-colon';
import { missingComma } from './missing-comma';
import { missingValue } from './missing-value';
import { nestedList } from './nested-list';
import { nestingTooDeep } from './nesting-too-deep';
import { trailingComma } from './trailing-comma';
import { unclosedBracket } from './unclosed-bracket';
import { unclosedString } from './unclosed-string';
import { unexpectedBracket } from './unexpected-bracket';
import { unexpectedToken } from './unexpected-token';

export const syntaxRules = {
  'byte-order-mark': byteOrderMark,
  'field-number': fieldNumber,
  'invalid-character': invalidCharacter,
  'invalid-escape': invalidEscape,
  'invalid-extension-name': invalidExtensionName,
  'invalid-number': invalidNumber,
  'joined-strings': joinedStrings,
  'mismatched-bracket': mismatchedBracket,
  'missing-colon': missingColon,
  'missing-comma': missingComma,
  'missing-value': missingValue,
  'nested-list': nestedList,
  'nesting-too-deep': nestingTooDeep,
  'trailing-comma': trailingComma,
  'unclosed-bracket': unclosedBracket,
  'unclosed-string': unclosedString,
  'unexpected-bracket': unexpectedBracket,
  'unexpected-token': unexpectedToken,
} satisfies Partial<Record<FindingCode, FindingRule>>;
