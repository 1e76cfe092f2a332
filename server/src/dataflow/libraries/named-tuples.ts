// Named tuples of libraries: which elements they have.
import type { Entry } from '../../catalogue';
import type { Evaluator, Value } from '../../evaluator';
import { isBeyond } from '../../evaluator/containers';
import { fails, isCertain } from '../../evaluator/failures';
import { beyond } from '../../evaluator/refusals';
import { unknown } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { instanceOf } from '../calls/types';

/** The class of a named tuple, unless that is only declared. */
export function tupleClass(value: Value): Entry | undefined {
  const made = value.kind === 'made' ? instanceOf(value) : undefined;
  return made?.entry.isNamedTuple && !made.isDeclared ? made.entry : undefined;
}

/** The elements of a named tuple: what its attributes hold, in the order of its fields. */
export const elementsOfTuple = (value: Value, ev: Evaluator): readonly Value[] | undefined =>
  tupleClass(value)?.parameters.map(({ name }) => {
    const held = ev.attribute(value, name, value.node);
    return held.kind === 'method' ? unknown(value.node, 'call') : held;
  });

/** Notes the number of an element that a named tuple does not have. */
export function checkElement(object: Value, index: Value, node: Node, ev: Evaluator): void {
  const entry = tupleClass(object);
  if (!entry) return;
  const { length } = entry.parameters;
  if (isBeyond(index, length) && isCertain(ev, object, index))
    fails(ev, node, beyond(`\`${entry.name}\``, length));
}

/** The element of a named tuple at a number. */
export function elementOfTuple(object: Value, index: Value, ev: Evaluator): Value | undefined {
  const isNumber = index.kind === 'int' && index.value !== undefined;
  return isNumber ? elementsOfTuple(object, ev)?.at(Number(index.value)) : undefined;
}
