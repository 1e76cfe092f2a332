// What a program saves in checkpoints and restores from them: the variables of embedding objects.
import { Attached } from '../../basics/attached';
import { excerpt } from '../../basics/excerpt';
import { withEntry } from '../../basics/with-entry';
import { embeddingId } from '../../catalogue/names';
import type { Arguments, Evaluator, Failure, OfMethod, Value } from '../../evaluator';
import { dictOf, putEntry } from '../../evaluator/containers';
import { fails, isCertain } from '../../evaluator/failures';
import { lastingEntries } from '../../evaluator/join';
import { refused, refusedValue } from '../../evaluator/refusals';
import type { Cell } from '../../evaluator/state';
import {
  type DictValue,
  dictKeyOf,
  type Entries,
  NO_ARGUMENTS,
  numberOf,
  str,
  unknown,
} from '../../evaluator/value';
import { textMatches } from '../../python/text-matches';
import type { Node } from '../../python/tree';
import { differ, type Inferred, instanceOf, type Shape } from '../calls/types';
import { dictOfProperty, tablesOf } from './nested-results';
import { strategyAround } from './strategies';
import { shapeText } from './tensor-shapes';

/** The variables of a table: its shape, and the names of its slots. */
interface Variables {
  readonly shape: Shape;
  readonly slots: readonly string[] | undefined;
}

/** What a checkpoint holds of an object: undefined where that is not known. */
type Held =
  | { readonly kind: 'tables'; readonly tables: ReadonlyMap<string, Variables>; readonly isBuilt: boolean }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, Held>; readonly isWhole: boolean }
  | undefined;

/** A checkpoint at the time when it was saved; a `save` counts, and a `write` does not. */
interface Saved {
  readonly held: Held;
  readonly counts: boolean;
}

const SAVED = 'tensorflow.train.Checkpoint.save';
const STATUS = 'tensorflow.train.CheckpointLoadStatus';
const CLASSES = /\.TPUEmbedding(?:ForServing)?$/;

const savedBy = new Attached<Arguments, Saved>();
const restoredBy = new Attached<
  Arguments,
  { readonly saved: Saved; readonly to: Value; readonly counts: boolean }
>();
/** Embedding objects on the host, and those that certainly have their variables. */
const onHost = new WeakSet<Arguments>();
const built = new WeakSet<Arguments>();
/** What objects get once they have variables. */
const awaited = new Attached<Arguments, Held | undefined>();

/** An embedding object is made. */
export function noteMade(object: Value, ev: Evaluator): void {
  if (isEmbedding(object) && strategyAround(ev.around) === 'none') onHost.add(object.given);
}

const isEmbedding = (object: Value): object is Extract<Value, { kind: 'made' }> =>
  object.kind === 'made' && CLASSES.test(instanceOf(object)?.entry.id ?? '');

const BUILDING = /^(?:build|__call__|call|embedding_lookup)$/;

/** Whether a method makes the variables of an embedding object on the host. */
export const getsVariables = (object: Value, name: string): boolean =>
  isEmbedding(object) && BUILDING.test(name) && onHost.has(object.given) && !built.has(object.given);

/** A method makes the variables of an embedding object, which do not fit what was restored before. */
export const buildingFailure: OfMethod<Failure> = (object, name, _given, node, ev) => {
  if (!isEmbedding(object) || !BUILDING.test(name) || !onHost.has(object.given) || !isCertain(ev, object))
    return undefined;
  built.add(object.given);
  const saved = awaited.get(object.given);
  awaited.set(object.given, undefined);
  return saved && shapesFailure(saved, heldBy(object, node, ev));
};

/** What a checkpoint keeps of a value. */
function heldBy(value: Value, node: Node, ev: Evaluator, depth = 0): Held {
  if (isEmbedding(value)) {
    const tables = onHost.has(value.given) ? variablesOf(value, node, ev) : undefined;
    return tables && { kind: 'tables', tables, isBuilt: built.has(value.given) };
  }
  if (value.kind !== 'instance' || depth > MAX_DEPTH) return undefined;
  const { known, hasUnknownFields } = value.fields.content;
  const members = new Map<string, Held>();
  for (const [name, each] of known)
    if (isEmbedding(each) || each.kind === 'instance') members.set(name, heldBy(each, node, ev, depth + 1));
  return { kind: 'object', members, isWhole: !hasUnknownFields };
}

const MAX_DEPTH = 4;

