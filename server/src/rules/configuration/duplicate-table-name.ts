import { excerpt } from '../../basics/excerpt';
import type { Rule } from '../rule';
import { sharingNames } from '../support/sharing-names';
import { fieldSpan } from '../support/spans';

export const duplicateTableName: Rule = {
  code: 'duplicate-table-name',
  severity: 'error',
  summary: 'Two tables have the same name.',
  details:
    'Every table needs a name of its own. TensorFlow checks the names when it prepares a graph, in every ' +
    'operation that has a configuration. `ConfigureTPUEmbedding` has one, and nothing trains without it. Output ' +
    'shapes do not depend on names, so building the graph does not fail yet.',
  messages: {
    "Tables {one:int} and {other:int} have the same name '{name}'":
      "Tables {one} and {other} of the configuration are both called '{name}'.",
  },
  bad: 'table_descriptor { name: "items" }\ntable_descriptor { name: "items" }',
  good: 'table_descriptor { name: "items" }\ntable_descriptor { name: "users" }',
  check({ tables }, report) {
    for (const [table, first] of sharingNames(tables)) {
      report({
        span: fieldSpan(table, 'name'),
        message:
          `Table ${first.id} is called "${excerpt(first.name!)}" too, and TensorFlow rejects a configuration whose tables ` +
          'share a name. Give each its own.',
        related: [{ span: fieldSpan(first, 'name'), message: `Table ${first.id} has the name first.` }],
      });
    }
  },
};
