import { Attached } from '../basics/attached';
import type { FunctionDefinition, Lambda, Node } from '../python/tree';
import type { Cell } from './state';

/**
 * The value of an expression, as far as the source determines it with certainty. `undefined` in place of a value means: of
 * this kind, but unknown. `node` is where the value is written, after following names. Mutable contents are in a cell,
 * which all aliases share.
 */
export type Value =
  | { readonly kind: 'unknown'; readonly why: Reason; readonly node: Node }
  | { readonly kind: 'none' | 'ellipsis' | 'complex'; readonly node: Node }
  | BoolValue
  | IntValue
  | FloatValue
  | StrValue
  /** One character, below 256, for each byte. */
  | BytesValue
  | TupleValue
  | ListValue
  | SetValue
  | DictValue
  | RangeValue
  | ViewValue
  | IteratorValue
  | FunctionValue
  /** A function with bound arguments: the object of a method, or the arguments of `functools.partial`. */
  | { readonly kind: 'partial'; readonly callee: Value; readonly given: Arguments; readonly node: Node }
  /** A method, by name, of an object whose class is not in the file. */
  | { readonly kind: 'method'; readonly object: Value; readonly name: string; readonly node: Node }
  | ClassValue
  | InstanceValue
  | { readonly kind: 'super'; readonly cls: ClassValue; readonly self: Value; readonly node: Node }
  /** The result of calling an `async` function, before it is awaited. */
  | {
      readonly kind: 'coroutine';
      readonly callee: FunctionValue;
      readonly given: Arguments;
      readonly node: Node;
    }
  /** A module, class, function or constant from elsewhere, by its dotted name. */
  | ReferenceValue
  /** The result of calling something from elsewhere. */
  | {
      readonly kind: 'made';
      readonly callee: string;
      readonly given: Arguments;
      readonly facts?: Facts;
      /** The values that it refers to by attributes that the program has set. */
      held?(): readonly Value[];
      readonly node: Node;
    }
  | ExternalValue
  /** One of these, depending on something unknown; with `isChoice`, on conditions only, and not on whether code fails. */
  | {
      readonly kind: 'oneOf';
      readonly options: readonly Value[];
      readonly isChoice?: boolean;
      readonly node: Node;
    };

interface ReferenceValue {
  readonly kind: 'reference';
  readonly name: string;
  /** The id of a class of the catalogue, which all its names share. */
  readonly cls?: string;
  /** The same for a constant, which may equal anything but other such constants. */
  readonly constant?: string;
  readonly node: Node;
}

/** Why a value is unknown. */
type Reason = 'parameter' | 'call' | 'loop' | 'branch' | 'changed' | 'unbound' | 'limit' | 'syntax';

