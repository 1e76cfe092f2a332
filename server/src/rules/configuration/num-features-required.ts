import { fieldOf } from '../../configuration/configuration';
import type { Rule } from '../rule';
import { LIKELY, setting } from '../support/fixes';
import { fieldSpan, mayBeMisspelled } from '../support/spans';
import { isTableStyle } from '../support/table-or-feature';
import { tableTitle } from '../support/wording';

export const numFeaturesRequired: Rule = {
  code: 'num-features-required',
  severity: 'error',
  concludesFromAbsence: true,
  failsOnReceive: 'below-zero',
  summary: "Without features, every table's num_features must be positive.",
  details:
    'A configuration without `feature_descriptor` gets its output shapes from the tables: ' +
    '`batch_size_per_tensor_core × num_features` rows each. TensorFlow rejects it when the TPU system is ' +
    "initialized if a table's `num_features` is missing, zero or negative. A plain feature counts once, a " +
    'sequence of length L counts L times.',
  messages: {
    'Invalid num_features: {n} found for table: {name} in':
      'The configuration has no features, so `num_features` of table {name} must be above 0; it is {n}.',
  },
  bad: 'table_descriptor { name: "t" }\nmode: TRAINING\nbatch_size_per_tensor_core: 128',
  good: 'table_descriptor { name: "t" num_features: 1 }\nmode: TRAINING\nbatch_size_per_tensor_core: 128',
  check(configuration, report) {
    if (!isTableStyle(configuration)) return;
    for (const table of configuration.tables) {
      const { message, numFeatures } = table;
      if (numFeatures === undefined || numFeatures > 0 || mayBeMisspelled(table, 'num_features')) continue;
      report({
        span: fieldSpan(table, 'num_features'),
        message: fieldOf(message, 'num_features')
          ? `num_features is ${numFeatures}, but without a feature_descriptor it must be at least 1.`
          : `num_features is missing from ${tableTitle(table)}. Set it to the lookups of each sample in ` +
            'this table, or describe the features with feature_descriptor.',
        fixes: () => [setting(configuration.bound, message, 'num_features', '1', LIKELY)],
      });
    }
  },
};
