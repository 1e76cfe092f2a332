import { counted } from '../../configuration/quantities';
import type { Rule } from '../rule';
import { setField } from '../support/edits';
import { fix, LIKELY } from '../support/fixes';
import { fieldSpan, ownerSpan } from '../support/spans';
import { tableIdsAreKnown } from '../support/table-or-feature';

export const tableIdOutOfRange: Rule = {
  code: 'table-id-out-of-range',
  severity: 'error',
  failsOnReceive: 'always',
  summary: 'A feature looks up a table that does not exist.',
  details:
    '`table_id` is the position of a `table_descriptor` in the text, counted from 0. The default is 0. ' +
    'TensorFlow rejects any other number when the TPU system is initialized, and building ' +
    '`RecvTPUEmbeddingActivations` with one can crash the Python process.',
  messages: {
    'Invalid table_id: {id} found in feature_descriptor: {name}, all table_ids must be in the range':
      'A feature looks up table {id}, which is not there: tables are numbered from 0.',
  },
  bad: 'table_descriptor { name: "t" }\nfeature_descriptor { table_id: 1 input_shape: 128 }',
  good: 'table_descriptor { name: "t" }\nfeature_descriptor { table_id: 0 input_shape: 128 }',
  check(configuration, report) {
    const { bound, features, tables } = configuration;
    if (features.length === 0 || !tableIdsAreKnown(configuration)) return;
    if (tables.length === 0) {
      report({
        span: ownerSpan(features[0]!),
        message: 'This feature has no table to look up. Describe the tables with table_descriptor.',
        concludesFromAbsence: true,
      });
      return;
    }
    const last = tables.at(-1)!;
    const only = tables.length === 1;
    const ids = only ? 'its table_id is 0' : `their table_ids are 0 to ${last.id}`;
    for (const feature of features) {
      const { tableId, message } = feature;
      if (tableId === undefined || (tableId >= 0 && tableId < tables.length)) continue;
      report({
        span: fieldSpan(feature, 'table_id'),
        message: `There is no table ${tableId}: the configuration has ${counted(tables.length, 'table')}, and ${ids}.`,
        related: [
          { span: ownerSpan(last), message: `Table ${last.id} is the ${only ? 'only' : 'last'} one.` },
        ],
        ...(only && {
          fixes: () => [fix('Replace with 0', setField(bound, message, 'table_id', '0'), LIKELY)],
        }),
      });
    }
  },
};
