import type { FindingCode, FindingRule } from '../rule';
import { booleanSpelling } from './boolean-spelling';
import { extensionNameSpacing } from './extension-name-spacing';
import { heredoc } from './heredoc';
import { pythonEscape } from './python-escape';
import { reservedField } from './reserved-field';
import { spaceAfterMinus } from './space-after-minus';

export const portabilityRules = {
  'boolean-spelling': booleanSpelling,
  'extension-name-spacing': extensionNameSpacing,
  heredoc,
  'python-escape': pythonEscape,
  'reserved-field': reservedField,
  'space-after-minus': spaceAfterMinus,
} satisfies Partial<Record<FindingCode, FindingRule>>;
