import { booleanOf, fieldOf, numberOf } from '../../configuration/configuration';
import { nameSpan } from '../../textproto/tree';
import type { Rule } from '../rule';
import { unsetting } from '../support/fixes';
import { mayBeMisspelled } from '../support/spans';

export const weightDecayWithoutFactor: Rule = {
  code: 'weight-decay-without-factor',
  severity: 'warning',
  concludesFromAbsence: true,
  summary: 'Weight decay is configured, but its factor is 0.',
  details:
    '`multiply_weight_decay_factor_by_learning_rate` scales the decay by the learning rate. With a factor ' +
    'of 0, which is also the default, there is no decay to scale.',
  bad:
    'table_descriptor { optimization_parameters {\n' +
    '  adagrad {}\n  learning_rate { constant: 0.05 }\n' +
    '  multiply_weight_decay_factor_by_learning_rate: true\n} }',
  good:
    'table_descriptor { optimization_parameters {\n' +
    '  adagrad {}\n  learning_rate { constant: 0.05 }\n' +
    '  multiply_weight_decay_factor_by_learning_rate: true\n  weight_decay_factor: 0.01\n} }',
  checkTable({ optimization }, report, { bound }) {
    if (!optimization || !booleanOf(optimization.message, NAME)) return;
    if (numberOf(optimization.message, 'weight_decay_factor') !== 0) return;
    if (mayBeMisspelled(optimization, 'weight_decay_factor')) return;
    const { node } = fieldOf(optimization.message, NAME)!;
    report({
      span: nameSpan(node),
      message:
        'There is no weight decay to multiply: weight_decay_factor is 0. Set the factor, or remove this.',
      tag: 'unnecessary',
      fixes: () => [unsetting(bound.tree, node)],
    });
  },
};

const NAME = 'multiply_weight_decay_factor_by_learning_rate';
