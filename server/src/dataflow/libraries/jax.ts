import type { Arguments, Evaluator, Value } from '../../evaluator';
import type { Call } from '../../python/tree';

/** Functions that give a function which takes and returns what their argument does, elsewhere or faster. */
const TRANSFORMS: ReadonlySet<string> = new Set(
  [
    ...['jit', 'pmap', 'shard_map', 'checkpoint', 'remat', 'named_call', 'experimental.shard_map.shard_map'],
    'experimental.pjit.pjit',
  ].map((name) => `jax.${name}`),
);

/** Functions that call their first argument with the others, or find out what it would return. */
const CALLERS: ReadonlySet<string> = new Set(['jax.eval_shape', 'jax.make_jaxpr']);

/** What functions of JAX and Flax make of functions of the program. */
export function resultOfJax(name: string, given: Arguments, node: Call, ev: Evaluator): Value | undefined {
  const [first, ...positional] = given.positional;
  if (TRANSFORMS.has(name)) return first;
  return first && CALLERS.has(name) ? ev.call(first, { ...given, positional }, node) : undefined;
}
