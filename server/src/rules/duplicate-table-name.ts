import type { Table } from '../config/configuration';
import { fieldSpan } from './places';
import type { Rule } from './rule';

export const duplicateTableName: Rule = {
  code: 'duplicate-table-name',
  group: 'configuration',
  severity: 'warning',
  summary: 'Two tables have the same name.',
  details:
    'The operations that load and retrieve parameters find tables by name. TensorFlow accepts a name twice ' +
    'until such an operation is in the graph, then rejects the configuration.',
  bad: 'table_descriptor { name: "items" }\ntable_descriptor { name: "items" }',
  good: 'table_descriptor { name: "items" }\ntable_descriptor { name: "users" }',
  check({ tables }, report) {
    const owners = new Map<string, Table>();
    for (const table of tables) {
      if (!table.name) continue;
      const first = owners.get(table.name);
      if (!first) {
        owners.set(table.name, table);
        continue;
      }
      report({
        span: fieldSpan(table, 'name'),
        message:
          `Table ${first.id} is called "${table.name}" too, and TensorFlow cannot load or retrieve tables ` +
          'that share a name. Give each its own.',
        related: [{ span: fieldSpan(first, 'name'), message: `Table ${first.id} has the name first.` }],
      });
    }
  },
};
