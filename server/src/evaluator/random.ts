import { changedInPlace } from '../python/changed-in-place';
import type { Node, Tree } from '../python/tree';
import type { Builtin } from './builtins';
import { dictOf, iterate, letContentsEscape, listOf, putEntry, setAll, tupleOf } from './containers';
import { callUnseen } from './escape';
import type { Evaluator } from './evaluator';
import { isPlainDict } from './failures';
import { isSame, letEscape, widened } from './join';
import {
  type DictEntry,
  type DictValue,
  entriesOf,
  float,
  int,
  kinds,
  type ListValue,
  none,
  numberOf,
  passing,
  type TupleValue,
  type Value,
} from './value';

/** More elements are not drawn one by one. */
const MAX_DRAWN = 1000;
/** So many parts of containers are compared. */
const MAX_COMPARED = 2000;
/** Deeper containers are unknown. */
const MAX_DEPTH = 8;

const CONTAINERS = kinds('list', 'tuple', 'dict');

// ---------------------------------------------------------------- Any of some values

/** What stands for any one of some values: what they all have in common. */
function anyOf(
  ev: Evaluator,
  values: readonly Value[],
  node: Node,
  compared: { left: number },
  depth = 0,
): Value {
  const [first] = values as readonly [Value];
  if (values.every((other) => isSame(first, other))) return first;
  const inner = (each: readonly Value[]) => anyOf(ev, each, node, compared, depth + 1);
  if (CONTAINERS.has(first.kind)) compared.left -= values.length;
  const isFollowed = depth < MAX_DEPTH && compared.left >= 0 && isLeftAsMade(ev.tree, first.kind);
  const found = isFollowed ? anyContainer(ev, values, node, compared, inner) : undefined;
  if (found) return { ...found, standsFor: values };
  for (const value of values) letEscape(value, ev.state);
  return widened(values, node);
}

/** A container of what containers of one form have in common. */
function anyContainer(
  ev: Evaluator,
  values: readonly Value[],
  node: Node,
  compared: { left: number },
  any: (parts: readonly Value[]) => Value,
): TupleValue | ListValue | DictValue | undefined {
  const [first, ...others] = values.map(partsOf);
  if (!first || !others.every((each) => each?.form === first.form)) return undefined;
  const all = [first, ...others.map((each) => each!)];
  compared.left -= all.length * first.parts.length;
  if (compared.left < 0) return undefined;
  const parts = first.parts.map((_, i) => any(all.map((each) => each.parts[i]!)));
  const { kind } = values[0]!;
  if (kind !== 'dict') return kind === 'tuple' ? tupleOf(parts, node) : listOf(ev, parts, node);
  const made = dictOf(ev, node);
  for (const [i, { key }] of first.entries.entries()) putEntry(ev, made, key, parts[i]!);
  return made;
}

interface Parts {
  /** What containers share that have the same parts. */
  readonly form: string;
  readonly parts: readonly Value[];
  /** Those of a dict. */
  readonly entries: readonly DictEntry[];
}

/** The parts of a plain container, if they are all known. */
function partsOf(value: Value): Parts | undefined {
  const elements =
    value.kind === 'list' && !value.isDeque && !value.cls
      ? value.cell.content
      : value.kind === 'tuple' && !value.cls
        ? value.elements
        : undefined;
  if (elements) return { form: `${value.kind} ${elements.length}`, parts: elements, entries: [] };
  const entries = value.kind === 'dict' && isPlainDict(value) ? entriesOf(value) : undefined;
  if (value.kind !== 'dict' || !entries) return undefined;
  const form = JSON.stringify([...value.cell.content.known.keys()]);
  return { form, parts: entries.map((entry) => entry.value), entries };
}

/** Whether no code of the program changes containers of a kind: one that is drawn may change under another name. */
const isLeftAsMade = (tree: Tree, kind: Value['kind']): boolean =>
  kind === 'tuple' || ((kind === 'dict' || kind === 'list') && !changedInPlace(tree).has(kind));

// ---------------------------------------------------------------- Drawing

const SEQUENCES = kinds('list', 'tuple', 'range', 'str');

