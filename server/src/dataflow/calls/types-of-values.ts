import { Attached } from '../../basics/attached';
import { type Entry, embeddingId } from '../../catalogue';
import type { Value } from '../../evaluator';
import { isForeign, memberOf } from '../../evaluator/attributes';
import { isBareMember } from '../../evaluator/enum-members';
import { allAttributesOf, isPlainDict } from '../../evaluator/failures';
import { holdsNothing } from '../../evaluator/join';
import { readNumber } from '../../evaluator/numbers';
import { CACHED, type ClassValue, type DictValue, mixedValue, type SetValue } from '../../evaluator/value';
import { isBytes, stringValue } from '../../python/strings';
import { type Expression, isExpression, isOne, type Node, type Tree } from '../../python/tree';
import { baseOf } from '../libraries/annotations';
import { madeBehind } from '../libraries/derived-objects';
import { classOfMessage } from '../messages/message-classes';
import { isDeclared, isMessage, isRepeated } from '../messages/message-values';
import { pythonObject } from './python-objects';
import {
  type Inferred,
  type InferredList,
  inferredOf,
  type Shape,
  type TypeOf,
  typeOfFunction,
  typeOfName,
} from './types';

const UNKNOWN: Inferred = { kind: 'unknown' };
/** Of longer lists only the length is known, of deeper ones nothing. */
const MAX_ELEMENTS = 10_000;
const MAX_DEPTH = 32;

/**
 * A snapshot of values in TensorFlow's terms, keyed by the expressions that they are written in. The elements of a list are
 * given as expressions, so these have types, too.
 */
export class TypesOfValues {
  /** The last one of a chain. */
  private last: Typed | undefined;
  private count = 0;
  /** All of them, if these are many: most calls have few arguments. */
  private byNode: Map<Node, Typed> | undefined;
  /** Whether what may be None counts as what else it may be. */
  private isNeverNone = false;

  /** The common types of several snapshots. */
  static ofAll(snapshots: readonly TypesOfValues[]): TypesOfValues {
    const common = new TypesOfValues();
    for (const { last } of snapshots)
      for (let at = last; at; at = at.before) if (at.type) common.note(at.node, at.type);
    return common;
  }

  /** The type of an expression, if the snapshot contains it. */
  get(expression: Expression): Inferred | undefined {
    return this.find(expression)?.type;
  }

  /** The same, unknown of an expression that it does not contain. */
  known(expression: Expression): Inferred {
    return this.get(expression) ?? UNKNOWN;
  }

  /** The expression that writes the value of an argument, after following names. */
  originOf(expression: Node): Expression | undefined {
    return this.find(expression)?.origin;
  }

  get typeOf(): TypeOf {
    return (expression) => this.known(expression);
  }

  /** Adds the value of an expression; `isNeverNone` if None fails where it is used, in it or in its lists. */
  add(expression: Node, value: Value, isNeverNone = false): void {
    this.isNeverNone = isNeverNone;
    const typed = this.at(expression);
    if (isExpression(value.node)) typed.origin = value.node;
    const { type: known } = typed;
    // Elements of the value may have the same expression.
    typed.type ??= UNKNOWN;
    const type = this.typeOfValue(value, 0);
    typed.type = known ? common(known, type) : type;
  }

  private note(node: Node, type: Inferred): void {
    const typed = this.at(node);
    typed.type = typed.type ? common(typed.type, type) : type;
  }

  private at(node: Node): Typed {
    return this.find(node) ?? this.append(node);
  }

  private find(node: Node): Typed | undefined {
    if (this.byNode) return this.byNode.get(node);
    let at = this.last;
    while (at && at.node !== node) at = at.before;
    return at;
  }

  private append(node: Node): Typed {
    const typed: Typed = { node, type: undefined, origin: undefined, place: undefined, before: this.last };
    this.last = typed;
    this.byNode?.set(node, typed);
    if (++this.count === FEW) {
      this.byNode = new Map();
      for (let at: Typed | undefined = typed; at; at = at.before) this.byNode.set(at.node, at);
    }
    return typed;
  }

