import { fieldOf } from '../../configuration/configuration';
import type { Rule } from '../rule';
import { setField } from '../support/edits';
import { fix, LIKELY } from '../support/fixes';
import { fieldSpan, mayBeMisspelled } from '../support/spans';
import { tableTitle } from '../support/wording';

export const vocabularyTooSmall: Rule = {
  code: 'vocabulary-too-small',
  severity: 'warning',
  concludesFromAbsence: true,
  appliesToBuilt: true,
  summary: 'The table has fewer rows than there are hosts.',
  details:
    'Every host holds a shard of every table, and TensorFlow refuses to load or retrieve a table with an ' +
    'empty shard; until then it accepts any `vocabulary_size`. The Python API raises a smaller vocabulary ' +
    'to the number of hosts.',
  messages: {
    'All embedding shards must be non-empty, shard ID: {shard} is empty, vocabulary size: {rows}':
      'A table has {rows} rows, which are fewer than there are hosts: each host holds a shard of each table.',
  },
  bad: 'table_descriptor { name: "t" vocabulary_size: 2 dimension: 8 }\nnum_hosts: 4',
  good: 'table_descriptor { name: "t" vocabulary_size: 4 dimension: 8 }\nnum_hosts: 4',
  checkTable(table, report, configuration) {
    const { vocabularySize: size, message } = table;
    const { bound, numHosts } = configuration;
    if (size === undefined || (size > 0 && !(numHosts !== undefined && size < numHosts))) return;
    if (mayBeMisspelled(table, 'vocabulary_size')) return;
    const span = fieldSpan(table, 'vocabulary_size');
    if (size <= 0) {
      const state = fieldOf(message, 'vocabulary_size') ? `is ${size}` : 'is missing';
      report({
        span,
        message: `vocabulary_size ${state}, so ${tableTitle(table)} has no rows. Set it to the number of its ids.`,
      });
      return;
    }
    report({
      span,
      message:
        `vocabulary_size is ${size}, but there are ${numHosts} hosts, so some get an empty shard. ` +
        `TensorFlow cannot load or retrieve such a table; make it at least ${numHosts}.`,
      related: [{ span: fieldSpan(configuration, 'num_hosts'), message: 'The number of hosts is set here.' }],
      fixes: () => [
        fix(
          `Replace with ${numHosts}`,
          setField(bound, message, 'vocabulary_size', String(numHosts)),
          LIKELY,
        ),
      ],
    });
  },
};
