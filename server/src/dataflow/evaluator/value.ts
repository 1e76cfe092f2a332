import type { BoundMessage } from '../../config/bind';
import type { Call, FunctionDefinition, Lambda, Node } from '../../python/tree';
import type { FieldType, MessageType } from '../../schema/types';
import type { Message, Scalar } from '../message';
import type { FileText } from '../read-files';
import type { Inferred } from '../types';
import type { Cell } from './state';

/**
 * What an expression is worth, as far as the source says so for certain. `undefined` in place of a value means: of this
 * kind, but not known. `node` is where it is written, behind the names that were followed. What can be changed is held by
 * a cell, which all names for it share.
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
  /** A function and the first arguments that it gets: the object of a method, or those of `functools.partial`. */
  | { readonly kind: 'partial'; readonly callee: Value; readonly given: Given; readonly node: Node }
  /** A method of an object whose class is not of the file, by its name. */
  | { readonly kind: 'method'; readonly object: Value; readonly name: string; readonly node: Node }
  | ClassValue
  | InstanceValue
  | { readonly kind: 'super'; readonly cls: ClassValue; readonly self: Value; readonly node: Node }
  /** What an `async` function gives when it is awaited. */
  | { readonly kind: 'coroutine'; readonly callee: FunctionValue; readonly given: Given; readonly node: Node }
  /** A module, class, function or constant from elsewhere, by its dotted name. */
  | { readonly kind: 'reference'; readonly name: string; readonly node: Node }
  /** What a call of something from elsewhere gives. */
  | {
      readonly kind: 'made';
      readonly by: string;
      readonly given: Given;
      readonly facts?: Inferred;
      readonly node: Node;
    }
  | MessageValue
  /** The list of a repeated field. */
  | { readonly kind: 'repeated'; readonly of: MessageValue; readonly field: FieldType; readonly node: Node }
  /** One of these, depending on what is not known. */
  | { readonly kind: 'oneOf'; readonly options: readonly Value[]; readonly node: Node };

/** Why a value is not known. */
export type Reason = 'parameter' | 'call' | 'loop' | 'branch' | 'changed' | 'unbound' | 'limit' | 'syntax';

export interface BoolValue {
  readonly kind: 'bool';
  readonly value: boolean | undefined;
  readonly node: Node;
}
export interface IntValue {
  readonly kind: 'int';
  readonly value: bigint | undefined;
  readonly node: Node;
}
export interface FloatValue {
  readonly kind: 'float';
  readonly value: number | undefined;
  readonly node: Node;
}
export interface StrValue {
  readonly kind: 'str';
  readonly value: string | undefined;
  readonly node: Node;
}
export interface BytesValue {
  readonly kind: 'bytes';
  readonly value: string | undefined;
  /** The message whose binary form it is, as that was then. */
  readonly message?: Message;
  readonly node: Node;
}
export interface TupleValue {
  readonly kind: 'tuple';
  readonly elements: Elements;
  /** Names of the elements, of a named tuple. */
  readonly cls?: ClassValue;
  readonly node: Node;
}
export interface ListValue {
  readonly kind: 'list';
  readonly cell: Cell<Elements>;
  /** What it held as its brackets were read, in their order. */
  readonly displayed?: Elements;
  /** What is known of each element, where they are not known one by one. */
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
  /** What it held as its brackets were read, in their order. */
  readonly displayed?: Entries;
  /** What makes the values that are missing, of a `defaultdict`. */
  readonly missing?: Value;
  /** Whether its class is a subclass of `dict`, which is written in another way. */
  readonly isSpecial?: boolean;
  /** That class, if it is of the file. */
  readonly cls?: ClassValue;
  /** Whether its keys are its attributes as well. */
  readonly isNamespace?: boolean;
  readonly node: Node;
}
export interface RangeValue {
  readonly kind: 'range';
  readonly start: bigint;
  readonly stop: bigint | undefined;
  readonly step: bigint;
  readonly node: Node;
}

