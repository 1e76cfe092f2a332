import { excerpt } from '../../basics/excerpt';
import { numberForm } from '../../textproto/lexer';
import type { FindingRule } from '../rule';
import { LIKELY, replacement, SAFE } from '../support/fixes';

export const invalidNumber: FindingRule = {
  code: 'invalid-number',
  severity: 'error',
  summary: 'A word begins with a digit and is not a number.',
  details:
    'Numbers are decimal (`8`, `0.5`, `1e-3`, `1.5f`), octal (`010` is 8) or hexadecimal (`0x1F`). Digits are ' +
    'not grouped, no unit or suffix but `f` follows them, and a decimal number does not begin with a zero. ' +
    'Python alone reads `1_000`; C++ and the specification do not.',
  messages: {
    'Need space between number and identifier': 'A word begins with a digit and is no number.',
    'must be followed by hex digits': '`0x` lacks the digits of a number.',
    'must be followed by exponent': '`e` lacks its exponent.',
    'Numbers starting with leading zero must be in octal':
      'A number begins with 0 and holds 8 or 9. Leave the 0 out.',
    'Hex and octal numbers must be integers': 'A number that begins with 0 or `0x` has a point.',
    "Already saw decimal point or exponent; can't have another one": 'A number has two points or exponents.',
    "Couldn't parse integer: {n:suffixed}": '{n} begins with a digit and is no number.',
    "Couldn't parse float: {n:suffixed}": '{n} begins with a digit and is no number.',
  },
  bad: 'batch_size_per_tensor_core: 1_024',
  good: 'batch_size_per_tensor_core: 1024',
  explain: ({ detail, start, end }, source) => {
    const fixed = correct(detail);
    const write = fixed ? ` Write ${excerpt(fixed.text)}.` : '';
    return {
      message: `"${excerpt(detail)}" is not a number${fixed ? `: ${fixed.reason}.` : '.'}${write}`,
      fixes: () => (fixed ? [replacement(source, start, end, fixed.text, fixed.trust)] : []),
    };
  },
};

const CORRECTIONS = [
  {
    pattern: /^[\d_.]+_[\d_.]*$/,
    to: (t: string) => t.replaceAll('_', ''),
    reason: 'digits are not grouped',
  },
  { pattern: /^0+\d/, to: (t: string) => t.replace(/^0+(?=\d)/, ''), reason: 'it begins with a zero' },
  {
    pattern: /^\d+([uU]?[lL]{1,2}|[uU])$/,
    to: (t: string) => t.replace(/\D+$/, ''),
    reason: 'integers take no suffix',
  },
  {
    pattern: /^\d+[kK]$/,
    to: (t: string) => `${t.slice(0, -1)}000`,
    reason: 'units are written out',
    guess: true,
  },
  {
    pattern: /^\d+M$/,
    to: (t: string) => `${t.slice(0, -1)}000000`,
    reason: 'units are written out',
    guess: true,
  },
];

/** The number that was meant, if only one can be. */
function correct(written: string) {
  for (const { pattern, to, reason, guess } of CORRECTIONS) {
    if (!pattern.test(written)) continue;
    const text = to(written);
    const form = numberForm(text);
    if (form === 'decimal' || form === 'float') return { text, reason, trust: guess ? LIKELY : SAFE };
  }
  return undefined;
}
