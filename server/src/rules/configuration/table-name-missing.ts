import type { Rule } from '../rule';
import { LIKELY, setting } from '../support/fixes';
import { fieldSpan, mayBeMisspelled } from '../support/spans';
import { duplicateTableName } from './duplicate-table-name';

export const tableNameMissing: Rule = {
  code: 'table-name-missing',
  severity: 'error',
  concludesFromAbsence: true,
  summary: 'The table has no name.',
  details: duplicateTableName.details,
  messages: {
    'Table {id} has empty name string': 'Table {id} of the configuration has no name.',
  },
  bad: 'table_descriptor { vocabulary_size: 1000 dimension: 64 }',
  good: 'table_descriptor { name: "items" vocabulary_size: 1000 dimension: 64 }',
  checkTable(table, report, { bound, tables }) {
    if (table.name !== '' || mayBeMisspelled(table, 'name')) return;
    report({
      span: fieldSpan(table, 'name'),
      message: 'The table has no name, and TensorFlow rejects a configuration with such a table. Name it.',
      fixes: () => {
        let name = `table_${table.id}`;
        while (tables.some((other) => other.name === name)) name += '_';
        return [setting(bound, table.message, 'name', `"${name}"`, LIKELY)];
      },
    });
  },
};