  private typeOfValue(value: Value, depth: number): Inferred {
    switch (value.kind) {
      case 'tuple':
        return {
          ...this.sequence(value, value.elements, placesIn(value.node, value.elements), depth),
          ...(value.cls?.form === 'namedtuple' && { fields: value.cls.fields.map(({ name }) => name) }),
        };
      case 'list': {
        if (value.isDeque) return UNKNOWN;
        const { content } = value.cell;
        return this.sequence(
          value,
          content,
          content === value.displayed ? placesIn(value.node, content) : undefined,
          depth,
        );
      }
      case 'set': {
        const { known, hasUnknownEntries } = value.cell.content;
        const keys = hasUnknownEntries ? undefined : [...known.values()].map(({ key }) => key);
        return { kind: 'set', elements: this.expressions(value, keys, depth), ...hashOf(value) };
      }
      case 'dict': {
        // No dict for TensorFlow and JAX.
        if (value.form !== undefined) return { kind: 'object', name: value.form };
        const { known, hasUnknownEntries } = value.cell.content;
        const isOpen = hasUnknownEntries || givesMore(value);
        const all = isOpen || depth > MAX_DEPTH ? undefined : [...known.values()];
        const places = value.cell.content === value.displayed ? entriesIn(value.node, all) : undefined;
        const keys = this.expressions(
          value,
          all?.map(({ key }) => key),
          depth,
        );
        const values = this.expressions(
          value,
          all?.map((entry) => entry.value),
          depth,
          places,
        );
        return {
          kind: 'dict',
          entries: keys && values ? keys.map((key, i) => ({ key, value: values[i]! })) : undefined,
          ...hashOf(value),
        };
      }
      case 'oneOf':
        return this.optionsOf(value)
          .map((option) => this.typeOfValue(option, depth))
          .reduce(common);
      default:
        return plainType(value);
    }
  }

  private optionsOf({ options }: Extract<Value, { kind: 'oneOf' }>): readonly Value[] {
    const others = this.isNeverNone ? options.filter(({ kind }) => kind !== 'none') : options;
    return others.length > 0 ? others : options;
  }

  private sequence(
    { kind, node }: Extract<Value, { kind: 'list' | 'tuple' }>,
    content: readonly Value[] | undefined,
    places: readonly Expression[] | undefined,
    depth: number,
  ): InferredList {
    return { kind, length: content?.length, elements: this.expressions({ node }, content, depth, places) };
  }

  /**
   * The expressions for elements: at `places`, or else where they come from, or where the whole comes from, as functions come
   * from statements; undefined if one has no expression.
   */
  private expressions(
    whole: Pick<Value, 'node'>,
    values: readonly Value[] | undefined,
    depth: number,
    places?: readonly Expression[],
  ): Expression[] | undefined {
    if (!values || depth > MAX_DEPTH || values.length > MAX_ELEMENTS) return undefined;
    const nodes = new Array<Expression>(values.length);
    for (let i = 0; i < values.length; i++) {
      const value = values[i]!;
      const node = places?.[i] ?? (isExpression(value.node) ? value.node : whole.node);
      if (!isExpression(node)) return undefined;
      // Shared elements are computed once: `[x, x]` of `[x, x]` and so on would take exponential time.
      const known = this.placeAt(node, value);
      nodes[i] = known ?? this.placeOf(node, value, this.typeOfValue(value, depth + 1), whole.node);
    }
    return nodes;
  }

  private placeAt(node: Expression, value: Value): Expression | undefined {
    let at = this.find(node)?.place;
    while (at && at.of !== value) at = at.before;
    return at?.node;
  }

  /** The expression that gives the type of a value. If another value has the same expression, this is a copy of it. */
  private placeOf(node: Expression, value: Value, type: Inferred, whole: Node): Expression {
    const typed = this.at(node);
    const { place: before } = typed;
    for (let at = before; at; at = at.before) if (at.of === value || isSame(at.type, type)) return at.node;
    const place = typed.type || node === whole ? { ...node } : node;
    const count = (before?.count ?? 0) + 1;
    if (count <= MAX_PLACES) typed.place = { node: place, of: value, type, before, count };
    this.note(place, type);
    return place;
  }
}

/** What is known of an expression. */
interface Typed {
  readonly node: Node;
  type: Inferred | undefined;
  /** The expression that writes its value, after following names. */
  origin: Expression | undefined;
  /** The last of the values that it writes. */
  place: PlacedValue | undefined;
  readonly before: Typed | undefined;
}

/** Fewer are found one by one. */
const FEW = 16;

/** A value with the expression that stands for it, as several values may be written by one expression. */
interface PlacedValue {
  readonly node: Expression;
  readonly of: Value;
  readonly type: Inferred;
  readonly before: PlacedValue | undefined;
  /** How many there are up to this one. */
  readonly count: number;
}

