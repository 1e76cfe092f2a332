import { canBePacked, deviceVariables, isPacked } from '../../configuration/derive';
import { bytes } from '../../configuration/quantities';
import { FLOAT_BYTES, padded } from '../../sizing/sparsecore/padding';
import type { Rule } from '../rule';
import { setting } from '../support/fixes';
import { fieldSpan } from '../support/spans';

export const dimensionPadding: Rule = {
  code: 'dimension-padding',
  severity: 'hint',
  concludesFromAbsence: true,
  summary: 'The dimension is not a multiple of 8, which wastes device memory.',
  details:
    'Device memory is read in units of 32 bytes, so the rows of a table and of its slot variables are ' +
    'padded to a multiple of 8 floats: a dimension of 20 costs as much as 24. Rows of 1, 2 or 4 floats can ' +
    'share a unit through `low_dimensional_packing_status: ENABLED` with SGD, Adagrad or FTRL. Waste below ' +
    '1 MiB is not reported.',
  bad:
    'table_descriptor { name: "t" vocabulary_size: 1000000 dimension: 20\n' +
    '  optimization_parameters { adagrad {} learning_rate { constant: 0.05 } } }',
  good:
    'table_descriptor { name: "t" vocabulary_size: 1000000 dimension: 24\n' +
    '  optimization_parameters { adagrad {} learning_rate { constant: 0.05 } } }',
  checkTable(table, report, { bound }) {
    const { dimension, vocabularySize, optimization } = table;
    if (dimension === undefined || dimension <= 0 || padded(dimension) === dimension) return;
    if (vocabularySize === undefined || vocabularySize <= 0 || isPacked(table)) return;
    // The dimension of its table must be 1.
    if (optimization?.algorithm?.name === 'frequency_estimator') return;
    const width = padded(dimension);
    const waste = Number(vocabularySize) * (width - dimension) * FLOAT_BYTES * deviceVariables(table);
    if (waste < MIN_WASTE) return;
    const packable = canBePacked(table);
    const advice = packable
      ? 'low_dimensional_packing_status: ENABLED avoids that.'
      : `A dimension of ${width} costs the same.`;
    report({
      span: fieldSpan(table, 'dimension'),
      message:
        `Rows are padded from ${dimension} to ${width} floats, which wastes ${bytes(waste)} of ` +
        `device memory. ${advice}`,
      ...(packable && {
        fixes: () => [setting(bound, optimization!.message, 'low_dimensional_packing_status', 'ENABLED')],
      }),
    });
  },
};

const MIN_WASTE = 2 ** 20;
