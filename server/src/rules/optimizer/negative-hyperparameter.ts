import { excerpt } from '../../basics/excerpt';
import type { BoundMessage } from '../../configuration/bind';
import type { Configuration } from '../../configuration/configuration';
import { nodeText, spanOf } from '../../textproto/tree';
import type { Report, Rule } from '../rule';
import { fix, LIKELY } from '../support/fixes';

export const negativeHyperparameter: Rule = {
  code: 'negative-hyperparameter',
  severity: 'warning',
  summary: 'An optimizer parameter that must not be negative is negative.',
  details:
    'A negative regularization strength or weight decay drives weights away from 0 instead of towards it, ' +
    'a negative epsilon can make a divisor 0 or a root undefined, and a negative limit means nothing. ' +
    'TensorFlow accepts them all in a configuration.',
  bad:
    'table_descriptor { optimization_parameters {\n' +
    '  ftrl { l1: -0.1 lr_power: -0.5 }\n  learning_rate { constant: 0.01 }\n} }',
  good:
    'table_descriptor { optimization_parameters {\n' +
    '  ftrl { l1: 0.1 lr_power: -0.5 }\n  learning_rate { constant: 0.01 }\n} }',
  checkTable({ optimization }, report, configuration) {
    if (!optimization) return;
    negativesIn(optimization.message, configuration, report);
    if (optimization.choice?.message) negativesIn(optimization.choice.message, configuration, report);
  },
};

function negativesIn(message: BoundMessage, configuration: Configuration, report: Report): void {
  for (const { type, node, value } of message.fields) {
    if (typeof value !== 'number' || !(value < 0) || value === -Infinity) continue;
    if (type.kind !== 'float' || !type.range?.startsWith('>')) continue;
    const span = spanOf(node.value!);
    const written = nodeText(configuration.bound.tree, node.value!);
    const positive = written.replace(/^-\s*/, '');
    const least = type.range === '> 0' ? 'above 0' : 'at least 0';
    const effect = GROWS.test(type.name) ? 'weights grow' : 'training does not converge';
    report({
      span,
      message: `${type.name} is ${excerpt(written)}, but must be ${least}. TensorFlow accepts it silently, and ${effect}.`,
      fixes: () => [fix(`Replace with ${excerpt(positive)}`, { span, newText: positive }, LIKELY)],
    });
  }
}

/** Parameters that pull weights towards 0, and push them away from 0 when negative. */
const GROWS = /^(l[12]|weight_decay)/;