/** Beyond this many values of one expression, no more are looked up. */
const MAX_PLACES = 100;

/** Whether two types are the same for all readers. */
function isSame(a: Inferred, b: Inferred): boolean {
  if (a === b) return true;
  if (a.kind === 'instance' && b.kind === 'instance') return a.call === b.call && a.given === b.given;
  return SCALARS.has(a.kind) && a.kind === b.kind && Object.is(scalarOf(a), scalarOf(b));
}

const SCALARS: ReadonlySet<Inferred['kind']> = new Set(['none', 'int', 'float', 'bool', 'str', 'bytes']);
const scalarOf = (type: Inferred) => ('value' in type ? type.value : undefined);

/** The elements of a display that has one element for each value. */
function placesIn(node: Node, values: readonly Value[] | undefined): readonly Expression[] | undefined {
  if (node.kind !== 'list' && node.kind !== 'tuple') return undefined;
  const { elements } = node;
  return elements.length === values?.length && elements.every(isOne) ? elements : undefined;
}

function entriesIn(node: Node, values: readonly unknown[] | undefined): readonly Expression[] | undefined {
  if (node.kind !== 'dict' || node.entries.length !== values?.length) return undefined;
  return node.entries.every(({ key }) => key) ? node.entries.map(({ value }) => value) : undefined;
}

/** Whether a value never changes. */
export function isLasting(value: Value): boolean {
  switch (value.kind) {
    case 'tuple':
      return value.elements?.every(isLasting) !== false;
    case 'made':
    case 'method':
    case 'function':
    case 'class':
      return true;
    default:
      return holdsNothing(value);
  }
}

/** The type of a literal, known without an evaluation. */
export function typeOfLiteral({ text }: Tree, node: Expression): Inferred | undefined {
  switch (node.kind) {
    case 'number': {
      const value = readNumber(node.text, node);
      return value && plainType(value);
    }
    case 'constant':
      if (node.value === 'None') return { kind: 'none' };
      return node.value === '...' ? { kind: 'ellipsis' } : { kind: 'bool', value: node.value === 'True' };
    case 'string':
      return { kind: isBytes(node) ? 'bytes' : 'str', value: stringValue(text, node) };
    default:
      return undefined;
  }
}

/** The type of an expression that stays true when the contents of its value change. */
export function lastingType(value: Value, node: Node): Inferred {
  switch (value.kind) {
    case 'list':
    case 'tuple':
    case 'set': {
      if (value.kind === 'list' && value.isDeque) return UNKNOWN;
      const isDisplay =
        node.kind === value.kind && (node.close >= 0 || node.kind === 'tuple') && node.elements.every(isOne);
      const elements = isDisplay ? node.elements : undefined;
      if (value.kind === 'set') return { kind: 'set', elements, ...hashOf(value) };
      return {
        kind: value.kind,
        length: elements?.length ?? (value.kind === 'tuple' ? value.elements?.length : undefined),
        elements,
      };
    }
    case 'dict': {
      if (value.form !== undefined) return { kind: 'object', name: value.form };
      const isDisplay = node.kind === 'dict' && node.close >= 0 && node.entries.every(({ key }) => key);
      return {
        kind: 'dict',
        entries: isDisplay
          ? node.entries.map((entry) => ({ key: entry.key!, value: entry.value }))
          : undefined,
        ...hashOf(value),
      };
    }
    case 'oneOf':
      return value.options.map((option) => lastingType(option, option.node)).reduce(common);
    default:
      return plainType(value);
  }
}