/** What a dict holds, at any time. */
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
  /** Whether what it takes its elements from is still as it was. */
  isFresh(): boolean;
  /** Whether another iterator takes elements from it as it is asked for its own: nobody can tell how many are left. That is never taken back. */
  readonly use: { isShared: boolean };
  /** All elements that it would give now, had it given none yet. */
  read?(): Elements;
  /** What is known of each element, where they are not known one by one. */
  each?(): Value;
  /** What it can read as it is asked for elements. */
  readonly reads: ReadonlySet<Cell<unknown>>;
  /** Shows the making of its elements to who looks on, as all of them have been taken. */
  show?(): void;
  readonly node: Node;
}

export interface FunctionValue {
  readonly kind: 'function';
  readonly definition: FunctionDefinition | Lambda;
  readonly closure: Frame;
  /** By the parameter's name; evaluated where the function is defined. */
  readonly defaults: ReadonlyMap<string, Value>;
  /** The class whose method it is. */
  readonly owner?: ClassValue;
  readonly node: Node;
}

export interface ClassValue {
  readonly kind: 'class';
  readonly name: string;
  /** What makes it: its definition, or the call of `namedtuple`. */
  readonly definition: Node;
  readonly members: Cell<Fields>;
  readonly bases: readonly Value[];
  /** All that it comes from, in the order in which Python looks for a member there. */
  readonly inherited: readonly Value[];
  readonly form: 'plain' | 'dataclass' | 'namedtuple' | 'enum' | 'typeddict';
  /** The fields of a dataclass or a named tuple, in order. */
  readonly fields: readonly ClassField[];
  readonly node: Node;
}

export interface ClassField {
  readonly name: string;
  readonly default: Value | undefined;
  readonly factory: Value | undefined;
  /** Whether a call gives it by name alone, or not at all. */
  readonly given?: 'by name' | 'never' | undefined;
  /** Whether it goes to `__post_init__` alone. */
  readonly isPassedOn?: boolean;
}

export interface InstanceValue {
  readonly kind: 'instance';
  readonly cls: ClassValue;
  readonly fields: Cell<Fields>;
  readonly node: Node;
}

/** A protobuf message, or one within another. */
export interface MessageValue {
  readonly kind: 'message';
  readonly type: MessageType;
  readonly cell: Cell<MessageContent>;
  /** The message that it lies in, and the field there. */
  readonly parent?: { readonly message: MessageValue; readonly field: FieldType };
  /** Its class is known from an annotation alone. */
  readonly isDeclared?: true;
  readonly node: Node;
}

/** What a message holds. */
export interface MessageContent {
  /** What was put into a field, in turn; just one for a field that is not repeated. */
  readonly fields: ReadonlyMap<FieldType, readonly MessageItem[]>;
  /** A text that is all there is in it, and where that stands; not taken apart until somebody looks in. */
  readonly said?: { readonly bound: BoundMessage; readonly node: Node } | undefined;
  /** Fields of which it is not known what they hold. */
  readonly unknown: ReadonlySet<FieldType>;
  /** Whether anything may be in it. */
  readonly isOpen: boolean;
  /** A message within another counts once something is put into it. */
  readonly isSet: boolean;
  /** Whether text format was read into it or a message within, which is judged where it stands. */
  readonly hasText: boolean;
  /** Whose text was read into it or a message within. */
  readonly file?: FileText | undefined;
  readonly read?: TextRead | undefined;
}

export interface MessageItem {
  /** Where it is written. */
  readonly node: Node;
  /** Undefined where it is not known; enums are numbers. */
  readonly value: Scalar | MessageValue | undefined;
}

/** A text that was read into an empty message. What happens to the message in any way that a program takes counts. */
export interface TextRead {
  readonly by: Call;
  /** Whether the message gets, or may get, anything else, or is part of another. */
  isPart: boolean;
}

/** Undefined where they are not known one by one. */
export type Elements = readonly Value[] | undefined;
/** By what tells keys apart, see `keyOf`; where it is open, there may be others. Of a set, the value is the key. */
export interface Entries {
  readonly known: ReadonlyMap<string, Entry>;
  readonly isOpen: boolean;
}
export interface Entry {
  readonly key: Value;
  readonly value: Value;
}
/** Attributes; where it is open, there may be others, and others may change them. */
export interface Fields {
  readonly known: ReadonlyMap<string, Value>;
  readonly isOpen: boolean;
  /** Those that are there on some ways only. */
  readonly unsure?: ReadonlySet<string>;
}

