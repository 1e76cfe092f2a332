import { excerpt } from '../../basics/excerpt';
import { fieldOf, numberOf } from '../../configuration/configuration';
import type { Rule } from '../rule';
import { fix, LIKELY } from '../support/fixes';
import { valueSpan, valueText } from '../support/spans';

export const positiveLrPower: Rule = {
  code: 'positive-lr-power',
  severity: 'warning',
  summary: 'lr_power is positive, so steps grow instead of shrinking.',
  details:
    'The step size of `ftrl` and `mdl_adagrad_light` follows the accumulated squared gradients to the ' +
    'power `lr_power`. The usual value is -0.5, one over the square root. With a positive power, steps grow as ' +
    'training goes on. TensorFlow accepts it.',
  bad:
    'table_descriptor { optimization_parameters {\n' +
    '  ftrl { lr_power: 0.5 }\n  learning_rate { constant: 0.01 }\n} }',
  good:
    'table_descriptor { optimization_parameters {\n' +
    '  ftrl { lr_power: -0.5 }\n  learning_rate { constant: 0.01 }\n} }',
  checkTable({ optimization }, report, configuration) {
    const parameters = optimization?.choice?.message;
    const power = parameters && numberOf(parameters, 'lr_power');
    if (!power || !(power > 0) || power === Infinity) return;
    const field = fieldOf(parameters, 'lr_power')!;
    const span = valueSpan(field);
    const written = valueText(configuration, field);
    report({
      span,
      message:
        `lr_power is ${excerpt(written)}, but must be 0 or less: above 0, steps grow with every gradient. -0.5 is ` +
        'usual.',
      fixes: () => [fix(`Replace with -${excerpt(written)}`, { span, newText: `-${written}` }, LIKELY)],
    });
  },
};
