import { booleanOf, childMessage, fieldOf, numberOf } from '../../configuration/configuration';
import type { Rule } from '../rule';
import { fieldSpan, hasUnknownFields } from '../support/spans';
import { listing } from '../support/wording';

export const quantizationWithoutLimits: Rule = {
  code: 'quantization-without-limits',
  severity: 'warning',
  concludesFromAbsence: true,
  summary: 'Simulated quantization lacks a limit.',
  details:
    'The range between the two limits is cut into `num_buckets` values. Where a limit is missing it is ' +
    'infinite, and so is the distance between the values. TensorFlow does not check.',
  bad:
    'table_descriptor { optimization_parameters { simulated_quantization {\n' +
    '  enabled: true\n  clipping_limits { lower { value: -1 } }\n  num_buckets: 256\n} } }',
  good:
    'table_descriptor { optimization_parameters { simulated_quantization {\n' +
    '  enabled: true\n  clipping_limits { lower { value: -1 } upper { value: 1 } }\n  num_buckets: 256\n} } }',
  checkTable({ optimization }, report) {
    const field = optimization && fieldOf(optimization.message, 'simulated_quantization');
    const message = field && childMessage(optimization.message, 'simulated_quantization');
    if (!message || !booleanOf(message, 'enabled') || hasUnknownFields({ message })) return;
    const limits = childMessage(message, 'clipping_limits');
    if (limits ? hasUnknownFields({ message: limits }) : fieldOf(message, 'clipping_limits')) return;
    const missing = ['lower', 'upper'].filter((name) => {
      if (!limits || !fieldOf(limits, name)) return true;
      const limit = childMessage(limits, name);
      const value = limit && numberOf(limit, 'value');
      return value === Infinity || value === -Infinity;
    });
    if (missing.length === 0) return;
    const both = missing.length === 2 ? 'limits' : 'limit';
    report({
      span: fieldSpan({ field, message }, 'clipping_limits'),
      message:
        `Quantization has no finite ${listing(missing)} ${both}, so the distance between its values is ` +
        'infinite. Set lower and upper in clipping_limits.',
    });
  },
};