/** A value of a kind; undefined if only the kind is known. */
interface Plain<Kind extends string, T> {
  readonly kind: Kind;
  readonly value: T | undefined;
  /** It certainly is of that kind, and nothing that only behaves like it, even if its value is not known. */
  readonly isExact?: true;
  readonly node: Node;
}
type BoolValue = Plain<'bool', boolean>;
interface IntValue extends Plain<'int', bigint> {
  /** It is at least this, if the value itself is not known. */
  readonly least?: bigint | undefined;
}
interface FloatValue extends Plain<'float', number> {
  /** Almost its value, where platforms round the last digits differently. */
  readonly near?: number | undefined;
  /** It is not 0, if the value itself is not known. */
  readonly isNonzero?: boolean;
}
export interface StrValue extends Plain<'str', string> {
  /** If it is not known: the path that it is, behind a name for a folder that only the run of the program knows. */
  readonly place?: string;
}
interface BytesValue extends Plain<'bytes', string> {
  /** An object that these bytes serialize, as the library knew it at that time. */
  readonly serialized?: object;
}
export interface TupleValue {
  readonly kind: 'tuple';
  readonly elements: Elements;
  /** For a named tuple: its class, which names the elements. */
  readonly cls?: ClassValue;
  /** The objects one of which it is, of whose parts only what they share is known. */
  readonly standsFor?: readonly Value[];
  readonly node: Node;
}
export interface ListValue {
  readonly kind: 'list';
  readonly cell: Cell<Elements>;
  /** The elements of the display that made it, in order. */
  readonly displayed?: Elements;
  /** Whether it is a `collections.deque`, which is used like a list but is none. */
  readonly isDeque?: boolean;
  /** The subclass of `list`, which is in the file. */
  readonly cls?: ClassValue;
  /** The objects one of which it is, of whose parts only what they share is known. */
  readonly standsFor?: readonly Value[];
  /** A value that stands for any element, if the elements are not known one by one. */
  each?(): Value;
  readonly node: Node;
}
export interface SetValue {
  readonly kind: 'set';
  readonly isFrozen: boolean;
  readonly cell: Cell<Entries>;
  readonly node: Node;
}
export interface DictValue {
  readonly kind: 'dict';
  readonly cell: Cell<Entries>;
  /** The entries of the display that made it, in order. */
  readonly displayed?: Entries;
  /** What stands for any entry, if the entries are not known one by one. */
  readonly any?: DictEntry;
  /** The factory for missing values of a `defaultdict`. */
  readonly missing?: Value | undefined;
  /** Whether it is a `collections.Counter`, in which what is missing counts 0. */
  readonly isCounter?: boolean;
  /** Whether it is of a subclass of `dict`, which has another `repr`. */
  readonly isSpecial?: boolean;
  /** The subclass of `dict`, if it is in the file. */
  readonly cls?: ClassValue;
  /** The objects one of which it is, of whose parts only what they share is known. */
  readonly standsFor?: readonly Value[];
  /** Whether its keys are also its attributes. */
  readonly isNamespace?: boolean;
  /** The library's class of it, which decides how it stores values and what its attributes are. */
  readonly form?: string;
  /** Whether its keys are sorted. */
  readonly isSorted?: boolean;
  readonly node: Node;
}
interface RangeValue {
  readonly kind: 'range';
  readonly start: bigint;
  readonly stop: bigint | undefined;
  readonly step: bigint;
  readonly node: Node;
}

/** A view of a dict, which follows its changes. */
export interface ViewValue {
  readonly kind: 'view';
  readonly of: DictValue;
  readonly part: 'items' | 'keys' | 'values';
  readonly node: Node;
}

/** Gives its elements once. */
export interface IteratorValue {
  readonly kind: 'iterator';
  readonly cell: Cell<Elements>;
  /** Whether it goes on after the elements in its cell, which are only the first ones. */
  readonly isEndless?: boolean;
  /** Whether it is a stream of text, which has methods that read. */
  readonly isStream?: boolean;
  /** Whether it is a generator whose function goes on behind its last element, if it is asked for one more. */
  readonly hasEnd?: boolean;
  /** Whether its source is unchanged. */
  isFresh(): boolean;
  /**
   * Whether another iterator takes elements from it lazily, so that it is unknown how many are left. This is never rolled
   * back.
   */
  readonly use: { isShared: boolean };
  /** A value that stands for any element, if the elements are not known one by one. */
  each?(): Value;
  /** Whether the container that takes its elements where they are made plays no part in making them. */
  readonly sparesTaker?: boolean;
  /** The cells that it can read while making elements. */
  readonly reads: ReadonlySet<Cell<unknown>>;
  /** Shows the observer how it makes all of its elements, or lets it imagine how it makes any one. */
  show?(isWhole: boolean): void;
  readonly node: Node;
}

export interface FunctionValue {
  readonly kind: 'function';
  readonly definition: FunctionDefinition | Lambda;
  readonly closure: Frame;
  /** By parameter name; evaluated at the definition. */
  readonly defaults: ReadonlyMap<string, Value>;
  /** The class whose method it is. */
  readonly owner: ClassValue | undefined;
  readonly node: Node;
}

