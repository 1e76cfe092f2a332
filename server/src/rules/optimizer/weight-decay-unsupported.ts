import { fieldOf, numberOf } from '../../configuration/configuration';
import type { Rule } from '../rule';
import { unsetting } from '../support/fixes';
import { valueSpan } from '../support/spans';

/** The only optimizer without weight decay. */
export const WITHOUT_DECAY = 'mdl_adagrad_light';

export const weightDecayUnsupported: Rule = {
  code: 'weight-decay-unsupported',
  severity: 'warning',
  summary: 'The optimizer has no weight decay.',
  details:
    'All optimizers except `mdl_adagrad_light` support `weight_decay_factor`. TensorFlow does not check. Use ' +
    'its `l2` instead.',
  bad:
    'table_descriptor { optimization_parameters {\n' +
    '  mdl_adagrad_light { lr_power: -0.5 }\n  learning_rate { constant: 0.05 }\n  weight_decay_factor: 0.01\n} }',
  good:
    'table_descriptor { optimization_parameters {\n' +
    '  mdl_adagrad_light { lr_power: -0.5 l2: 0.01 }\n  learning_rate { constant: 0.05 }\n} }',
  checkTable({ optimization }, report, { bound }) {
    if (optimization?.algorithm?.name !== WITHOUT_DECAY) return;
    if (!numberOf(optimization.message, 'weight_decay_factor')) return;
    const field = fieldOf(optimization.message, 'weight_decay_factor')!;
    report({
      span: valueSpan(field),
      message: `${WITHOUT_DECAY} does not support weight decay. Remove weight_decay_factor, or use l2 instead.`,
      fixes: () => [unsetting(bound.tree, field.node)],
    });
  },
};
