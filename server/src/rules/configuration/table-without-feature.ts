import type { Rule } from '../rule';
import { mayBeMisspelled, ownerSpan } from '../support/spans';
import { tableIdsAreKnown } from '../support/table-or-feature';
import { tableTitle } from '../support/wording';

export const tableWithoutFeature: Rule = {
  code: 'table-without-feature',
  severity: 'error',
  concludesFromAbsence: true,
  summary: 'No feature looks up the table.',
  details:
    'Where features are described, each table must be looked up by at least one of them. TensorFlow ' +
    'rejects a configuration with an unused table when the TPU system is initialized. Note that removing a ' +
    'table changes the `table_id` of all later tables.',
  messages: {
    'No feature_descriptor fields found for table: {name} (ID':
      'No feature looks up table {name}, and the configuration describes its features.',
  },
  bad:
    'table_descriptor { name: "users" }\ntable_descriptor { name: "items" }\n' +
    'feature_descriptor { table_id: 0 input_shape: 128 }',
  good:
    'table_descriptor { name: "users" }\ntable_descriptor { name: "items" }\n' +
    'feature_descriptor { table_id: 0 input_shape: 128 }\nfeature_descriptor { table_id: 1 input_shape: 128 }',
  check(configuration, report) {
    const { features, tables } = configuration;
    if (features.length === 0) return;
    const used = new Set<number>();
    for (const { tableId, message } of features) {
      if (tableId === undefined || tableId < 0 || tableId >= tables.length) return;
      if (mayBeMisspelled({ message }, 'table_id')) return;
      used.add(tableId);
    }
    if (used.size === tables.length || !tableIdsAreKnown(configuration)) return;
    for (const table of tables) {
      if (used.has(table.id)) continue;
      report({
        span: ownerSpan(table),
        message:
          `No feature looks up ${tableTitle(table)}, and TensorFlow rejects such a table. Add a ` +
          `feature_descriptor with table_id: ${table.id}, or remove the table.`,
      });
    }
  },
};