export interface ClassValue {
  readonly kind: 'class';
  readonly name: string;
  /** Its definition, or the call of `namedtuple` that made it. */
  readonly definition: Node;
  readonly members: Cell<Fields>;
  readonly bases: readonly Value[];
  /** All its bases, in method resolution order. */
  readonly inherited: readonly Value[];
  readonly form: 'plain' | 'dataclass' | 'namedtuple' | 'enum' | 'typeddict';
  /** Whether it cannot be called while one of its methods is abstract. */
  readonly isGuarded?: boolean;
  /** What annotations in its body say of attributes. */
  readonly declared?: ReadonlyMap<string, Value>;
  /** The fields of a dataclass or a named tuple, in order. */
  readonly fields: readonly ClassField[];
  /** How its decorator makes it a record. */
  readonly style?: RecordStyle | undefined;
  /** The class of the class, its own or that of a base. */
  readonly meta?: Value | undefined;
  readonly node: Node;
}

/** How a decorator makes a class a record: which names of its body are fields, and what its `__init__` does with them. */
export interface RecordStyle {
  /** Fields are annotated names, names with a declaration as value, or the latter if one of them has no annotation. */
  readonly fields: 'annotated' | 'declared' | 'declared or annotated';
  /** What a value in the class's body declares about its field; undefined if it is only the default. */
  declaration(value: Value, isByName: boolean): FieldSettings | undefined;
  /** Whether a field is passed by keyword unless it says otherwise. */
  readonly isByName: boolean;
  /** The method that `__init__` calls first. */
  readonly firstOfInit?: string;
  /** The method that `__init__` calls last. */
  readonly lastOfInit: string;
  /** Whether `__init__` goes through the class's `__setattr__`. */
  readonly isAssigned: boolean;
  /** Whether a default that all objects would share is refused. */
  readonly refusesShared?: true;
  /** Whether it makes an `__init__` of the fields. */
  readonly hasInit: boolean;
  /** Whether a field without a value takes the class's attribute of its name, from a base too, as its default. */
  readonly inheritsDefaults: boolean;
  /** Whether fields are attributes of objects only, and no longer of the class. */
  readonly isRemoved: boolean;
  /** Whether a field that replaces an inherited one comes last. */
  readonly isMovedLast: boolean;
  /** Whether the argument for `_name` is `name`. */
  readonly isStripped: boolean;
  /** Whether its `__eq__` takes the hash from objects. */
  readonly losesHash?: boolean;
}

export interface ClassField extends FieldSettings {
  readonly name: string;
  /** Whether it is passed to `__post_init__` only. */
  readonly isPassedOn?: boolean;
}

/** What a class says about a field that its generated `__init__` sets. */
export interface FieldSettings {
  readonly default: Value | undefined;
  readonly factory: Value | undefined;
  /** Whether the factory gets the object as far as it is set. */
  readonly takesObject?: boolean;
  /** Whether a call can pass it by keyword only, or not at all. */
  readonly given?: 'by name' | 'never' | undefined;
  /** The name of its argument, if it has another. */
  readonly argument?: string | undefined;
  /** Called in turn, each with the value before. */
  readonly converters?: readonly Value[];
  /** Called with the object, something and the value, once all fields are set. */
  readonly validators?: readonly Value[];
  /** What happens to a value that is assigned later, if it is not kept as it is. */
  readonly assigned?: 'converted' | 'unknown' | undefined;
}

export interface InstanceValue {
  readonly kind: 'instance';
  readonly cls: ClassValue;
  readonly fields: Cell<Fields>;
  readonly node: Node;
}

/** An object that a library defines. The library extends this type; the evaluator knows no more of the object. */
export interface ExternalValue {
  readonly kind: 'external';
  /** The library's name for such objects. */
  readonly form: string;
  /** Its contents, if the program can change them. */
  readonly cell?: Cell<unknown>;
  /** Whether it is used like a list, whose elements the library gives. */
  readonly isSequence?: boolean;
  /** The values that it refers to. */
  held(): readonly Value[];
  /** Unseen code may add to it from now on. */
  share?(): void;
  readonly node: Node;
}

/** A library's facts about a result. The kind `instance` is an object of a class that the library knows. */
interface Facts {
  readonly kind: string;
  /** Of an array: the type of its elements, and its sizes. */
  readonly dtype?: string | undefined;
  readonly shape?: readonly (number | undefined)[] | undefined;
  /** The class of an object that takes no operator and no call. */
  readonly lacksOperators?: string;
  /** Objects of its class have an order. */
  readonly isOrdered?: true;
  /** Python takes the object as true: its class has neither a length nor a truth value of its own. */
  readonly isTrue?: true;
  /** The object equals itself alone: its class leaves `__eq__` and `__hash__` as they are. */
  readonly isToldByIdentity?: true;
  /** Perhaps it is None, and the facts say what it is otherwise. */
  readonly mayBeNone?: true;
}

