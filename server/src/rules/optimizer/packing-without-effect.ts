import { fieldOf, numberOf } from '../../configuration/configuration';
import { nameSpan } from '../../textproto/tree';
import type { Rule } from '../rule';
import { unsetting } from '../support/fixes';
import { packingProblem } from '../support/packing';

export const packingWithoutEffect: Rule = {
  code: 'packing-without-effect',
  severity: 'warning',
  summary: 'Low-dimensional packing is requested but cannot take effect.',
  details:
    'Packing lets narrow rows share the 8 floats that a row is padded to. It works for a `dimension` of 1, 2 or ' +
    '4 and for optimizers that leave a row alone when its gradient is 0: SGD, Adagrad and FTRL, without weight ' +
    'decay. Elsewhere, and for small vocabularies, TensorFlow turns it off silently.',
  bad:
    'table_descriptor { dimension: 16 optimization_parameters {\n' +
    '  adagrad {}\n  learning_rate { constant: 0.05 }\n  low_dimensional_packing_status: ENABLED\n} }',
  good:
    'table_descriptor { dimension: 4 optimization_parameters {\n' +
    '  adagrad {}\n  learning_rate { constant: 0.05 }\n  low_dimensional_packing_status: ENABLED\n} }',
  checkTable({ dimension, optimization }, report, { bound }) {
    if (!optimization || numberOf(optimization.message, NAME) !== ENABLED) return;
    const { algorithm, message } = optimization;
    const decays = Boolean(numberOf(message, 'weight_decay_factor'));
    const problem = packingProblem({ optimizer: algorithm, width: dimension, decays }, algorithm?.name ?? '');
    if (problem === undefined) return;
    const { node } = fieldOf(message, NAME)!;
    report({
      span: nameSpan(node),
      message: problem,
      tag: 'unnecessary',
      fixes: () => [unsetting(bound.tree, node)],
    });
  },
};

const NAME = 'low_dimensional_packing_status';
const ENABLED = 1;
