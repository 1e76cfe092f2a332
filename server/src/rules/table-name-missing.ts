import { setField } from './edits';
import { fieldSpan, isDoubtful } from './places';
import type { Rule } from './rule';

export const tableNameMissing: Rule = {
  code: 'table-name-missing',
  group: 'configuration',
  severity: 'warning',
  summary: 'The table has no name.',
  details:
    'The operations that load and retrieve parameters find tables by name. TensorFlow accepts a table ' +
    'without one until such an operation is in the graph, then rejects the configuration.',
  bad: 'table_descriptor { vocabulary_size: 1000 dimension: 64 }',
  good: 'table_descriptor { name: "items" vocabulary_size: 1000 dimension: 64 }',
  checkTable(table, report, { bound, tables }) {
    if (table.name !== '' || isDoubtful(table, 'name')) return;
    report({
      span: fieldSpan(table, 'name'),
      message: 'The table has no name, and TensorFlow cannot load or retrieve tables without one. Name it.',
      fixes: () => {
        let name = `table_${table.id}`;
        while (tables.some((other) => other.name === name)) name += '_';
        return [
          {
            title: `Set name: "${name}"`,
            edits: [setField(bound, table.message, 'name', `"${name}"`)],
            preferred: true,
          },
        ];
      },
    });
  },
};