/** Undefined if the elements are not known one by one. */
export type Elements = readonly Value[] | undefined;
/** Entries by `dictKeyOf`, perhaps not all of them. In a set, the value is the key. */
export interface Entries {
  readonly known: ReadonlyMap<string, DictEntry>;
  readonly hasUnknownEntries: boolean;
  /** Whether its class takes no more keys for now. */
  readonly isLocked?: true;
}
export interface DictEntry {
  readonly key: Value;
  readonly value: Value;
}
/** Attributes, by name; if there are unknown ones, other code may also change the known ones. */
export interface Fields {
  readonly known: ReadonlyMap<string, Value>;
  readonly hasUnknownFields: boolean;
  /** Names that exist only on some paths. */
  readonly unsure?: ReadonlySet<string> | undefined;
}

/** The arguments of a call. */
export interface Arguments {
  readonly positional: readonly Value[];
  readonly keywords: ReadonlyMap<string, Value>;
  /** Whether a star with an unknown value may pass more arguments. */
  readonly hasUnknownArguments: boolean;
  /** The keys of keyword arguments that come from a dict. */
  readonly names?: ReadonlyMap<string, Node> | undefined;
}

/** The variables of a scope while it runs. */
export interface Frame {
  readonly variables: Map<string, Cell<Value | undefined>>;
  /** Names that belong to this frame, bound or not; undefined in the module, which has all. */
  readonly locals: { has(name: string): boolean } | undefined;
  readonly isClass: boolean;
  /** The time at which it was made, by the state's clock. */
  readonly born: number;
  readonly enclosing: Frame | undefined;
}

/** Makes a function run once for each set of arguments. */
export const CACHED = 'functools.cache';
/** Makes a method run once for each object. */
export const CACHED_PROPERTY = 'functools.cached_property';
/** Whether a member of a class gives what its function returns, each time or once. */
export const isProperty = (member: Value): member is Extract<Value, { kind: 'made' }> =>
  member.kind === 'made' && (member.callee === 'builtins.property' || member.callee === CACHED_PROPERTY);
/** Makes a context manager of a generator. */
export const MANAGER = 'contextlib.contextmanager';
/** The context manager that it makes, with the value that is entered. */
export const MANAGED = 'contextlib._GeneratorContextManager';
/** A stack of context managers, which it leaves together. */
export const STACK = 'contextlib.ExitStack';

/** What a search by a regular expression finds. */
export const MATCH = 're.Match';
/** A field of a record, with what it is made with as attributes. */
export const FIELD = 'dataclasses.Field';
/** A dict that keeps no value alive. */
export const WEAK = 'weakref.WeakValueDictionary';
/** Several dicts as one. */
export const CHAIN = 'collections.ChainMap';

/** Combines several coroutines into one that runs them in turn. */
export const GATHERED = 'asyncio.gather';

/** All entries in order, if none is unknown. */
export const entriesOf = (value: SetValue | DictValue): readonly DictEntry[] | undefined =>
  value.cell.content.hasUnknownEntries ? undefined : [...value.cell.content.known.values()];

/** What a dict holds under a text, if it is known. */
export const entryNamed = (dict: Value | undefined, name: string): Value | undefined =>
  dict?.kind === 'dict'
    ? entriesOf(dict)?.find(({ key }) => key.kind === 'str' && key.value === name)?.value
    : undefined;

export const NO_VALUES: ReadonlyMap<string, Value> = new Map();
/** Adds to a map that is made once something is in it. */
export const put = <V>(map: Map<string, V> | undefined, name: string, value: V): Map<string, V> =>
  (map ?? new Map<string, V>()).set(name, value);

export const NO_ARGUMENTS: Arguments = {
  positional: [],
  keywords: NO_VALUES,
  hasUnknownArguments: false,
  names: undefined,
};

