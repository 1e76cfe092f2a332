import { excerpt } from '../../basics/excerpt';
import type { FindingRule } from '../rule';
import { replacement, SAFE } from '../support/fixes';

export const booleanSpelling: FindingRule = {
  code: 'boolean-spelling',
  severity: 'warning',
  summary: 'A boolean is written as an octal or hexadecimal number.',
  details:
    'C++ reads 0 and 1 as booleans in every base, so `01` and `0x1` too. Python reads only `0` and `1`, besides ' +
    '`true`, `True`, `t`, `false`, `False` and `f`, and rejects the rest. Write `true` or `false`.',
  messages: {
    ': 0x…\': Expected "true" or "false"':
      'A boolean is written as a hexadecimal number, which Python does not read. Write `true` or `false`.',
  },
  bad: 'pipeline_execution_with_tensor_core: 0x1',
  good: 'pipeline_execution_with_tensor_core: true',
  explain: ({ detail, start, end }, source) => {
    const value = String(Number(detail) === 1);
    return {
      message: `Python rejects ${excerpt(detail)} as a boolean. Write ${value}.`,
      failsInPython: true,
      fixes: () => [replacement(source, start, end, value, SAFE)],
    };
  },
};
