import type { OfCall, Value } from '../../evaluator';
import { listOf } from '../../evaluator/containers';
import { argumentAt, NO_ARGUMENTS, numberOf } from '../../evaluator/value';
import { factsOf, mayReshape } from './numpy';

const DIVIDING = /^numpy\.(?:array_)?split$/;

/** This refuses parts of different sizes. */
const EVEN = 'numpy.split';

/** Longer lists are not made one by one. */
const MAX_PARTS = 100;

/** The arrays that NumPy divides another one of a known shape into: as many as a number says, of which the first may be longer. */
export const dividedArray: OfCall<Value> = (name, given, node, ev) => {
  const array = DIVIDING.test(name) && !given.hasUnknownArguments ? argumentAt(given, 0, 'ary') : undefined;
  const facts = array && factsOf(array);
  const count = numberOf(argumentAt(given, 1, 'indices_or_sections'));
  const axis = argumentAt(given, 2, 'axis');
  const place = axis ? numberOf(axis) : 0;
  const shape = facts?.shape;
  if (!shape || !count || count < 1 || count > MAX_PARTS || place === undefined || mayReshape(ev.tree))
    return undefined;
  const size = shape.at(place);
  if (size === undefined || (name === EVEN && size % count > 0)) return undefined;
  const sizeOfPart = (i: number) => Math.floor(size / count) + (i < size % count ? 1 : 0);
  const part = (i: number): Value => ({
    kind: 'made',
    callee: 'numpy.ndarray',
    given: { ...NO_ARGUMENTS },
    facts: { kind: 'array', dtype: facts.dtype, shape: shape.with(place, sizeOfPart(i)) },
    node,
  });
  return listOf(
    ev,
    Array.from({ length: count }, (_, i) => part(i)),
    node,
  );
};
