import { fieldOf, numberOf } from '../../configuration/configuration';
import type { Rule } from '../rule';
import { accumulationOff } from '../support/accumulation';
import { valueSpan } from '../support/spans';
import { WITHOUT_DECAY } from './weight-decay-unsupported';

export const weightDecayWithoutAccumulation: Rule = {
  code: 'weight-decay-without-accumulation',
  severity: 'warning',
  summary: 'Weights decay without gradient accumulation, so popular rows decay more.',
  details:
    'Weight decay happens at every update of a row. With gradient accumulation that is once per batch; ' +
    'without it, once for each gradient, so that the decay depends on how often an id comes up. TensorFlow ' +
    'does not check.',
  bad:
    'table_descriptor { optimization_parameters {\n' +
    '  adagrad {}\n  learning_rate { constant: 0.05 }\n  weight_decay_factor: 0.01\n' +
    '  gradient_accumulation_status: DISABLED\n} }',
  good:
    'table_descriptor { optimization_parameters {\n' +
    '  adagrad {}\n  learning_rate { constant: 0.05 }\n  weight_decay_factor: 0.01\n' +
    '  gradient_accumulation_status: ENABLED\n} }',
  checkTable({ optimization }, report) {
    if (optimization?.gradientAccumulation !== false) return;
    if (!numberOf(optimization.message, 'weight_decay_factor')) return;
    if (optimization.algorithm?.name === WITHOUT_DECAY) return;
    report({
      span: valueSpan(fieldOf(optimization.message, 'weight_decay_factor')!),
      message:
        'Weight decay needs gradient accumulation: without it a row decays once per gradient instead of ' +
        'once per batch.',
      ...accumulationOff(optimization),
    });
  },
};