function plainType(value: Value): Inferred {
  switch (value.kind) {
    case 'none':
    case 'ellipsis':
      return { kind: value.kind };
    case 'complex':
      return { kind: 'object', name: 'complex' };
    case 'int':
      return { kind: 'int', value: value.value };
    case 'float':
      return { kind: 'float', value: value.value };
    case 'bool':
      return { kind: 'bool', value: value.value };
    case 'str':
    case 'bytes':
      return { kind: value.kind, value: value.value };
    case 'range': {
      const { start, stop, step } = value;
      return {
        kind: 'range',
        length: start === 0n && step === 1n && stop !== undefined ? Math.max(0, Number(stop)) : undefined,
      };
    }
    case 'iterator':
      return { kind: 'iterable', name: value.node.kind === 'comprehension' ? 'generator' : 'iterator' };
    case 'view':
      return { kind: 'iterable', name: `dict_${value.part}` };
    case 'function':
      return typeOfFunction(value.definition);
    case 'partial': {
      const { callee, given } = value;
      if (callee.kind === 'reference') return { kind: 'routine', name: 'partial' };
      return callee.kind === 'function' && !given.hasUnknownArguments
        ? typeOfFunction(callee.definition, given.positional.length, given.keywords)
        : UNKNOWN;
    }
    case 'reference':
      return typeOfName(value.name);
    case 'external': {
      if (isRepeated(value)) return { kind: 'repeated', field: value.field };
      if (!isMessage(value)) return UNKNOWN;
      const entry = classOfMessage(value.type.name);
      return entry
        ? {
            kind: 'instance',
            entry,
            call: value.node.kind === 'call' ? value.node : undefined,
            ...(isDeclared(value) && { isDeclared: true }),
          }
        : UNKNOWN;
    }
    case 'made': {
      if (value.callee === CACHED) return plainType(value.given.positional[0]!);
      return inferredOf(value) ?? pythonObject(value) ?? UNKNOWN;
    }
    case 'coroutine':
      return { kind: 'object', name: 'coroutine' };
    case 'instance': {
      const mixed = mixedValue(value);
      if (mixed) return plainType(mixed);
      const made = madeBehind(value);
      if (made !== value) return plainType(made);
      if (isBareMember(value)) return { kind: 'object', name: value.cls.name, isOwn: true, members: [] };
      if (isBare(value)) return ownObject(value);
      const declared = baseOf(value.cls);
      return declared ? { kind: 'unknown', declared } : UNKNOWN;
    }
    case 'super': {
      const declared = baseOf(value.cls);
      return declared ? { kind: 'unknown', declared } : UNKNOWN;
    }
    case 'class':
      return isPlainEnum(value)
        ? { kind: 'routine', name: value.name, isClass: true, isIterable: true }
        : derivedClass(value);
    case 'method':
      return SERIALIZERS.has(value.name) ? { kind: 'object', name: 'method' } : UNKNOWN;
    default:
      return UNKNOWN;
  }
}

/** Whether a class is an enum of the program, and no more than that. */
const isPlainEnum = ({ form, definition, meta, inherited }: ClassValue): boolean =>
  form === 'enum' &&
  definition.kind === 'class' &&
  meta === undefined &&
  inherited.every((base) => base.kind === 'class' || (base.kind === 'reference' && ENUMS.test(base.name)));

const ENUMS = /^(?:enum\.\w+|builtins\.(?:int|float|str|object))$/;

/** A class of the program that is derived from a class of the embedding API, of which an object is wanted, never the class. */
function derivedClass(cls: ClassValue): Inferred {
  const base = cls.definition.kind === 'class' ? baseOf(cls) : undefined;
  if (!base?.id.startsWith(embeddingId(''))) return UNKNOWN;
  const known = derived.get(cls.definition);
  if (known) return known;
  const type: Inferred = { kind: 'class', entry: { ...base, name: cls.name } };
  derived.set(cls.definition, type);
  return type;
}

/** By definition, so that a class has one type wherever it is asked for. */
const derived = new Attached<Node, Inferred>();

type InstanceValue = Extract<Value, { kind: 'instance' }>;

const ownObject = (value: InstanceValue): Inferred => ({
  kind: 'object',
  name: value.cls.name,
  isOwn: true,
  members: allAttributesOf(value),
});

/** An object of a class of the program alone that can be called, which is nothing else of a library than a function. */
export const ownCallable = (value: InstanceValue): Inferred | undefined =>
  isBare(value, CALLED) ? ownObject(value) : undefined;

/** Whether an object has only what its class in the program says, and no method by which it can stand for something else. */
const isBare = ({ cls, node }: InstanceValue, special = PLAIN): boolean =>
  cls.form !== 'enum' &&
  cls.definition.kind === 'class' &&
  node !== cls.definition &&
  !isForeign(cls) &&
  [cls, ...cls.inherited].every(
    (each) =>
      each.kind === 'class' &&
      [...each.members.content.known.keys()].every((name) => !name.startsWith('__') || special.has(name)),
  );

const PLAIN: ReadonlySet<string> = new Set(
  ['annotations', 'doc', 'eq', 'hash', 'init', 'init_subclass', 'post_init', 'repr', 'str'].map(
    (name) => `__${name}__`,
  ),
);

const CALLED: ReadonlySet<string> = new Set([...PLAIN, '__call__']);

