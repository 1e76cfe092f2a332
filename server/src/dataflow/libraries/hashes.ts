import type { Evaluator, Hashless, Value } from '../../evaluator';
import { hashless } from '../../evaluator/failures';
import { attributesSetOutside } from '../../evaluator/overrides';
import type { Node } from '../../python/tree';
import { inferredOf } from '../calls/types';
import type { ReleaseQuestions } from './releases';

/** Why an array, or an object of a catalogued class, has no hash. */
export function hashlessIn(
  value: Value,
  attribute: (name: string) => Value | undefined,
  releases: ReleaseQuestions,
  node: Node,
  ev: Evaluator,
): Hashless | undefined {
  if (value.kind !== 'made') return undefined;
  if (OF_JAX.test(value.callee)) return { type: 'jax.Array' };
  const facts = inferredOf(value);
  if (facts?.kind === 'array' && !facts.scalar) return { type: 'ndarray' };
  if (facts?.kind !== 'instance') return undefined;
  const { entry } = facts;
  if (releases.lacks(entry, '__hash__') && !attributesSetOutside(ev.tree).has('__hash__'))
    return { type: entry.name };
  for (const { name, isHashed } of entry.parameters) {
    const held = isHashed && attribute(name);
    const why = held ? hashless(ev, held, node) : undefined;
    if (why) return { type: entry.name, holds: why.holds ?? why.type };
  }
  return undefined;
}

/** Whatever has arrays of JAX as results, single numbers included. */
const OF_JAX =
  /^jax\.numpy\.(?:array|asarray|zeros|ones|full|empty|arange|linspace|u?int\d+|b?float\d+|bool_)$/;
