import { excerpt } from '../../basics/excerpt';
import type { Arguments, Evaluator, OfCall, OfMethod, Value } from '../../evaluator';
import { dictOf, iterate, listOf, putEntry, setElement, tupleOf } from '../../evaluator/containers';
import type { Failure } from '../../evaluator/evaluator';
import { fails, isJudged, isSettled } from '../../evaluator/failures';
import { entries, letEscape, UNKNOWN_ENTRIES } from '../../evaluator/join';
import { refused } from '../../evaluator/refusals';
import {
  bool,
  type DictEntry,
  type DictValue,
  entriesOf,
  float,
  kinds,
  NO_ARGUMENTS,
  none,
  str,
  unknown,
} from '../../evaluator/value';
import { textMatches } from '../../python/text-matches';
import type { Node } from '../../python/tree';

const NAME =
  /^ml_collections\.(?:config_dict\.(?:config_dict\.)?)?(ConfigDict|FrozenConfigDict|create|placeholder)$/;

/** References let several fields share one value, and the others change what a field stores; then nothing is followed. */
const UNFOLLOWED =
  /\b(?:FieldReference|get_(?:oneway_)?ref|ignore_type|type_safe|convert_dict|sort_keys|allow_dotted_keys)\b/;
const PLACEHOLDER = /\b(?:required_)?placeholder\(/;

/** Properties of a `ConfigDict`. */
const FLAGS: ReadonlySet<string> = new Set([
  'is_locked',
  'is_type_safe',
  'convert_dict',
  'allow_dotted_keys',
]);

/** A dict of `ml_collections`, whose keys are attributes. It keeps the types of its values, and its keys are sorted. */
type Config = DictValue & { readonly form: 'ConfigDict' | 'FrozenConfigDict' };

export const isConfig = (value: Value): value is Config => value.kind === 'dict' && value.form !== undefined;

/** The result of a class or function of `ml_collections`. */
export const configMade: OfCall<Value> = (
  callee,
  { positional, keywords, hasUnknownArguments },
  node,
  ev,
) => {
  const [, name] = NAME.exec(callee) ?? [];
  if (name === undefined || hasUnknownArguments || textMatches(ev.tree, UNFOLLOWED)) return undefined;
  if (name === 'placeholder') return isOnlyAssigned(node) ? none(node) : unknown(node, 'call');
  if (name === 'create') {
    const made = configOf(ev, 'ConfigDict', node);
    for (const [key, value] of keywords) putEntry(ev, made, str(node, key), value);
    return made;
  }
  const from = positional[0] ?? keywords.get('initial_dictionary');
  if (positional.length + keywords.size > (from ? 1 : 0)) return undefined;
  const form = name === 'FrozenConfigDict' ? name : 'ConfigDict';
  if (!from || from.kind === 'none') return configOf(ev, form, node);
  // A frozen copy has other types, so its thawed one is not known.
  if (from.kind !== 'dict' || (from.form === 'FrozenConfigDict' && form !== from.form)) return undefined;
  return copied(ev, from, form, node, new Map());
};

const configOf = (ev: Evaluator, form: Config['form'], node: Node): Config => ({
  ...dictOf(ev, node),
  isSpecial: true,
  isNamespace: true,
  isSorted: true,
  form,
});

/** A new `ConfigDict` with the entries of a dict; `copies` holds those that were made of its parts. */
function copied(
  ev: Evaluator,
  from: DictValue,
  form: Config['form'],
  node: Node,
  copies: Map<object, Config>,
): Config {
  const known = copies.get(from.cell);
  if (known) return known;
  const made = configOf(ev, form, node);
  copies.set(from.cell, made);
  const all = entriesOf(from);
  // A placeholder would be shared with the copy.
  const isKnown = all && !(isConfig(from) && textMatches(ev.tree, PLACEHOLDER));
  if (!isKnown) {
    letEscape(from, ev.state);
    ev.state.write(made.cell, UNKNOWN_ENTRIES);
    return made;
  }
  for (const { key, value } of all) {
    const isPart = value.kind === 'dict' && (!isConfig(value) || form === 'FrozenConfigDict');
    putEntry(ev, made, key, isPart ? copied(ev, value, form, node, copies) : value);
  }
  return made;
}

/** Whether a placeholder is the value of one attribute or element, so that nothing else can share it. */
const isOnlyAssigned = ({ parent }: Node): boolean =>
  parent?.kind === 'assignment' && parent.targets.length === 1 && parent.targets[0]!.kind !== 'name';

// ---------------------------------------------------------------- Values

const NUMBERS = kinds('int', 'bool');
const SEQUENCES = kinds('list', 'tuple');
/** Values whose type is known, so that it is known what a later value becomes. */
const TYPED = kinds(
  'none',
  'int',
  'bool',
  'float',
  'str',
  'bytes',
  'list',
  'tuple',
  'dict',
  'function',
  'class',
);

/** The value that a `ConfigDict` stores: dicts become one, and a value before it decides on the type. */
export function storedInConfig(
  object: DictValue,
  key: Value,
  value: Value,
  node: Node,
  ev: Evaluator,
): Value {
  const { form } = object as Config;
  if (form === 'FrozenConfigDict') return frozen(ev, value, node);
  const name = key.kind === 'str' ? key.value : undefined;
  const { known, hasUnknownEntries, isLocked } = object.cell.content;
  const before = name === undefined ? undefined : known.get(`s${name}`)?.value;
  if (name !== undefined && isJudged(ev, value) && isSettled(ev, object)) {
    if (before) fails(ev, node, typeRefusal(name, before, value));
    else if (isLocked && !hasUnknownEntries) fails(ev, node, lockRefusal(name, node));
  }
  if (value.kind === 'dict' && !isConfig(value)) return copied(ev, value, form, node, new Map());
  if (name === undefined) return value;
  return before || hasUnknownEntries ? cast(ev, before && typeOf(before), value, node) : value;
}

/** A value of another type than the field has; `None` fits every field. */
function typeRefusal(name: string, before: Value, value: Value): Failure | undefined {
  const type = typeOf(before);
  const taken = TAKEN.get(type ?? '');
  return taken && TAKEN.has(value.kind) && !taken.includes(value.kind)
    ? refused(`\`${excerpt(name)}\` is of the type \`${type}\`, and a ConfigDict keeps that`)
    : undefined;
}

/** The kinds of values that a field takes, by the kind that it has. */
const TAKEN: ReadonlyMap<string, readonly string[]> = new Map([
  ['int', ['int', 'bool']],
  ['float', ['float', 'int', 'bool']],
  ['bool', ['bool']],
  ['str', ['str']],
  ['list', ['list', 'tuple']],
  ['tuple', ['list', 'tuple']],
  ['dict', ['dict']],
]);

const lockRefusal = (name: string, node: Node): Failure =>
  refused(
    `\`${excerpt(name)}\` is new, and a locked ConfigDict takes no new fields: set it before \`lock()\`, or in \`unlocked()\``,
    node.kind === 'attribute' ? 'AttributeError' : 'KeyError',
  );

/** A dict and its parts take new fields, or no more. */
function locking(ev: Evaluator, object: Config, isLocked: boolean, depth = 0): void {
  if (depth > MAX_DEPTH) return;
  const { known, hasUnknownEntries } = object.cell.content;
  ev.state.write(object.cell, { known, hasUnknownEntries, ...(isLocked && { isLocked }) });
  for (const { value } of known.values()) if (isConfig(value)) locking(ev, value, isLocked, depth + 1);
}

const MAX_DEPTH = 16;

/** The kind of value that a field has; undefined if that is unknown. */
function typeOf(before: Value): Value['kind'] | undefined {
  if (before.kind !== 'none' || before.node.kind !== 'call')
    return TYPED.has(before.kind) ? before.kind : undefined;
  // The type of a placeholder is its argument.
  const [type] = before.node.arguments;
  const name = type?.value.kind === 'name' ? type.value.name : '';
  return name === 'float' || name === 'int' || name === 'str' || name === 'bool' ? name : undefined;
}

function cast(ev: Evaluator, kind: Value['kind'] | undefined, value: Value, node: Node): Value {
  if (NUMBERS.has(value.kind)) {
    if (kind === undefined) return unknown(node, 'call');
    if (kind !== 'float') return value;
    const number = value.kind === 'int' || value.kind === 'bool' ? value.value : undefined;
    return float(
      value.node,
      number === undefined || Math.abs(Number(number)) > 2 ** 53 ? undefined : Number(number),
    );
  }
  if (!SEQUENCES.has(value.kind) || kind === value.kind) return value;
  if (kind === undefined) {
    letEscape(value, ev.state);
    return unknown(node, 'call');
  }
  if (!SEQUENCES.has(kind)) return value;
  const all = iterate(ev, value);
  return kind === 'list' ? listOf(ev, all, value.node) : tupleOf(all, value.node);
}

/** A value of a `FrozenConfigDict`, where lists are tuples. */
function frozen(ev: Evaluator, value: Value, node: Node): Value {
  switch (value.kind) {
    case 'list':
      return tupleOf(
        value.cell.content?.map((each) => frozen(ev, each, node)),
        value.node,
      );
    case 'tuple':
      return value.cls
        ? unknown(node, 'call')
        : { ...value, elements: value.elements?.map((each) => frozen(ev, each, node)) };
    case 'set':
      return unknown(node, 'call');
    default:
      return value;
  }
}

// ---------------------------------------------------------------- Attributes and methods

export function attributeOfConfig(object: Value, name: string, node: Node): Value | undefined {
  if (!isConfig(object)) return undefined;
  if (METHODS.has(name) || READING.has(name)) return { kind: 'method', object, name, node };
  if (FLAGS.has(name)) return bool(node, undefined);
  return object.cell.content.known.get(`s${name}`)?.value;
}

export function configHasAttribute(object: Value, name: Value, node: Node): Value | undefined {
  if (!isConfig(object) || name.kind !== 'str' || name.value === undefined) return undefined;
  if (attributeOfConfig(object, name.value, node)) return bool(node, true);
  return bool(node, object.cell.content.hasUnknownEntries || name.value.startsWith('_') ? undefined : false);
}

/** What a `ConfigDict` has beside its fields. */
export const attributesOfConfig = (form: string): readonly string[] | undefined =>
  CONFIGS.test(form) ? [...METHODS.keys(), ...READING, ...FLAGS, ...OTHERS] : undefined;

const CONFIGS = /^(?:Frozen)?ConfigDict$/;
const OTHERS = ['get_ref', 'get_oneway_ref', 'ignore_type', 'as_configdict'];

/** Methods that leave the object as it is, and whose results are not followed. */
const READING: ReadonlySet<string> = new Set([
  ...['to_json', 'to_json_best_effort', 'to_yaml', 'get_type', 'eq_as_configdict'],
]);

export const methodOfConfig: OfMethod<Value> = (object, name, given, node, ev) => {
  if (!isConfig(object) || given.hasUnknownArguments) return undefined;
  if (READING.has(name)) return unknown(node, 'call');
  return METHODS.get(name)?.(ev, object, given, node);
};

type Method = (ev: Evaluator, object: Config, given: Arguments, node: Node) => Value | undefined;

/** A list of what an entry has; undefined if the entries are not all known, or the call asks for references. */
const listing =
  (part: (entry: DictEntry, node: Node) => Value): Method =>
  (ev, object, { positional, keywords }, node) => {
    if (positional.length + keywords.size > 0) return undefined;
    return listOf(
      ev,
      entriesOf(object)?.map((entry) => part(entry, node)),
      node,
    );
  };
const keysIn = listing(({ key }) => key);
const valuesIn = listing(({ value }) => value);
const itemsIn = listing(({ key, value }, node) => tupleOf([key, value], node));

const METHODS: ReadonlyMap<string, Method> = new Map(
  Object.entries<Method>({
    keys: keysIn,
    iterkeys: keysIn,
    values: valuesIn,
    itervalues: valuesIn,
    items: itemsIn,
    iteritems: itemsIn,
    lock: (ev, object) => {
      locking(ev, object, true);
      return object;
    },
    unlock: (ev, object) => {
      locking(ev, object, false);
      return object;
    },
    // It locks the dict again at its end, which is not followed.
    unlocked: (ev, object, _given, node) => {
      locking(ev, object, false);
      return { kind: 'made', callee: 'contextlib.nullcontext', given: NO_ARGUMENTS, node };
    },
    get: (_ev, object, { positional, keywords }, node) => {
      const [key = keywords.get('key'), other = keywords.get('default') ?? none(node)] = positional;
      // A dot leads into a part.
      if (key?.kind !== 'str' || key.value === undefined || key.value.includes('.')) return undefined;
      const { known, hasUnknownEntries } = object.cell.content;
      return known.get(`s${key.value}`)?.value ?? (hasUnknownEntries ? undefined : other);
    },
    __setitem__: (ev, object, { positional: [key, value] }, node) => {
      if (key && value) setElement(ev, object, key, value, node);
      return none(node);
    },
    update: (ev, object, { positional: [from, ...more], keywords }, node) => {
      const all = from ? (from.kind === 'dict' ? sharedEntries(ev, from) : undefined) : [];
      if (!all || more.length > 0) return undefined;
      for (const { key, value } of all) updateEntry(ev, object, key, value);
      for (const [name, value] of keywords) updateEntry(ev, object, str(node, name), value);
      return none(node);
    },
    update_from_flattened_dict: (ev, object, { positional: [from, ...more], keywords }, node) => {
      const all = from?.kind === 'dict' ? sharedEntries(ev, from) : undefined;
      if (!all || more.length > 0 || keywords.size > 0) return undefined;
      for (const { key, value } of all) {
        const path = key.kind === 'str' ? key.value?.split('.') : undefined;
        const last = path?.pop();
        let part: Value | undefined = object;
        for (const name of path ?? [])
          part = part && isConfig(part) ? part.cell.content.known.get(`s${name}`)?.value : undefined;
        if (last === undefined || !part || !isConfig(part) || /\[/.test(last)) return undefined;
        putEntry(ev, part, str(key.node, last), value);
      }
      return none(node);
    },
    to_dict: (ev, object, { positional, keywords }, node) =>
      positional.length + keywords.size > 0 ? undefined : plain(ev, object, node, new Map()),
    copy_and_resolve_references: (ev, object, { positional }, node) =>
      positional.length > 0 ? undefined : deepCopy(ev, object, node, new Map()),
  }),
);

/** The entries of a dict that go into another one; none of them may be a placeholder, which both would share. */
const sharedEntries = (ev: Evaluator, from: DictValue): readonly DictEntry[] | undefined =>
  isConfig(from) && textMatches(ev.tree, PLACEHOLDER) ? undefined : entriesOf(from);

/** Parts are updated, other values replaced. */
function updateEntry(ev: Evaluator, object: Config, key: Value, value: Value): void {
  const name = key.kind === 'str' ? key.value : undefined;
  const before = object.cell.content.known.get(`s${name}`)?.value;
  const all = value.kind === 'dict' ? entriesOf(value) : undefined;
  if (before && isConfig(before) && all)
    for (const each of all) updateEntry(ev, before, each.key, each.value);
  else putEntry(ev, object, key, value);
}

function plain(ev: Evaluator, from: Config, node: Node, copies: Map<object, DictValue>): DictValue {
  const known = copies.get(from.cell);
  if (known) return known;
  const made = dictOf(ev, node);
  copies.set(from.cell, made);
  const all = entriesOf(from);
  if (!all) ev.state.write(made.cell, UNKNOWN_ENTRIES);
  for (const { key, value } of all ?? [])
    putEntry(ev, made, key, isConfig(value) ? plain(ev, value, node, copies) : value);
  return made;
}

function deepCopy(ev: Evaluator, from: Config, node: Node, copies: Map<object, Config>): Config {
  const known = copies.get(from.cell);
  if (known) return known;
  const { content } = from.cell;
  const made: Config = { ...from, cell: entries(ev.state, UNKNOWN_ENTRIES), node };
  copies.set(from.cell, made);
  const parts = [...content.known].map(([id, { key, value }]) => {
    const copy = isConfig(value) ? deepCopy(ev, value, node, copies) : value;
    return [id, { key, value: copy }] as const;
  });
  const { hasUnknownEntries } = content;
  ev.state.write(made.cell, { known: new Map(parts), hasUnknownEntries });
  return made;
}
