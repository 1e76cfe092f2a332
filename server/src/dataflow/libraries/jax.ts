import type { Arguments, Evaluator, Value } from '../../evaluator';
import { tupleOf } from '../../evaluator/containers';
import { itemsOf, unknown } from '../../evaluator/value';
import type { Call, Node } from '../../python/tree';

/** Functions that give a function which takes and returns what their argument does, elsewhere or faster. */
const TRANSFORMS: ReadonlySet<string> = new Set(
  [
    ...['jit', 'pmap', 'shard_map', 'checkpoint', 'remat', 'named_call', 'experimental.shard_map.shard_map'],
    'experimental.pjit.pjit',
  ].map((name) => `jax.${name}`),
);

/** Functions that find out what their first argument would return for the others. */
const CALLERS: ReadonlySet<string> = new Set(['jax.eval_shape']);

/** Functions that say of an attribute whether it holds arrays, which then has what they got. */
const MARKERS: ReadonlySet<string> = new Set(['flax.nnx.data', 'flax.nnx.static']);

/** What functions of JAX and Flax make of functions of the program. */
export function resultOfJax(name: string, given: Arguments, node: Call, ev: Evaluator): Value | undefined {
  const [first, ...positional] = given.positional;
  if (MARKERS.has(name)) return first;
  // What is made of a callable object is a function that calls it.
  if (TRANSFORMS.has(name)) return first?.kind === 'instance' ? ev.attribute(first, '__call__', node) : first;
  return first && CALLERS.has(name) ? ev.call(first, { ...given, positional }, node) : undefined;
}

const GRADIENTS = /^jax\.(value_and_)?grad$/;

/** What a function that `jax.grad` makes returns: a pair with the value, and a gradient for each of several arguments. */
export function gradientsOf(object: Value, name: string, node: Node): Value | undefined {
  const [made, isPair] =
    (object.kind === 'made' && name === '__call__' && GRADIENTS.exec(object.callee)) || [];
  if (made === undefined || object.kind !== 'made' || object.given.hasUnknownArguments) return undefined;
  const argnums = object.given.positional[1] ?? object.given.keywords.get('argnums');
  const hasMore = object.given.keywords.has('has_aux') || object.given.positional.length > 2;
  const each = () => unknown(node, 'call');
  const numbers = argnums?.kind === 'list' || argnums?.kind === 'tuple' ? itemsOf(argnums) : undefined;
  const gradients = numbers ? tupleOf(numbers.map(each), node) : each();
  if (hasMore) return undefined;
  return isPair ? tupleOf([each(), gradients], node) : numbers && gradients;
}