/** The elements of a sequence. */
function elementsOf(ev: Evaluator, sequence: Value | undefined): readonly Value[] | undefined {
  const all = sequence && SEQUENCES.has(sequence.kind) ? iterate(ev, sequence) : undefined;
  if (!all && sequence) letContentsEscape(ev, sequence);
  return all;
}

/** So many values, each of which may be any of the elements. */
function drawn(
  ev: Evaluator,
  all: readonly Value[] | undefined,
  count: number | undefined,
  node: Node,
): readonly Value[] | undefined {
  const [first] = all ?? [];
  if (!all || !first || count === undefined || count < 0 || count > MAX_DRAWN) return lost(ev, all);
  const compared = { left: MAX_COMPARED };
  const one = anyOf(ev, all, node, compared);
  const isObject = one !== first && CONTAINERS.has(one.kind);
  const again = () => (isObject && compared.left >= 0 ? anyOf(ev, all, node, compared) : one);
  const found = Array.from({ length: count }, (_, i) => (i > 0 ? again() : one));
  return isObject && compared.left < 0 ? lost(ev, all) : found;
}

/** It is unknown which of the elements are drawn. */
function lost(ev: Evaluator, all: readonly Value[] | undefined): undefined {
  for (const each of all ?? []) letEscape(each, ev.state);
}

const sample: Builtin = (ev, given, node) => {
  const [source, size = given.keywords.get('k')] = given.positional;
  if (given.hasUnknownArguments || given.keywords.has('counts')) return callUnseen(ev, given, node);
  const all = elementsOf(ev, source);
  const count = size && numberOf(size);
  const isEnough = all !== undefined && count !== undefined && count <= all.length;
  return listOf(ev, drawn(ev, all, isEnough ? count : undefined, node), node);
};

const choices: Builtin = (ev, given, node) => {
  const size = given.keywords.get('k');
  if (given.hasUnknownArguments) return callUnseen(ev, given, node);
  const all = elementsOf(ev, given.positional[0]);
  // An element that is drawn twice is one object.
  const isOneObject = all?.some(({ kind }) => CONTAINERS.has(kind)) === true && size !== undefined;
  return listOf(ev, drawn(ev, all, isOneObject ? undefined : size ? numberOf(size) : 1, node), node);
};

const choice: Builtin = (ev, { positional: [source], hasUnknownArguments }, node) =>
  hasUnknownArguments ? undefined : drawn(ev, elementsOf(ev, source), 1, node)?.[0];

const shuffle: Builtin = (ev, { positional: [list] }, node) => {
  if (list?.kind !== 'list') return callUnseen(ev, passing(...(list ? [list] : [])), node);
  const all = list.cell.content;
  return setAll(ev, list, drawn(ev, all, all?.length, node), node);
};

const anyFloat: Builtin = (_ev, _given, node) => float(node, undefined);
const anyInt: Builtin = (_ev, _given, node) => int(node, undefined);

const FUNCTIONS: { readonly [name: string]: Builtin } = {
  choice,
  choices,
  sample,
  shuffle,
  seed: (_ev, _given, node) => none(node),
  ...Object.fromEntries(['getrandbits', 'randint', 'randrange'].map((name) => [name, anyInt])),
  ...Object.fromEntries(
    [
      'betavariate',
      'expovariate',
      'gauss',
      'lognormvariate',
      'normalvariate',
      'random',
      'triangular',
      'uniform',
    ].map((name) => [name, anyFloat]),
  ),
};

/** Classes of generators, whose methods have the names of the functions. */
const GENERATORS: readonly string[] = ['random.Random', 'random.SystemRandom'];

/** The functions of `random`: of what they draw, it is known what all elements have in common. */
export const RANDOM: { readonly [name: string]: Builtin } = Object.fromEntries(
  Object.entries(FUNCTIONS).flatMap(([name, builtin]): [string, Builtin][] => [
    [`random.${name}`, builtin],
    ...GENERATORS.map((cls): [string, Builtin] => [
      `${cls}.${name}`,
      (ev, given, node) => builtin(ev, { ...given, positional: given.positional.slice(1) }, node),
    ]),
  ]),
);
