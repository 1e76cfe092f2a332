import { excerpt } from '../../basics/excerpt';
import type { BoundMessage } from '../../configuration/bind';
import { nodeText, spanOf, type ValueNode } from '../../textproto/tree';
import type { Rule } from '../rule';

export const notFinite: Rule = {
  code: 'not-finite',
  severity: 'warning',
  summary: 'A parameter of the optimizer is infinite or not a number.',
  details:
    'Text format knows `nan` and `inf`, and TensorFlow accepts them everywhere. NaN spreads to every weight that ' +
    'is updated, and infinity stops the updates or makes weights infinite. Infinity is fine where it means that ' +
    'there is no limit: `-inf` as a lower one, `inf` as an upper one.',
  bad: 'table_descriptor { optimization_parameters { adagrad {} learning_rate { constant: nan } } }',
  good: 'table_descriptor { optimization_parameters { adagrad {} learning_rate { constant: 0.05 } } }',
  checkTable({ optimization }, report, configuration) {
    if (!optimization) return;
    for (const { name, node } of findNotFinite(optimization.message, '') ?? []) {
      report({
        span: spanOf(node),
        message:
          `${name} is ${excerpt(nodeText(configuration.bound.tree, node))}, which ruins the weights or their updates. Write a ` +
          'finite number.',
      });
    }
  },
};

interface WrittenValue {
  readonly name: string;
  readonly node: ValueNode;
}

/** All such values, or undefined in the usual case that there are none. */
function findNotFinite(
  message: BoundMessage,
  parent: string,
  before?: WrittenValue[],
): WrittenValue[] | undefined {
  let found = before;
  for (const { type, node, value } of message.fields) {
    if (typeof value === 'object') {
      // Constants of a user-defined program may be anything.
      if (type.name !== 'user_defined_program') found = findNotFinite(value, type.name, found);
    } else if (typeof value === 'number' && !Number.isFinite(value)) {
      const written = node.value!;
      const name = type.name === 'value' ? parent : type.name;
      if (isWord(written) && !isNoLimit(name, value)) found = [...(found ?? []), { name, node: written }];
    }
  }
  return found;
}

/** A number that is too large for a float is infinite too, but wrong for another reason. */
function isWord(node: ValueNode): boolean {
  return node.kind === 'scalar' && node.type === 'identifier';
}

function isNoLimit(name: string, value: number): boolean {
  return name === 'lower' ? value === -Infinity : value === Infinity && UPPER_LIMITS.has(name);
}

const UPPER_LIMITS = new Set([
  'max_accumulator',
  'max_event_benefit',
  'max_lr_multiplier',
  'max_total_benefit',
  'max_var_update',
  'outlier_threshold',
  'upper',
]);
