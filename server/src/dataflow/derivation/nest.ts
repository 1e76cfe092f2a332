import { compareCodePoints } from '../../basics/compare';
import { type Expression, isExpression } from '../../python/tree';
import type { Inferred, TypeOf } from '../calls/types';
import type { FieldArgument } from './field-argument';

/** A value in a structure that is no dict, list or tuple. */
export interface Leaf {
  /** As TensorFlow writes it in messages: `user/0`; empty for a structure that is a leaf itself. */
  readonly path: string;
  /** The keys and indices that lead to it. */
  readonly keys: readonly string[];
  readonly expression: Expression;
  readonly type: Inferred;
}

/** Deeper structures are not followed. */
const MAX_DEPTH = 32;

/** More features than any model has. `[x, x]` of `[x, x]` and so on would give two to the power of the depth. */
const MAX_PLACES = 10_000;

interface Leaves {
  /** The leaves before the first unknown place. */
  readonly leaves: readonly Leaf[];
  /** The first unknown place, which may hold any number of leaves. */
  readonly firstUnknown: Expression | undefined;
}

/** The leaves of a structure in the order of `tf.nest`: lists and tuples in order, dicts by their sorted keys. */
export function flatten({ type, typeOf, node }: FieldArgument): Leaves {
  const found: Collected = { leaves: [], places: 0 };
  const firstUnknown = isExpression(node)
    ? collect({ path: '', keys: [], expression: node, type }, typeOf, found, 0)
    : undefined;
  return { leaves: found.leaves, firstUnknown };
}

interface Collected {
  readonly leaves: Leaf[];
  places: number;
}

/** Adds the leaves of a structure; returns the first unknown place. */
function collect(at: Leaf, typeOf: TypeOf, found: Collected, depth: number): Expression | undefined {
  if (++found.places > MAX_PLACES) return at.expression;
  const inside = depth < MAX_DEPTH ? membersOf(at.type, typeOf) : undefined;
  if (!inside && STRUCTURES.has(at.type.kind)) return at.expression;
  if (!inside) {
    found.leaves.push(at);
    return undefined;
  }
  for (const { name, value } of inside) {
    const keys = [...at.keys, name];
    const leaf = { path: keys.join('/'), keys, expression: value, type: typeOf(value) };
    const unknown = collect(leaf, typeOf, found, depth + 1);
    if (unknown) return unknown;
  }
  return undefined;
}

/** Kinds that are or may be structures. */
const STRUCTURES: ReadonlySet<Inferred['kind']> = new Set<Inferred['kind']>([
  'unknown',
  'list',
  'tuple',
  'dict',
]);

interface Member {
  readonly name: string;
  readonly value: Expression;
}

function membersOf(type: Inferred, typeOf: TypeOf): readonly Member[] | undefined {
  if (type.kind === 'list' || type.kind === 'tuple')
    return type.elements?.map((value, i) => ({ name: type.fields?.[i] ?? String(i), value }));
  return type.kind === 'dict'
    ? sorted(type.entries?.map(({ key, value }) => ({ key: typeOf(key), value })))
    : undefined;
}

interface DictEntry {
  readonly key: Inferred;
  readonly value: Expression;
}

/** Sorted by key. All keys must be strings, or all numbers. */
function sorted(entries: readonly DictEntry[] | undefined): readonly Member[] | undefined {
  if (!entries) return undefined;
  const named = entries.flatMap(({ key, value }) =>
    (key.kind === 'str' || key.kind === 'int') && key.value !== undefined ? [{ key: key.value, value }] : [],
  );
  const kinds = new Set(named.map(({ key }) => typeof key));
  if (named.length < entries.length || kinds.size > 1) return undefined;
  return named
    .sort((a, b) => comparePython(a.key, b.key))
    .map(({ key, value }) => ({ name: String(key), value }));
}

function comparePython(a: string | bigint, b: string | bigint): number {
  if (typeof a === 'string' && typeof b === 'string') return compareCodePoints(a, b);
  return a < b ? -1 : a > b ? 1 : 0;
}
