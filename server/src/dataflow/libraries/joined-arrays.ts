import type { Value } from '../../evaluator';
import type { OfCall } from '../../evaluator/evaluator';
import { itemsOf, NO_ARGUMENTS } from '../../evaluator/value';
import { joinedParts, partOf } from './keras-tensors';
import { factsOf, mayReshape } from './numpy';

const JOINING = /^(?:jax\.)?numpy\.(concatenate|stack|vstack)$/;

/** The array that a function of NumPy or JAX puts together from others of known shapes. */
export const joinedArray: OfCall<Value> = (name, given, node, ev) => {
  const how = JOINING.exec(name)?.[1];
  const { positional, keywords, hasUnknownArguments } = given;
  const [all, at, ...more] = positional;
  const axis = at ?? keywords.get('axis');
  const isPlain = more.length === 0 && [...keywords.keys()].every((key) => key === 'axis');
  if (how === undefined || !isPlain || hasUnknownArguments || mayReshape(ev.tree)) return undefined;
  const parts = itemsOf(all)?.map(partOf);
  // Rows are stacked as a matrix.
  const areRows = parts?.every((part) => part?.shape.length === 1);
  const part = joinedParts(all, axis, how === 'vstack' ? (areRows ? 'stack' : 'concatenate') : how);
  if (part?.symbolic !== 'no') return undefined;
  const dtypes = new Set(itemsOf(all)?.map((each) => factsOf(each)?.dtype));
  const [dtype] = dtypes.size === 1 ? dtypes : [];
  return {
    kind: 'made',
    callee: name,
    given: { ...NO_ARGUMENTS },
    facts: { kind: 'array', dtype, shape: part.shape },
    node,
  };
};