/** The arguments of a call. */
export interface Given {
  readonly positional: readonly Value[];
  readonly keywords: ReadonlyMap<string, Value>;
  /** Whether there may be more: a star before something that is not known. */
  readonly isOpen: boolean;
}

/** The variables of a scope while it runs. */
export interface Frame {
  readonly variables: Map<string, Cell<Value | undefined>>;
  /** Names that are looked up here, bound or not; all of them in the module. */
  readonly locals: { has(name: string): boolean } | undefined;
  readonly isClass: boolean;
  /** When it was made, in steps of the state. */
  readonly born: number;
  readonly around: Frame | undefined;
}

/** What makes a function run once for each of its arguments. */
export const CACHED = 'functools.cache';
/** What makes a method run once for each of its objects. */
export const CACHED_PROPERTY = 'functools.cached_property';

/** What makes one of several coroutines, which run in turn. */
export const GATHERED = 'asyncio.gather';

/** All entries in their order; undefined where there may be others. */
export const entriesOf = (value: SetValue | DictValue): readonly Entry[] | undefined =>
  value.cell.content.isOpen ? undefined : [...value.cell.content.known.values()];

export const NOTHING: Given = { positional: [], keywords: new Map(), isOpen: false };
/** Arguments of which nothing is known. */
export const ANYTHING: Given = { positional: [], keywords: new Map(), isOpen: true };

export const unknown = (node: Node, why: Reason): Value => ({ kind: 'unknown', why, node });

/** Larger integers are of no use here, and slow. */
const MAX_INT = 1n << 256n;
const MAX_STRING = 1_000_000;

export const none = (node: Node): Value => ({ kind: 'none', node });
export const bool = (node: Node, value: boolean | undefined): BoolValue => ({ kind: 'bool', value, node });
export const int = (node: Node, value: bigint | undefined): IntValue => ({
  kind: 'int',
  value: value !== undefined && value < MAX_INT && value > -MAX_INT ? value : undefined,
  node,
});
export const float = (node: Node, value: number | undefined): FloatValue => ({ kind: 'float', value, node });
export const str = (node: Node, value: string | undefined): StrValue => ({
  kind: 'str',
  value: value !== undefined && value.length > MAX_STRING ? undefined : value,
  node,
});

/** The same value, written elsewhere: where an operation gives what one of its operands was. */
export const at = <V extends Value>(node: Node, value: V): V => ({ ...value, node });

let lastId = 0;
const ids = new WeakMap<object, number>();
function idOf(object: object): number {
  let id = ids.get(object);
  if (id === undefined) {
    id = ++lastId;
    ids.set(object, id);
  }
  return id;
}

/** What tells a key of a dict or an element of a set from others; undefined where that is not known. */
export function keyOf(value: Value): string | undefined {
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
      const keys = value.elements?.map(keyOf);
      return keys?.every((key) => key !== undefined) ? `t${JSON.stringify(keys)}` : undefined;
    }
    case 'reference':
      // A constant from elsewhere may equal any other.
      return value.name.startsWith('builtins.') ? `r${value.name}` : undefined;
    case 'class':
      return `o${idOf(value.members)}`;
    case 'instance':
      return value.cls.form === 'enum' && isToldByIdentity(value.cls) ? `o${idOf(value.fields)}` : undefined;
    default:
      return undefined;
  }
}

/** Whether a class, and those it comes from, leave it to Python which of its objects are equal. */
const isToldByIdentity = ({ bases, members }: ClassValue): boolean =>
  !['__eq__', '__hash__'].some((name) => members.content.known.has(name)) &&
  bases.every((base) => base.kind === 'class' && isToldByIdentity(base));

/** Whether a container that holds `a` holds `b`: an object is taken as equal to itself, whatever its class says. */
export function equalHeld(a: Value, b: Value): boolean | undefined {
  if (identical(a, b)) return true;
  const isSameNaN = [a, b].every((each) => each.kind === 'float' && Number.isNaN(each.value));
  return isSameNaN ? undefined : equal(a, b);
}