/** The tables of an embedding object by their names. */
function variablesOf(object: Value, node: Node, ev: Evaluator): ReadonlyMap<string, Variables> | undefined {
  const found = new Map<string, Variables>();
  const tables = tablesOf(object);
  for (const table of tables ?? []) {
    const name = ev.attribute(table, 'name', node);
    const text = name.kind === 'str' ? name.value : undefined;
    if (text === undefined) return undefined;
    found.set(text, {
      shape: ['vocabulary_size', 'dim'].map((key) => numberOf(ev.attribute(table, key, node))),
      slots: slotsOf(ev.attribute(table, 'optimizer', node)),
    });
  }
  return tables && found;
}

/** The property `variables`: variables by the names of tables, and then of slots, if they are known. */
export function variablesByTable(
  object: Value,
  name: string,
  node: Node,
  ev: Evaluator,
): DictValue | undefined {
  const isServing = instanceOf(object)?.entry.id === embeddingId('TPUEmbeddingForServing');
  const isLeft = isServing && name === 'variables' && !textMatches(ev.tree, ADDS_VARIABLES);
  const tables = isLeft ? variablesOf(object, node, ev) : undefined;
  const dict = tables && dictOfProperty(object, name, node, ev);
  if (!dict) return undefined;
  for (const [table, { slots }] of tables) {
    const held = slots && dictOf(ev, node);
    for (const slot of ['parameters', ...(slots ?? [])])
      if (held) putEntry(ev, held, str(node, slot), unknown(node, 'call'));
    putEntry(ev, dict, str(node, table), held ?? unknown(node, 'call'));
  }
  ev.state.write(dict.cell, { ...dict.cell.content, hasUnknownEntries: false });
  return dict;
}

/** Programs that put variables of their own beside those of the tables. */
const ADDS_VARIABLES = /\.variables\b.*(?:\]\s*=(?!=)|\.(?:update|setdefault)\()/;

function slotsOf(optimizer: Value | undefined): readonly string[] | undefined {
  if (optimizer?.kind === 'none') return [];
  const isPlain = optimizer?.kind === 'made' && !optimizer.given.keywords.has('slot_variable_creation_fn');
  const slots = isPlain ? instanceOf(optimizer)?.entry.optimizer?.slots : undefined;
  return slots && Object.keys(slots);
}

// ---------------------------------------------------------------- Saving

/** Where checkpoints are, by the folders and files that programs name. */
export class SavedCheckpoints {
  private all: Cell<Entries> | undefined;

  private cell({ state }: Evaluator): Cell<Entries> {
    this.all ??= lastingEntries(state);
    return this.all;
  }

  private put(key: string | undefined, value: Value, ev: Evaluator): void {
    if (key === undefined) return;
    const { known } = this.cell(ev).content;
    const entry = { key: str(value.node, key), value };
    ev.state.write(this.cell(ev), { known: withEntry(known, key, entry), hasUnknownEntries: true });
  }

  private at(key: string | undefined, ev: Evaluator): Value | undefined {
    const found = key === undefined ? undefined : this.cell(ev).content.known.get(key)?.value;
    return found?.kind === 'made' ? found : undefined;
  }

  /** The newest checkpoint in a folder. */
  newest(folder: Value | undefined, ev: Evaluator): Value | undefined {
    return this.at(folder && pathIn(folder), ev);
  }

  /** The path of what `save` or `write` of a checkpoint writes, or a manager's `save`. */
  save(
    checkpoint: Value,
    path: Value | undefined,
    folder: Value | undefined,
    counts: boolean,
    node: Node,
    ev: Evaluator,
  ): Value {
    const made: Value = { kind: 'made', callee: SAVED, given: { ...NO_ARGUMENTS }, facts: TEXT, node };
    const held = isCertain(ev) ? partsOf(checkpoint, node, ev) : undefined;
    if (made.kind === 'made') savedBy.set(made.given, { held, counts });
    const written = path && pathIn(path);
    this.put(folder ? pathIn(folder) : written?.replace(/(?:^|\/)[^/]*$/, ''), made, ev);
    if (!counts) this.put(written, made, ev);
    return made;
  }

  /** What `restore` or `read` of a checkpoint gives. */
  restore(checkpoint: Value, path: Value | undefined, counts: boolean, node: Node, ev: Evaluator): Value {
    const from = path && (isSaved(path) ? path : this.at(pathIn(path), ev));
    const saved = from?.kind === 'made' ? savedBy.get(from.given) : undefined;
    if (!saved || !path || !isCertain(ev, checkpoint, path)) return unknown(node, 'call');
    const now = partsOf(checkpoint, node, ev);
    fails(ev, node, shapesFailure(saved.held, now));
    await_(saved.held, checkpoint);
    const given = { ...NO_ARGUMENTS };
    restoredBy.set(given, { saved, to: checkpoint, counts });
    return { kind: 'made', callee: STATUS, given, node };
  }
}

const TEXT: Inferred = { kind: 'str', value: undefined };

