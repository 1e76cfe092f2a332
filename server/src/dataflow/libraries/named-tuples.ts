// Named tuples of libraries: which of their elements exist.
import type { Evaluator, Value } from '../../evaluator';
import { isBeyond } from '../../evaluator/containers';
import { fails, isCertain } from '../../evaluator/failures';
import { beyond } from '../../evaluator/refusals';
import type { Node } from '../../python/tree';
import { instanceOf } from '../calls/types';

/** Notes the number of an element that a named tuple does not have. */
export function checkElement(object: Value, index: Value, node: Node, ev: Evaluator): void {
  const entry = object.kind === 'made' ? instanceOf(object)?.entry : undefined;
  if (!entry?.isNamedTuple) return;
  const { length } = entry.parameters;
  if (isBeyond(index, length) && isCertain(ev, object, index))
    fails(ev, node, beyond(`\`${entry.name}\``, length));
}
