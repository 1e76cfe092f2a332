import type { Rule } from '../rule';
import { fieldSpan } from '../support/spans';

export const vocabularyBeyondInt32: Rule = {
  code: 'vocabulary-beyond-int32',
  severity: 'information',
  summary: 'Ids may not reach all rows of the table.',
  details:
    'The enqueue operations are documented to turn ids into 32-bit integers, while `vocabulary_size` is a 64-bit ' +
    'one. Then rows from 2³¹ on take memory but are never looked up. Hash the ids into a smaller range, or split ' +
    'the table.',
  bad: 'table_descriptor { name: "t" vocabulary_size: 5000000000 dimension: 8 }',
  good: 'table_descriptor { name: "t" vocabulary_size: 2000000000 dimension: 8 }',
  checkTable(table, report) {
    if (table.vocabularySize === undefined || table.vocabularySize <= 2 ** 31) return;
    report({
      span: fieldSpan(table, 'vocabulary_size'),
      message:
        'Enqueue operations are documented to turn ids into 32-bit integers: rows from 2147483648 on may never be looked up.',
    });
  },
};
