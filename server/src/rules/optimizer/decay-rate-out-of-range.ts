import { excerpt } from '../../basics/excerpt';
import { nodeText, spanOf } from '../../textproto/tree';
import type { Rule } from '../rule';

export const decayRateOutOfRange: Rule = {
  code: 'decay-rate-out-of-range',
  severity: 'warning',
  summary: 'A beta, momentum or other decay rate is not between 0 and 1.',
  details:
    'A decay rate is the share of a running average that survives each step. Below 0 the average changes its ' +
    'sign with every step, above 1 it grows without end, and at 1 new values never enter it. (Only `beta2` of ' +
    '`adagrad_momentum` and `accumulator_decay` may be 1, for a plain sum.) TensorFlow accepts any number in a ' +
    "configuration; the Python classes check Adam's betas alone.",
  bad:
    'table_descriptor { optimization_parameters {\n' +
    '  adam { beta1: 9 beta2: 0.999 epsilon: 1e-7 }\n  learning_rate { constant: 0.001 }\n} }',
  good:
    'table_descriptor { optimization_parameters {\n' +
    '  adam { beta1: 0.9 beta2: 0.999 epsilon: 1e-7 }\n  learning_rate { constant: 0.001 }\n} }',
  checkTable({ optimization }, report, configuration) {
    const parameters = optimization?.choice?.message;
    if (!parameters) return;
    for (const { type, node, value } of parameters.fields) {
      if (typeof value !== 'number' || !Number.isFinite(value)) continue;
      const range = type.range === undefined ? undefined : RANGES[type.range];
      if (!range || (value >= 0 && (value < 1 || (value === 1 && range.closed)))) continue;
      report({
        span: spanOf(node.value!),
        message:
          `${type.name} is ${excerpt(nodeText(configuration.bound.tree, node.value!))}, but must be ${range.words}, for example ` +
          `${type.example}. TensorFlow accepts it silently, and training does not converge.`,
      });
    }
  },
};

/** The ranges of decay rates as the schema writes them. Other rules judge 0. */
const RANGES: Readonly<Record<string, { words: string; closed?: true } | undefined>> = {
  '[0, 1)': { words: 'at least 0 and below 1' },
  '[0, 1]': { words: 'between 0 and 1', closed: true },
  '(0, 1)': { words: 'above 0 and below 1' },
};