/** Takes each argument. */
export function eachArgument({ positional, keywords }: Arguments, take: (value: Value) => void): void {
  for (const value of positional) take(value);
  for (const value of keywords.values()) take(value);
}
/** Whether some argument passes a test. */
export function someArgument({ positional, keywords }: Arguments, test: (value: Value) => boolean): boolean {
  if (positional.some(test)) return true;
  for (const value of keywords.values()) if (test(value)) return true;
  return false;
}
/** The arguments of a kind, of which most calls have none. */
export function argumentsThat<T extends Value>(
  { positional, keywords }: Arguments,
  is: (value: Value) => value is T,
): readonly T[] {
  let found: T[] | undefined;
  for (const value of positional) if (is(value)) found = added(found, value);
  for (const value of keywords.values()) if (is(value)) found = added(found, value);
  return found ?? NO_ELEMENTS;
}
export const NO_ELEMENTS: readonly never[] = [];
/** Adds to a list that is made once something is in it, which is often all. */
export function added<T>(list: T[] | undefined, value: T): T[] {
  if (!list) return [value];
  list.push(value);
  return list;
}
/** An argument that is given by position or by name. */
export const argumentAt = ({ positional, keywords }: Arguments, position: number, name: string) =>
  positional[position] ?? keywords.get(name);

/** The values of all arguments. */
export const valuesOf = ({ positional, keywords }: Arguments): readonly Value[] =>
  keywords.size === 0 ? positional : [...positional, ...keywords.values()];
/** These positional arguments and no others. */
export const passing = (...positional: readonly Value[]): Arguments => ({ ...NO_ARGUMENTS, positional });
/** Any arguments. */
export const UNKNOWN_ARGUMENTS: Arguments = {
  positional: [],
  keywords: new Map(),
  hasUnknownArguments: true,
  names: undefined,
};

export const kinds = (...all: readonly Value['kind'][]): ReadonlySet<Value['kind']> => new Set(all);

export const unknown = (node: Node, why: Reason): Value => ({ kind: 'unknown', why, node });

/** What is known of a value where the program may have another one: of several values, which they are. */
export function doubted(value: Value, node: Node): Value {
  const other = unknown(node, 'changed');
  return value.kind === 'oneOf' ? { ...value, options: [...value.options, other] } : other;
}

/** Larger integers are not useful here, and slow. */
const MAX_INT = 1n << 256n;
const MAX_STRING = 1_000_000;

export const none = (node: Node): Value => ({ kind: 'none', node });
export const bool = (node: Node, value: boolean | undefined): BoolValue => ({ kind: 'bool', value, node });
export const int = (node: Node, value: bigint | undefined): IntValue => ({
  kind: 'int',
  value: value !== undefined && value < MAX_INT && value > -MAX_INT ? value : undefined,
  node,
});
export const float = (node: Node, value: number | undefined, near?: number): FloatValue => ({
  kind: 'float',
  value,
  near: value === undefined && near !== undefined && Number.isFinite(near) ? near : undefined,
  node,
});
export const str = (node: Node, value: string | undefined): StrValue => ({
  kind: 'str',
  value: value !== undefined && value.length > MAX_STRING ? undefined : value,
  node,
});

/** The same value, which nothing that only behaves like it can be. */
export const exact = <V extends Plain<string, unknown>>(value: V): V => ({ ...value, isExact: true });
/** Whether a value certainly is of the kind of Python's own that it counts as. */
export const isExact = (value: Plain<string, unknown>): boolean =>
  value.value !== undefined || value.isExact === true;

/** A path in a folder that only the run of the program knows. */
export const placed = (node: Node, place: string): StrValue => ({ ...str(node, undefined), place });

/** The same value with another node, for an operation that returns one of its operands. */
export const at = <V extends Value>(node: Node, value: V): V => ({ ...value, node });

/** Whether a value is used like a list. */
export const isSequence = (value: Value): boolean =>
  value.kind === 'list' || value.kind === 'tuple' || (value.kind === 'external' && value.isSequence === true);

let lastId = 0;
const ids = new Attached<object, number>();
function idOf(object: object): number {
  let id = ids.get(object);
  if (id === undefined) {
    id = ++lastId;
    ids.set(object, id);
  }
  return id;
}

