import { excerpt } from '../../basics/excerpt';
import type { FindingRule } from '../rule';
import { fix } from '../support/fixes';

export const spaceAfterMinus: FindingRule = {
  code: 'space-after-minus',
  severity: 'warning',
  summary: 'A space or comment separates a minus sign from its number.',
  details:
    'By the specification the minus sign is a token of its own, and C++ reads `- 1` as -1. Python rejects it. ' +
    'Write the sign right before the number.',
  messages: {
    "- …': Couldn't parse float: -":
      'A space separates a minus sign from its number, which Python does not read.',
    "- …': Couldn't parse integer: -":
      'A space separates a minus sign from its number, which Python does not read.',
  },
  bad: 'table_descriptor { optimization_parameters { ftrl { lr_power: - 0.5 } } }',
  good: 'table_descriptor { optimization_parameters { ftrl { lr_power: -0.5 } } }',
  explain: ({ start, end }, source) => {
    const written = source.text(start, end);
    const gap = /^(?:\s|#[^\n]*)*/.exec(written.slice(1))![0];
    const fixed = `-${written.slice(1 + gap.length)}`;
    return {
      message: `Python rejects a gap after the minus sign. Write ${excerpt(fixed)}.`,
      failsInPython: true,
      fixes: () => {
        const edit = { span: source.span(start + 1, start + 1 + gap.length), newText: '' };
        const trust = { preferred: true, safe: gap.trim() === '' };
        return [fix(`Replace with "${excerpt(fixed)}"`, edit, trust)];
      },
    };
  },
};