const isSaved = (value: Value): boolean => value.kind === 'made' && value.callee === SAVED;

/** A path, known or behind a folder that only a run knows. */
function pathIn(value: Value): string | undefined {
  const path = value.kind === 'str' ? (value.value ?? value.place) : undefined;
  return path === undefined
    ? undefined
    : dictKeyOf({ kind: 'str', value: path } as Value)?.replace(/\/+$/, '');
}

/** The objects of a checkpoint by its own names for them. */
function partsOf(checkpoint: Value, node: Node, ev: Evaluator): Held {
  if (checkpoint.kind !== 'made' || checkpoint.given.hasUnknownArguments) return undefined;
  if (checkpoint.given.positional.length > 0 || checkpoint.given.keywords.has('root')) return undefined;
  const members = new Map(
    [...checkpoint.given.keywords].map(([name, value]) => [name, heldBy(value, node, ev)]),
  );
  return { kind: 'object', members, isWhole: true };
}

/** Objects that have no variables yet get theirs later. */
function await_(saved: Held, checkpoint: Value): void {
  if (saved?.kind !== 'object' || checkpoint.kind !== 'made') return;
  for (const [name, value] of checkpoint.given.keywords)
    if (isEmbedding(value) && !built.has(value.given)) awaited.set(value.given, saved.members.get(name));
}

// ---------------------------------------------------------------- Comparing

function shapesFailure(saved: Held, now: Held): Failure | undefined {
  const wrong = pairs(saved, now).find(([, before, after]) => differ(before.shape, after.shape));
  if (!wrong) return undefined;
  const [path, before, after] = wrong;
  return refusedValue(
    `The checkpoint holds \`${excerpt(path)}\` with the shape ${shapeText(before.shape)}, and here it has ${shapeText(after.shape)}`,
  );
}

/** The tables that are on both sides, where both have variables. */
function pairs(saved: Held, now: Held, path = ''): readonly (readonly [string, Variables, Variables])[] {
  if (saved?.kind === 'object' && now?.kind === 'object')
    return [...now.members].flatMap(([name, member]) =>
      pairs(saved.members.get(name), member, `${path}${name}/`),
    );
  if (saved?.kind !== 'tables' || now?.kind !== 'tables' || !saved.isBuilt || !now.isBuilt) return [];
  return [...now.tables].flatMap(([name, after]) => {
    const before = saved.tables.get(name);
    return before ? [[path + name, before, after] as const] : [];
  });
}

/** Variables on one side that the other certainly lacks, by their paths. */
function lacking(all: Held, other: Held, path = ''): readonly string[] {
  if (all?.kind === 'object')
    return [...all.members].flatMap(([name, member]) => {
      if (other?.kind !== 'object') return [];
      const isAbsent = other.isWhole && !other.members.has(name);
      return lacking(member, isAbsent ? NOTHING : other.members.get(name), `${path}${name}/`);
    });
  if (all?.kind !== 'tables' || !all.isBuilt || (other?.kind !== 'tables' && other !== NOTHING)) return [];
  const others = other?.kind === 'tables' ? other.tables : new Map<string, Variables>();
  return [...all.tables].flatMap(([name, { slots }]) => {
    const found = others.get(name);
    if (!found) return [path + name];
    return slots && found.slots
      ? slots.filter((slot) => !found.slots!.includes(slot)).map((slot) => `${path}${name}/${slot}`)
      : [];
  });
}

const NOTHING: Held = { kind: 'object', members: new Map(), isWhole: true };

const ASSERTING = /^assert_(consumed|existing_objects_matched)$/;

/** A method of what `restore` gives: each gives the same object. */
export function methodOfRestored(object: Value, name: string, node: Node, ev: Evaluator): Value | undefined {
  if (object.kind !== 'made' || object.callee !== STATUS) return undefined;
  const restored = restoredBy.get(object.given);
  const [, what] = ASSERTING.exec(name) ?? [];
  if (!restored || what === undefined || !isCertain(ev, object)) return object;
  const { saved, to, counts } = restored;
  const now = partsOf(to, node, ev);
  const missing = [...lacking(now, saved.held), ...(counts && !saved.counts ? ['save_counter'] : [])];
  const unused =
    what === 'consumed'
      ? [...lacking(saved.held, now), ...(saved.counts && !counts ? ['save_counter'] : [])]
      : [];
  const reason = missing[0]
    ? `the checkpoint has no \`${excerpt(missing[0])}\``
    : unused[0] && `nothing here takes \`${excerpt(unused[0])}\` of the checkpoint`;
  if (reason !== undefined) fails(ev, node, refused(`\`${name}\` fails, as ${reason}`, 'AssertionError'));
  return object;
}