const SERIALIZERS: ReadonlySet<string> = new Set(['SerializeToString', 'SerializePartialToString']);

/** An object of which it is not certain that there is one. */
function perhaps(type: Inferred): Inferred {
  const declared =
    type.kind === 'instance' ? type.entry : type.kind === 'unknown' ? type.declared : undefined;
  return declared && !declared.foreign ? { kind: 'unknown', declared } : UNKNOWN;
}

const HASHED = { isHashed: true } as const;

/** Whether a dict may give an entry that is not in it. */
const givesMore = ({ missing, cls }: DictValue): boolean =>
  missing !== undefined || (cls !== undefined && LOOKUPS.some((name) => memberOf(cls, name)));
const LOOKUPS = ['__missing__', '__getitem__', 'get'] as const;

const hashOf = (value: SetValue | DictValue) =>
  (value.kind === 'set' ? value.isFrozen : !isPlainDict(value)) ? HASHED : undefined;

type Hashing = { readonly isHashed?: true };
const hashOfEither = (a: Hashing, b: Hashing) => (a.isHashed || b.isHashed ? HASHED : undefined);

export function common(a: Inferred, b: Inferred): Inferred {
  if (a === b) return a;
  if (a.kind !== b.kind) return a.kind === 'none' ? perhaps(b) : b.kind === 'none' ? perhaps(a) : UNKNOWN;
  switch (a.kind) {
    case 'none':
    case 'ellipsis':
      return a;
    case 'unknown':
      return a.declared === (b as typeof a).declared ? a : UNKNOWN;
    case 'int':
    case 'float':
    case 'bool':
    case 'bytes':
      return Object.is(a.value, (b as typeof a).value) ? a : ({ ...a, value: undefined } as Inferred);
    case 'str': {
      const { value, device } = b as typeof a;
      return a.value === value && a.device === device ? a : { kind: 'str', value: undefined };
    }
    case 'list':
    case 'tuple': {
      const other = b as typeof a;
      const isSame =
        a.elements !== undefined &&
        a.elements.length === other.elements?.length &&
        a.elements.every((each, i) => each === other.elements![i]);
      if (isSame) return a;
      return { kind: a.kind, length: a.length === other.length ? a.length : undefined, elements: undefined };
    }
    case 'dict': {
      const { entries } = b as typeof a;
      const isHashed = hashOfEither(a, b as typeof a);
      const isSame =
        a.entries !== undefined &&
        a.entries.length === entries?.length &&
        a.entries.every(({ key, value }, i) => key === entries[i]!.key && value === entries[i]!.value);
      return isSame && !isHashed ? a : { kind: 'dict', entries: isSame ? a.entries : undefined, ...isHashed };
    }
    case 'set':
      return { kind: 'set', elements: undefined, ...hashOfEither(a, b as typeof a) };
    case 'tensor': {
      const other = b as typeof a;
      return {
        kind: 'tensor',
        dtype: a.dtype === other.dtype ? a.dtype : undefined,
        shape: sameShape(a.shape, other.shape),
      };
    }
    case 'dtype':
      return a.dtype === (b as typeof a).dtype ? a : UNKNOWN;
    case 'instance':
      return sameEntry(a, b as typeof a) ? commonInstance(a, b as typeof a) : UNKNOWN;
    case 'class':
    case 'enum':
      return sameEntry(a, b as typeof a) ? a : UNKNOWN;
    case 'object': {
      const { name, number, dims, members } = b as typeof a;
      if (a.name !== name) return UNKNOWN;
      const isSame =
        a.number === number && String(a.dims) === String(dims) && String(a.members) === String(members);
      return isSame ? a : { ...a, number: undefined, dims: undefined, members: undefined };
    }
    case 'routine':
    case 'iterable':
      return a.name === (b as typeof a).name ? a : UNKNOWN;
    default:
      return UNKNOWN;
  }
}

type Instance = Extract<Inferred, { kind: 'instance' }>;

const commonInstance = ({ entry, call, isDeclared }: Instance, other: Instance): Instance => ({
  kind: 'instance',
  entry,
  call,
  ...((isDeclared || other.isDeclared) && { isDeclared: true }),
});

const sameEntry = (a: { readonly entry: Entry }, b: { readonly entry: Entry }) => a.entry === b.entry;

const sameShape = (a: Shape | undefined, b: Shape | undefined) =>
  a && b && a.length === b.length ? a.map((size, i) => (size === b[i] ? size : undefined)) : undefined;
