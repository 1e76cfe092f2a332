import { inOctal } from '../../basics/bytes';
import type { FindingRule } from '../rule';
import { replacement, SAFE } from '../support/fixes';

export const pythonEscape: FindingRule = {
  code: 'python-escape',
  severity: 'warning',
  summary: 'Python reads an escape sequence of a string differently.',
  details:
    'By the specification and in C++, `\\?` is a question mark; Python keeps the backslash too. An octal escape above ' +
    '`\\377` loses its highest bit in C++ and is rejected by Python. Write the character without the escape.',
  bad: 'profile_data_directory: "/tmp/why\\?"',
  good: 'profile_data_directory: "/tmp/why?"',
  explain: ({ start, end, detail }, source) => {
    const isKept = detail === '\\?';
    const fixed = isKept ? '?' : octal(detail);
    return {
      ...(!isKept && { failsInPython: true }),
      message: isKept
        ? 'Python keeps the backslash of \\?, while C++ drops it. Write ? alone.'
        : `${detail} is more than a byte: Python rejects it, and C++ reads ${fixed}. The largest is \\377.`,
      fixes: () => [replacement(source, start, end, fixed, SAFE)],
    };
  },
};

/** The byte that C++ reads from an octal escape: its lowest eight bits. */
const octal = (sequence: string): string => inOctal([Number.parseInt(sequence.slice(1), 8) & 0xff]);
