import { fieldOf, numberOf, type Table } from '../../config/configuration';
import { nameSpan } from '../../textproto/tree';
import type { Rule } from '../rule';
import { removeField } from '../support/edits';

export const packingWithoutEffect: Rule = {
  code: 'packing-without-effect',
  severity: 'warning',
  summary: 'Low-dimensional packing is asked for but cannot take effect.',
  details:
    'Packing lets narrow rows share the 8 floats that a row is padded to. It works for a `dimension` of 1, ' +
    '2 or 4 and for optimizers that leave a row alone when its gradient is 0: SGD, Adagrad and FTRL, ' +
    'without weight decay. Elsewhere, and for small vocabularies, TensorFlow turns it off without a word.',
  bad:
    'table_descriptor { dimension: 16 optimization_parameters {\n' +
    '  adagrad {}\n  learning_rate { constant: 0.05 }\n  low_dimensional_packing_status: ENABLED\n} }',
  good:
    'table_descriptor { dimension: 4 optimization_parameters {\n' +
    '  adagrad {}\n  learning_rate { constant: 0.05 }\n  low_dimensional_packing_status: ENABLED\n} }',
  checkTable(table, report, { bound }) {
    const { optimization } = table;
    if (!optimization || numberOf(optimization.message, NAME) !== ENABLED) return;
    const reason = reasonAgainst(table);
    if (!reason) return;
    const { node } = fieldOf(optimization.message, NAME)!;
    report({
      span: nameSpan(node),
      message: `Packing has no effect here: ${reason}. Remove ${NAME}.`,
      tag: 'unnecessary',
      fixes: () => [
        { title: `Remove ${NAME}`, edits: [removeField(bound.tree, node)], preferred: true, safe: true },
      ],
    });
  },
};

const NAME = 'low_dimensional_packing_status';
const ENABLED = 1;

function reasonAgainst({ dimension, optimization }: Table): string | undefined {
  if (dimension !== undefined && dimension > 0 && dimension !== 1 && dimension !== 2 && dimension !== 4) {
    return `only rows of 1, 2 or 4 floats can be packed, and these have ${dimension}`;
  }
  const { algorithm, message } = optimization!;
  if (algorithm?.zeroGradientIsNoOp === false) {
    return `${algorithm.name} changes rows even when their gradient is 0`;
  }
  const decay = numberOf(message, 'weight_decay_factor');
  return decay ? 'weight decay changes rows even when their gradient is 0' : undefined;
}
