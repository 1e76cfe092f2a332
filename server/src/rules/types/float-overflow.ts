import { excerpt } from '../../basics/excerpt';
import type { FindingRule } from '../rule';
import { replacement } from '../support/fixes';

export const floatOverflow: FindingRule = {
  code: 'float-overflow',
  severity: 'warning',
  summary: 'A number is too large or too small for its floating-point type.',
  details:
    'A `float` holds about 1.4e-45 to 3.4e38, a `double` 4.9e-324 to 1.8e308. Parsers accept any number: a larger one ' +
    'becomes infinite, a smaller one 0. Nothing in TensorFlow warns of it.',
  bad: 'table_descriptor { optimization_parameters { learning_rate { constant: 1e-50 } } }',
  good: 'table_descriptor { optimization_parameters { learning_rate { constant: 1e-5 } } }',
  explain: ({ detail, field, start, end }, source) => {
    const { size, largest, smallest } = field!.kind === 'float' ? FLOAT : DOUBLE;
    const magnitude = Math.abs(Number(detail.replace(/^-\s*|[fF]$/g, '')));
    const isLarge = magnitude > 1;
    const sign = detail.startsWith('-') ? '-' : '';
    const value = `${sign}${isLarge ? 'inf' : '0'}`;
    const limit = isLarge ? `the largest is ${largest}` : `the smallest is ${smallest}`;
    return {
      message: `${excerpt(detail)} is too ${isLarge ? 'large' : 'small'} for a ${size} and becomes ${value}; ${limit}.`,
      fixes: () => [replacement(source, start, end, value)],
    };
  },
};

const FLOAT = { size: 'float', largest: '3.4e38', smallest: '1.4e-45' };
const DOUBLE = { size: 'double', largest: '1.8e308', smallest: '4.9e-324' };
