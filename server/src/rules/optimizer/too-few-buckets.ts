import { booleanOf, childMessage, fieldOf, numberOf } from '../../configuration/configuration';
import type { Rule } from '../rule';
import { setting } from '../support/fixes';
import { fieldSpan, mayBeMisspelled } from '../support/spans';

export const tooFewBuckets: Rule = {
  code: 'too-few-buckets',
  severity: 'warning',
  concludesFromAbsence: true,
  summary: 'Simulated quantization has fewer than two buckets.',
  details:
    '`num_buckets` is the number of different values that a quantized vector can hold, such as 256 for 8 ' +
    'bits. With fewer than two, the distance between buckets divides by zero. The Python API refuses that; ' +
    'TensorFlow accepts it in a configuration.',
  bad:
    'table_descriptor { optimization_parameters { simulated_quantization {\n' +
    '  enabled: true\n  clipping_limits { lower { value: -1 } upper { value: 1 } }\n} } }',
  good:
    'table_descriptor { optimization_parameters { simulated_quantization {\n' +
    '  enabled: true\n  clipping_limits { lower { value: -1 } upper { value: 1 } }\n  num_buckets: 256\n} } }',
  checkTable({ optimization }, report, { bound }) {
    const field = optimization && fieldOf(optimization.message, 'simulated_quantization');
    const message = field && childMessage(optimization.message, 'simulated_quantization');
    if (!message || !booleanOf(message, 'enabled')) return;
    const buckets = numberOf(message, 'num_buckets');
    const owner = { field, message };
    if (buckets === undefined || buckets >= 2 || mayBeMisspelled(owner, 'num_buckets')) return;
    const state = fieldOf(message, 'num_buckets') ? buckets : 'missing';
    report({
      span: fieldSpan(owner, 'num_buckets'),
      message: `num_buckets is ${state}, but quantization needs at least 2 values, such as 256 for 8 bits.`,
      fixes: () => [setting(bound, message, 'num_buckets', '256')],
    });
  },
};
