import { booleanOf, fieldOf } from '../../configuration/configuration';
import { nameSpan } from '../../textproto/tree';
import type { Rule } from '../rule';
import { accumulationOff } from '../support/accumulation';
import { unsetting } from '../support/fixes';

export const nonLazyWithoutAccumulation: Rule = {
  code: 'non-lazy-without-accumulation',
  severity: 'warning',
  summary: 'A non-lazy optimizer runs without gradient accumulation.',
  details:
    'Non-lazy Adam and Lion update every row once in every step, also those that were not looked up, and ' +
    'need the sum of gradients for it. With `gradient_accumulation_status: DISABLED` the results are ' +
    'wrong. The Python API refuses the combination; TensorFlow accepts it in a configuration.',
  bad:
    'table_descriptor { optimization_parameters {\n' +
    '  adam { beta1: 0.9 beta2: 0.999 epsilon: 1e-7 use_non_lazy_adam: true }\n' +
    '  learning_rate { constant: 0.001 }\n  gradient_accumulation_status: DISABLED\n} }',
  good:
    'table_descriptor { optimization_parameters {\n' +
    '  adam { beta1: 0.9 beta2: 0.999 epsilon: 1e-7 use_non_lazy_adam: true }\n' +
    '  learning_rate { constant: 0.001 }\n  gradient_accumulation_status: ENABLED\n} }',
  checkTable({ optimization }, report, { bound }) {
    if (optimization?.gradientAccumulation !== false) return;
    const parameters = optimization.choice?.message;
    const name = optimization.algorithm?.touchesAllRowsIf;
    if (!parameters || name === undefined || !booleanOf(parameters, name)) return;
    const { node } = fieldOf(parameters, name)!;
    const { related, fixes } = accumulationOff(optimization);
    report({
      span: nameSpan(node),
      message: `${name} needs gradient accumulation: without it the results are wrong.`,
      related,
      fixes: () => [...fixes(), unsetting(bound.tree, node, {})],
    });
  },
};