/** Whether two values are equal in Python's sense; undefined where that is not known. */
export function equal(a: Value, b: Value): boolean | undefined {
  if (a.kind === 'oneOf' || b.kind === 'oneOf' || a.kind === 'unknown' || b.kind === 'unknown')
    return undefined;
  if (isNumber(a) && isNumber(b)) {
    const x = a.value;
    const y = b.value;
    if (x === undefined || y === undefined) return undefined;
    return Number(x) === Number(y) && (typeof x === typeof y ? x === y : BigInt(x) === BigInt(y));
  }
  if (PLAIN.has(a.kind) && PLAIN.has(b.kind)) {
    const x = keyOf(a);
    const y = keyOf(b);
    if (a.kind !== b.kind && !(isNumber(a) && isNumber(b))) return false;
    return x === undefined || y === undefined ? undefined : x === y;
  }
  if (a.kind === 'tuple' && b.kind === 'tuple') return allEqual(a.elements, b.elements);
  if (a.kind === 'list' && b.kind === 'list')
    return a.cell === b.cell || allEqual(a.cell.content, b.cell.content);
  if ((PLAIN.has(a.kind) && CONTAINERS.has(b.kind)) || (CONTAINERS.has(a.kind) && PLAIN.has(b.kind)))
    return false;
  if (a.kind === 'instance' && b.kind === 'instance' && a.fields === b.fields && keyOf(a) !== undefined)
    return true;
  return undefined;
}

const PLAIN: ReadonlySet<Value['kind']> = new Set<Value['kind']>([
  'none',
  'ellipsis',
  'bool',
  'int',
  'float',
  'str',
  'bytes',
]);
const CONTAINERS: ReadonlySet<Value['kind']> = new Set<Value['kind']>([
  'list',
  'tuple',
  'dict',
  'set',
  'range',
]);

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

/** Whether two values are one object; undefined where that is not known. */
export function identical(a: Value, b: Value): boolean | undefined {
  if (a.kind === 'unknown' || b.kind === 'unknown' || a.kind === 'oneOf' || b.kind === 'oneOf')
    return undefined;
  const singles = ['none', 'ellipsis', 'bool'];
  if (singles.includes(a.kind) || singles.includes(b.kind)) {
    if (a.kind !== b.kind) return isForeign(a) || isForeign(b) ? undefined : false;
    return a.kind === 'bool' ? equal(a, b) : true;
  }
  const x = cellOf(a);
  const y = cellOf(b);
  return x && y ? x === y : undefined;
}

/** What comes from elsewhere may be anything, except what a class is known to make. */
const isForeign = (value: Value) =>
  FOREIGN.has(value.kind) &&
  !(value.kind === 'made' && value.facts?.kind === 'instance') &&
  !isExceptionClass(value);
/** `ValueError` */
const isExceptionClass = (value: Value) =>
  value.kind === 'reference' && /^builtins\.[A-Z]\w*(?:Error|Exception)$/.test(value.name);
const FOREIGN: ReadonlySet<Value['kind']> = new Set<Value['kind']>(['reference', 'made', 'method']);

/** What holds the contents of a value that can be changed. */
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
    case 'message':
      return value.cell;
    default:
      return undefined;
  }
}

/** The class that an object is of, where the program defines it. */
export const classOfObject = (value: Value): ClassValue | undefined =>
  value.kind === 'instance' || value.kind === 'tuple' || value.kind === 'dict' ? value.cls : undefined;

/** Whether Python takes a value as true; undefined where that is not known. */
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
      return isExceptionClass(value) || undefined;
    case 'method':
      // What is not of Python's own may be no method at all.
      return value.object.kind === 'made' || value.object.kind === 'super' ? undefined : true;
    case 'bool':
      return value.value;
    case 'int':
      return value.value === undefined ? undefined : value.value !== 0n;
    case 'float':
      return value.value === undefined ? undefined : value.value !== 0;
    case 'str':
    case 'bytes':
      return value.value === undefined ? undefined : value.value !== '';
    case 'tuple':
      return value.elements && value.elements.length > 0;
    case 'list':
      return value.cell.content && value.cell.content.length > 0;
    case 'set':
    case 'dict':
      return value.cell.content.known.size > 0 || (value.cell.content.isOpen ? undefined : false);
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
