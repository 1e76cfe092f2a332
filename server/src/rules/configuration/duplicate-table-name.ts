import { excerpt } from '../../basics/excerpt';
import type { Table } from '../../configuration/configuration';
import type { Rule } from '../rule';
import { fieldSpan } from '../support/spans';

export const duplicateTableName: Rule = {
  code: 'duplicate-table-name',
  severity: 'error',
  summary: 'Two tables have the same name.',
  details:
    'Every table needs a name of its own. TensorFlow checks the names when it prepares a graph, in every ' +
    'operation that has a configuration. `ConfigureTPUEmbedding` has one, and nothing trains without it. Output ' +
    'shapes do not depend on names, so building the graph does not fail yet.',
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
          `Table ${first.id} is called "${excerpt(table.name)}" too, and TensorFlow rejects a configuration whose tables ` +
          'share a name. Give each its own.',
        related: [{ span: fieldSpan(first, 'name'), message: `Table ${first.id} has the name first.` }],
      });
    }
  },
};
