import { lazy } from '../../basics/once';
import { allEntries } from '../../catalogue';
import type { DictValue, Value } from '../../evaluator';
import { dictKeyOf, entriesOf, kinds, mixedValue } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { madeBehind } from '../libraries/derived-objects';
import { type NumberAt, numberAt } from '../libraries/numpy';
import { symbolicShape } from '../libraries/tensor-shapes';
import { pythonObject } from './python-objects';
import { inferredOf } from './types';

/** How dicts, lists and tuples are nested in a value, as `tf.nest` sees it. */
export type Structure = Unknown | Leaf | Branch;

interface Unknown {
  readonly kind: 'unknown';
}

/** A value that certainly is no container. */
export interface Leaf {
  readonly kind: 'leaf';
  readonly value: Value;
  /** The numbers of an array by their places, if all are known at that time. */
  readonly numbers?: NumberAt | undefined;
}

export interface Branch {
  readonly kind: 'branch';
  /** Two containers match only if these are equal. All mappings are `dict`, a named tuple has its own name and fields. */
  readonly type: string;
  /** By the identity of the keys; undefined if not all are known. */
  readonly members: ReadonlyMap<string, Member> | undefined;
  readonly node: Node;
}

interface Member {
  /** As TensorFlow joins it in paths. */
  readonly name: string;
  readonly structure: Structure;
}

export const UNKNOWN: Unknown = { kind: 'unknown' };

/** Deeper structures are not followed. */
export const MAX_DEPTH = 32;
/** `[x, x]` of `[x, x]` and so on would give two to the power of the depth. */
export const MAX_PLACES = 10_000;

export const structureOf = (value: Value): Structure => inside(value, 0, { left: MAX_PLACES });

/** Python's own values that are leaves, and iterators, into which TensorFlow does not look. */
const LEAVES = kinds(
  ...(['none', 'ellipsis', 'complex', 'bool', 'int', 'float', 'str', 'bytes', 'set', 'iterator'] as const),
  ...(['function', 'partial', 'coroutine'] as const),
);

/** The results of a library that are leaves. */
const LEAF_RESULTS: ReadonlySet<string | undefined> = new Set(['tensor', 'array', 'instance', 'object']);

export function isLeaf(value: Value): boolean {
  if (value.kind === 'oneOf') return value.options.every(isLeaf);
  const object = madeBehind(value);
  return (
    LEAVES.has(object.kind) ||
    (object.kind === 'made' &&
      (LEAF_RESULTS.has(inferredOf(object)?.kind) ||
        pythonObject(object) !== undefined ||
        symbolicShape(object) !== undefined))
  );
}

/** Whether a dict is no object of another class, which may iterate in a way of its own. */
export const isPlain = ({ cls, isNamespace, form }: DictValue): boolean =>
  !cls && !isNamespace && form === undefined;

/** Whether a dict holds what a call gave under a key of its own, by which another call knows it. */
const isGivenByKeys = ({ cell: { content } }: DictValue): boolean =>
  content.known.size > 0 && givenKeys().some((id) => content.known.has(id));

const givenKeys = lazy(() => allEntries().flatMap(({ givesKeys = [] }) => givesKeys.map((key) => `s${key}`)));

function inside(value: Value, depth: number, places: { left: number }): Structure {
  if (depth > MAX_DEPTH || --places.left < 0) return UNKNOWN;
  if (isLeaf(value)) return { kind: 'leaf', value: madeBehind(value), numbers: numberAt(value) };
  const { node } = value;
  const branch = (
    type: string,
    members: readonly (readonly [string, string, Value])[] | undefined,
  ): Branch => ({
    kind: 'branch',
    type,
    members:
      members &&
      new Map(
        members.map(
          ([id, name, held]) => [id, { name, structure: inside(held, depth + 1, places) }] as const,
        ),
      ),
    node,
  });
  const numbered = (elements: readonly Value[] | undefined) =>
    elements?.map((element, i) => [`n${i}`, String(i), element] as const);
  switch (value.kind) {
    case 'dict': {
      if (value.form !== undefined || isGivenByKeys(value)) return UNKNOWN;
      const names = entriesOf(value)?.map(({ key }) => nameOf(key));
      const ids = [...value.cell.content.known];
      return branch(
        'dict',
        names?.every((name) => name !== undefined)
          ? ids.map(([id, entry], i) => [id, names[i]!, entry.value] as const)
          : undefined,
      );
    }
    case 'list':
      return branch(value.isDeque ? 'deque' : 'list', numbered(value.cell.content));
    case 'tuple': {
      if (!value.cls) return branch('tuple', numbered(value.elements));
      const { form, fields, name } = value.cls;
      if (form !== 'namedtuple') return UNKNOWN;
      const names = fields.map((field) => field.name);
      return branch(
        `${name}(${names.join(', ')})`,
        value.elements?.map((element, i) => [`s${names[i]}`, names[i] ?? '', element] as const),
      );
    }
    case 'view':
      return branch(`dict_${value.part}`, undefined);
    case 'range':
      return branch('range', undefined);
    default:
      return UNKNOWN;
  }
}

/** A key as TensorFlow writes it in paths; for a tuple, some text that tells it from others. Objects have no order. */
function nameOf(value: Value): string | undefined {
  const key = mixedValue(value) ?? value;
  return (key.kind === 'str' || key.kind === 'int') && key.value !== undefined
    ? String(key.value)
    : key.kind === 'made'
      ? undefined
      : dictKeyOf(key);
}

/** Where two structures certainly differ. */
export interface Difference {
  /** The keys that lead there. */
  readonly path: readonly string[];
  readonly expected: Leaf | Branch;
  readonly actual: Leaf | Branch;
}

/** The first place where `tf.nest.assert_same_structure` finds a difference. */
export function difference(
  expected: Structure,
  actual: Structure,
  path: readonly string[] = [],
): Difference | undefined {
  if (expected.kind === 'unknown' || actual.kind === 'unknown') return undefined;
  const here = { path, expected, actual };
  if (expected.kind === 'leaf' || actual.kind === 'leaf')
    return expected.kind === actual.kind ? undefined : here;
  if (expected.type !== actual.type) return here;
  const [wanted, given] = [expected.members, actual.members];
  if (!wanted || !given) return undefined;
  if (wanted.size !== given.size || [...wanted.keys()].some((id) => !given.has(id))) return here;
  for (const [id, { name, structure }] of wanted) {
    const found = difference(structure, given.get(id)!.structure, [...path, name]);
    if (found) return found;
  }
  return undefined;
}

/** The paths of all leaves, and of the places that are unknown. */
export function leavesOf(structure: Structure): {
  readonly paths: readonly string[];
  readonly unknown: readonly string[];
  readonly leaves: readonly (Leaf & { readonly path: string })[];
} {
  const leaves: (Leaf & { readonly path: string })[] = [];
  const unknown: string[] = [];
  const walk = (at: Structure, path: readonly string[]) => {
    if (at.kind === 'leaf') leaves.push({ ...at, path: path.join('/') });
    else if (at.kind === 'unknown' || !at.members) unknown.push(path.join('/'));
    else for (const member of at.members.values()) walk(member.structure, [...path, member.name]);
  };
  walk(structure, []);
  return { paths: leaves.map(({ path }) => path), unknown, leaves };
}
