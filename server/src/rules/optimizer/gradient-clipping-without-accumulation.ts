import { childMessage, fieldOf } from '../../configuration/configuration';
import type { Rule } from '../rule';
import { accumulationOff } from '../support/accumulation';
import { valueSpan } from '../support/spans';

export const gradientClippingWithoutAccumulation: Rule = {
  code: 'gradient-clipping-without-accumulation',
  severity: 'warning',
  summary: 'Gradients are clipped without being accumulated.',
  details:
    'With gradient accumulation, the gradients of a row are summed before `gradient_clipping_limits` ' +
    'apply; without it, each is clipped separately, and their sum is not limited. The Python API refuses ' +
    'the combination; TensorFlow accepts it in a configuration.',
  bad:
    'table_descriptor { optimization_parameters {\n' +
    '  adagrad {}\n  learning_rate { constant: 0.05 }\n  gradient_clipping_limits { upper { value: 1 } }\n' +
    '  gradient_accumulation_status: DISABLED\n} }',
  good:
    'table_descriptor { optimization_parameters {\n' +
    '  adagrad {}\n  learning_rate { constant: 0.05 }\n  gradient_clipping_limits { upper { value: 1 } }\n' +
    '  gradient_accumulation_status: ENABLED\n} }',
  checkTable({ optimization }, report) {
    if (optimization?.gradientAccumulation !== false) return;
    const limits = childMessage(optimization.message, 'gradient_clipping_limits');
    if (!limits || limits.fields.length === 0) return;
    report({
      span: valueSpan(fieldOf(optimization.message, 'gradient_clipping_limits')!),
      message:
        'gradient_clipping_limits needs gradient accumulation: without it each gradient is clipped ' +
        'separately, and their sum is not.',
      ...accumulationOff(optimization),
    });
  },
};