const MIXED: ReadonlySet<string> = new Set(['enum.IntEnum', 'enum.StrEnum', 'builtins.int', 'builtins.str']);

/** The number or string that a member of an `IntEnum` or a `StrEnum` also is. */
export function mixedValue(value: Value): Value | undefined {
  if (value.kind !== 'instance' || value.cls.form !== 'enum') return undefined;
  const mixed = value.cls.inherited.filter(({ kind }) => kind !== 'class');
  const isMixed =
    mixed.length > 0 && mixed.every((base) => base.kind === 'reference' && MIXED.has(base.name));
  const own = isMixed ? value.fields.content.known.get('value') : undefined;
  return own && (own.kind === 'int' || own.kind === 'str') ? own : undefined;
}

/** The items of a tuple or list, as far as they are known. */
export const itemsOf = (value: Value | undefined): Elements =>
  value?.kind === 'tuple' ? value.elements : value?.kind === 'list' ? value.cell.content : undefined;

/** An int as a number. */
export const numberOf = (value: Value | undefined): number | undefined =>
  value?.kind === 'int' && value.value !== undefined ? Number(value.value) : undefined;

/** The dict key of a value that only equals itself, by the object that stands for it. */
export const identityKey = (object: object): string => `o${idOf(object)}`;

/** A string that identifies a dict key or set element, if its value is known. */
export function dictKeyOf(value: Value): string | undefined {
  switch (value.kind) {
    case 'none':
    case 'ellipsis':
      return value.kind;
    case 'bool':
      return value.value === undefined ? undefined : `n${value.value ? 1 : 0}`;
    case 'int':
      return value.value === undefined ? undefined : `n${value.value}`;
    case 'float':
      // A NaN equals nothing, not even itself.
      if (value.value === undefined || Number.isNaN(value.value)) return undefined;
      return Number.isInteger(value.value) ? `n${BigInt(value.value)}` : `n${value.value}`;
    case 'str':
      return value.value === undefined ? undefined : `s${value.value}`;
    case 'bytes':
      return value.value === undefined ? undefined : `b${value.value}`;
    case 'tuple': {
      const keys = value.elements?.map(dictKeyOf);
      return keys?.every((key) => key !== undefined) ? `t${JSON.stringify(keys)}` : undefined;
    }
    case 'reference':
      // A constant from elsewhere may equal any other constant.
      return value.name.startsWith('builtins.') ? `r${value.name}` : value.cls && `c${value.cls}`;
    case 'class':
      return identityKey(value.members);
    case 'instance':
      return value.cls.form === 'enum' ? keyOfMember(value) : undefined;
    case 'made':
      return value.facts?.isToldByIdentity && identityKey(value.given);
    default:
      return undefined;
  }
}

/** Whether a class and its bases use Python's default equality, which is identity. */
const isToldByIdentity = ({ bases, members }: ClassValue): boolean =>
  !['__eq__', '__hash__'].some((name) => members.content.known.has(name)) &&
  bases.every((base) => base.kind === 'class' && isToldByIdentity(base));

/** Whether two elements of a container are equal: an object equals itself there, whatever its class says. */
export function equalHeld(a: Value, b: Value): boolean | undefined {
  if (identical(a, b)) return true;
  const isSameNaN = [a, b].every((each) => each.kind === 'float' && Number.isNaN(each.value));
  return isSameNaN ? undefined : equal(a, b);
}

/** A member that is also a number or a text is told by that. */
function keyOfMember(member: InstanceValue): string | undefined {
  const plain = plainMember(member);
  if (plain !== member) return dictKeyOf(plain);
  return isToldByIdentity(member.cls) ? identityKey(member.fields) : undefined;
}

/** A member of an enum that is also a number or a text as that, if the program does not say how it is compared. */
export function plainMember(value: Value): Value {
  const mixed = mixedValue(value);
  const classes = mixed && value.kind === 'instance' ? [value.cls, ...value.cls.inherited] : [];
  return mixed && !classes.some(definesEquality) ? mixed : value;
}

const definesEquality = (cls: Value): boolean =>
  cls.kind === 'class' && ['__eq__', '__hash__'].some((name) => cls.members.content.known.has(name));

