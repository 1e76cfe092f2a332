import type { Arguments, Evaluator } from '../../evaluator';
import { fails, isJudged } from '../../evaluator/failures';
import { refused } from '../../evaluator/refusals';
import { itemsOf } from '../../evaluator/value';
import type { Node } from '../../python/tree';

const SHAPE = /^tensorflow\.(?:compat\.v[12]\.)?TensorShape$/;

/** Notices a float among the sizes of a `tf.TensorShape`. */
export function checkSizes(name: string, { positional: [dims] }: Arguments, node: Node, ev: Evaluator): void {
  if (dims === undefined || !SHAPE.test(name) || !isJudged(ev)) return;
  if (itemsOf(dims)?.some(({ kind }) => kind === 'float'))
    fails(
      ev,
      node,
      refused('The sizes of a shape are ints, and one of these is a float (`//` divides ints)'),
    );
}
