// What tensors do not have or allow, whatever their shapes.
import type { Evaluator, Value } from '../../evaluator';
import { fails, isJudged, isStraight } from '../../evaluator/failures';
import { refused } from '../../evaluator/refusals';
import { textMatches } from '../../python/text-matches';
import type { Node } from '../../python/tree';
import { inferredOf } from '../calls/types';
import { isInOwnGraph } from './strategies';

const isTensor = (value: Value): boolean => value.kind === 'made' && inferredOf(value)?.kind === 'tensor';

function refuse(object: Value, reason: string, raises: string, node: Node, ev: Evaluator): void {
  if (isTensor(object) && isJudged(ev, object) && isStraight(ev)) fails(ev, node, refused(reason, raises));
}

/** Notes `tensor['name']`. */
export function checkTensorIndex(object: Value, index: Value, node: Node, ev: Evaluator): void {
  if (index.kind === 'str')
    refuse(object, 'A tensor is read by numbers and slices, not by name', 'TypeError', node, ev);
}

/** Notes `tensor[index] = value`. */
export const checkTensorItem = (object: Value, node: Node, ev: Evaluator): void =>
  refuse(
    object,
    'The elements of a tensor cannot be assigned: make another one, as by `tf.tensor_scatter_nd_update`',
    'TypeError',
    node,
    ev,
  );

const RUNS_EAGERLY = /run_functions_eagerly/;

/** Notes `tensor.numpy` in a graph, where tensors have no values yet. */
export function checkTensorAttribute(object: Value, name: string, node: Node, ev: Evaluator): void {
  if (name === 'numpy' && isInOwnGraph(ev.around) && !textMatches(ev.tree, RUNS_EAGERLY))
    refuse(
      object,
      'In a `tf.function`, tensors have no values yet, and no `numpy`: print them by `tf.print`, or leave the function before',
      'AttributeError',
      node,
      ev,
    );
}