/** Whether two values are equal in Python's sense. */
export function equal(one: Value, other: Value): boolean | undefined {
  const [a, b] = [plainMember(one), plainMember(other)];
  if (a.kind === 'oneOf' || b.kind === 'oneOf' || a.kind === 'unknown' || b.kind === 'unknown')
    return undefined;
  if (isNumber(a) && isNumber(b)) {
    const x = a.value;
    const y = b.value;
    if (x === undefined || y === undefined) return undefined;
    return Number(x) === Number(y) && (typeof x === typeof y ? x === y : BigInt(x) === BigInt(y));
  }
  if (PLAIN.has(a.kind) && PLAIN.has(b.kind)) {
    const x = dictKeyOf(a);
    const y = dictKeyOf(b);
    if (a.kind !== b.kind && !(isNumber(a) && isNumber(b))) return false;
    return x === undefined || y === undefined ? undefined : x === y;
  }
  if (a.kind === 'tuple' && b.kind === 'tuple') return allEqual(a.elements, b.elements);
  if (a.kind === 'list' && b.kind === 'list' && a.isDeque !== b.isDeque) return undefined;
  if (a.kind === 'list' && b.kind === 'list')
    return a.cell === b.cell || allEqual(a.cell.content, b.cell.content);
  if ((PLAIN.has(a.kind) && CONTAINERS.has(b.kind)) || (CONTAINERS.has(a.kind) && PLAIN.has(b.kind)))
    return false;
  if (a.kind === 'instance' && b.kind === 'instance' && a.fields === b.fields && dictKeyOf(a) !== undefined)
    return true;
  if ((isLone(a) && isBuiltIn(b)) || (isLone(b) && isBuiltIn(a))) return false;
  const constant = constantOf(a);
  if (constant !== undefined && constantOf(b) !== undefined) return constant === constantOf(b);
  return sameClass(a, b);
}

const constantOf = (value: Value): string | undefined =>
  value.kind === 'reference' ? value.constant : undefined;

/** An object of a library that equals no other. */
const isLone = ({ kind, facts }: Value & { readonly facts?: Facts }): boolean =>
  kind === 'made' && facts?.isToldByIdentity === true && !facts.mayBeNone;
const isBuiltIn = (value: Value): boolean =>
  PLAIN.has(value.kind) || (CONTAINERS.has(value.kind) && !('cls' in value && value.cls));

/** Whether two classes from elsewhere are one; undefined if one value may be something else. */
function sameClass(a: Value, b: Value): boolean | undefined {
  const [one, other] = [a, b].map((each) =>
    isKnownClass(each) ? each.cls : isOwnType(each) ? each.name : undefined,
  );
  return one === undefined || other === undefined ? undefined : one === other;
}

const isKnownClass = (value: Value): value is ReferenceValue & { readonly cls: string } =>
  value.kind === 'reference' && value.cls !== undefined;

const PLAIN = kinds('none', 'ellipsis', 'bool', 'int', 'float', 'str', 'bytes');
const CONTAINERS = kinds('list', 'tuple', 'dict', 'set', 'range');

const isNumber = (value: Value): value is BoolValue | IntValue | FloatValue =>
  value.kind === 'bool' || value.kind === 'int' || value.kind === 'float';

function allEqual(a: Elements, b: Elements): boolean | undefined {
  if (!a || !b) return undefined;
  if (a.length !== b.length) return false;
  let result: boolean | undefined = true;
  for (const [i, element] of a.entries()) {
    const one = equalHeld(element, b[i]!);
    if (one === false) return false;
    if (one === undefined) result = undefined;
  }
  return result;
}

/** Whether two values are the same object. */
export function identical(a: Value, b: Value): boolean | undefined {
  if (a.kind === 'unknown' || b.kind === 'unknown' || a.kind === 'oneOf' || b.kind === 'oneOf')
    return undefined;
  const singles = ['none', 'ellipsis', 'bool'];
  if (singles.includes(a.kind) || singles.includes(b.kind)) {
    if (a.kind !== b.kind) return isForeign(a) || isForeign(b) ? undefined : false;
    return a.kind === 'bool' ? equal(a, b) : true;
  }
  const isOne = sameClass(a, b);
  if (isOne !== undefined) return isOne;
  const x = cellOf(a);
  const y = cellOf(b);
  if (x !== y && (standIns(a) || standIns(b))) return undefined;
  return x && y ? x === y : undefined;
}

/** The objects of which a container may be any one. */
export const standIns = (value: Value): readonly Value[] | undefined =>
  value.kind === 'list' || value.kind === 'dict' || value.kind === 'tuple' ? value.standsFor : undefined;

/** One of Python's own types. */
export const isOwnType = (value: Value): value is Extract<Value, { kind: 'reference' }> =>
  value.kind === 'reference' &&
  /^builtins\.(?:bool|int|float|str|bytes|list|tuple|dict|set)$/.test(value.name);

/** Whether a value may be anything because it comes from elsewhere, except objects that a known class makes. */
const isForeign = (value: Value) =>
  FOREIGN.has(value.kind) &&
  !(value.kind === 'made' && (isObject(value.facts) || value.callee === MATCH)) &&
  !isOfPython(value) &&
  !isKnownClass(value);

/** Whether a library knows what a value is, and that it is not None. */
const isObject = (facts: Facts | undefined): boolean =>
  facts !== undefined && OBJECTS.has(facts.kind) && !facts.mayBeNone;
const OBJECTS: ReadonlySet<string> = new Set(['array', 'instance', 'object', 'tensor']);

/** A class or a function of Python's own, such as `ValueError`, `len` or `str.lower`. */
const isOfPython = (value: Value) =>
  value.kind === 'reference' &&
  /^builtins\.(?:[A-Z]\w*(?:Error|Exception)|[a-z]\w*(?:\.[a-z]\w*)?)$/.test(value.name);
const FOREIGN = kinds('reference', 'made', 'method');

/** The cell with the contents of a mutable value. */
export function cellOf(value: Value): Cell<unknown> | undefined {
  switch (value.kind) {
    case 'list':
    case 'set':
    case 'dict':
    case 'iterator':
      return value.cell;
    case 'instance':
      return value.fields;
    case 'class':
      return value.members;
    case 'external':
      return value.cell;
    default:
      return undefined;
  }
}

/** The class of an object, if the program defines it. */
export const classOfObject = (value: Value): ClassValue | undefined =>
  value.kind === 'instance' || value.kind === 'tuple' || value.kind === 'dict' || value.kind === 'list'
    ? value.cls
    : undefined;

/** Whether Python takes a value as true. */
export function truth(value: Value): boolean | undefined {
  switch (value.kind) {
    case 'none':
      return false;
    case 'ellipsis':
    case 'function':
    case 'partial':
    case 'class':
    case 'iterator':
      return true;
    case 'reference':
      return isOfPython(value) || isKnownClass(value) || undefined;
    case 'made':
      return value.callee === MATCH || value.facts?.isTrue || undefined;
    case 'method':
      // An attribute of something from elsewhere may not be a method at all.
      return value.object.kind === 'made' || value.object.kind === 'super' ? undefined : true;
    case 'bool':
      return value.value;
    case 'int':
      return value.value === undefined ? undefined : value.value !== 0n;
    case 'float':
      return value.value === undefined ? value.isNonzero || undefined : value.value !== 0;
    case 'str':
    case 'bytes':
      return value.value === undefined ? undefined : value.value !== '';
    case 'tuple':
      return value.elements && value.elements.length > 0;
    case 'list':
      return value.cell.content && value.cell.content.length > 0;
    case 'set':
    case 'dict':
      return value.cell.content.known.size > 0 || (value.cell.content.hasUnknownEntries ? undefined : false);
    case 'range':
      return value.stop === undefined ? undefined : rangeLength(value)! > 0;
    case 'oneOf': {
      const [first, ...rest] = value.options.map(truth);
      return rest.every((other) => other === first) ? first : undefined;
    }
    default:
      return undefined;
  }
}

export function rangeLength({ start, stop, step }: RangeValue): number | undefined {
  if (stop === undefined) return undefined;
  const distance = step > 0n ? stop - start : start - stop;
  const size = step > 0n ? step : -step;
  return distance <= 0n ? 0 : Number((distance + size - 1n) / size);
}
