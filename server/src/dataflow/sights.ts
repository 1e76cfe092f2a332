import { type Entry, findEntry } from '../catalogue';
import { type Exceptions, NO_EXCEPTION, PERHAPS } from '../python/exceptions';
import type { Attribute, Call, Expression, Node } from '../python/tree';
import type { FieldType } from '../schema/types';
import { once } from '../text/once';
import { argumentsGiven, type GivenArgument } from './arguments';
import { type AttributesThen, isPart } from './assigned-attributes';
import type { Given, TextRead, Value } from './evaluator';
import type { FieldSetting, LateSetting } from './field-settings';
import type { Message } from './message';
import { type Room, snapshotOf } from './message-values';
import { opOfOutputs } from './op-outputs';
import { typesOf } from './tensorflow-library';
import type { Inferred } from './types';
import { common, isLasting, lastingType, TypesOfValues } from './types-of-values';

/** One way in which a program calls something in the catalogue. */
export class CallEvent {
  private frozen: Frozen | undefined;
  /** What attributes of the objects that it gets hold then, where somebody asks for that. */
  objects: AttributesThen | undefined;

  constructor(
    readonly node: Call,
    readonly entry: Entry,
    /** The object whose method is called. */
    readonly object: Extract<Value, { kind: 'made' }> | undefined,
    readonly given: Given,
    /** The exceptions behind which the program goes on. */
    readonly caught: Exceptions,
    private readonly room: Room,
  ) {
    // What cannot change is looked at when somebody asks.
    if (!given.positional.every(isLasting) || ![...given.keywords.values()].every(isLasting)) this.freeze();
  }

  /** What several times that a call is reached have in common, if it gets the same expressions each time. */
  static ofAll(ways: readonly CallEvent[]): CallEvent | undefined {
    const [first, ...others] = ways;
    if (!first || others.length === 0) return first;
    const isSame = ({ entry, arguments: written }: CallEvent) =>
      entry === first.entry &&
      written.length === first.arguments.length &&
      written.every(({ argument: { name, value } }, i) => {
        const { argument } = first.arguments[i]!;
        return name === argument.name && value === argument.value;
      });
    if (!others.every(isSame)) return undefined;
    const caught = ways.reduce((all, way) => all | way.caught, NO_EXCEPTION);
    const all = new CallEvent(first.node, first.entry, first.object, first.given, caught, first.room);
    const types = TypesOfValues.ofAll(ways.map((way) => way.types));
    all.objects = first.objects;
    all.frozen = { written: first.arguments, types, messages: new Map() };
    return all;
  }

  get arguments(): readonly GivenArgument[] {
    return this.freeze().written;
  }

  /** What the arguments are then. */
  get types(): TypesOfValues {
    return this.freeze().types;
  }

  /** The messages among the arguments, and those whose binary form an argument is, as they are then. */
  get messages(): ReadonlyMap<Expression, Message> {
    return this.freeze().messages;
  }

  private freeze(): Frozen {
    if (!this.frozen) {
      const written = argumentsGiven(this.node, this.given);
      this.frozen = { written, types: typesOf(written), messages: messagesIn(written, this.room) };
    }
    return this.frozen;
  }
}

interface Frozen {
  readonly written: readonly GivenArgument[];
  readonly types: TypesOfValues;
  readonly messages: ReadonlyMap<Expression, Message>;
}

/** Where it is open in which rounds of a loop the program reaches a call, only what they have in common is certain. */
export const certain = once((ways: readonly CallEvent[]): readonly CallEvent[] => {
  const open = ways.filter(({ caught }) => (caught & PERHAPS) !== 0);
  if (open.length === 0) return ways;
  const all = CallEvent.ofAll(open);
  return [...ways.filter((way) => !open.includes(way)), ...(all ? [all] : [])];
});

/** What there is where something else is taken: so many outputs of an op, or elements of a field. */
export interface Miss {
  readonly of: Entry | FieldType;
  readonly count: number;
}

/** When a call is reached more often, the times are not told apart. */
const MAX_EVENTS = 64;

/** What each event got tells it from all others. */
const events = new WeakMap<object, CallEvent>();
export const eventThatGot = (given: object): CallEvent | undefined => events.get(given);

/** What is seen while a part of a program is gone through. It may hold nodes, but no offsets, and so may what is kept of it: it can outlast edits elsewhere. */
export class Sights {
  /** The functions that are gone through. */
  readonly functions = new Set<Node>();
  private readonly values = new Map<Node, Value | Value[]>();
  private readonly types = new Map<Node, Inferred>();
  /** What expressions would be that the program does not reach. */
  private readonly imagined = new Map<Node, Inferred>();
  readonly calls = new Map<Call, CallEvent[]>();
  /** What is looked up on objects of the catalogue's classes. */
  readonly lookups = new Map<Attribute, Entry>();
  /** What is named by way of its module: by an attribute, or by `getattr`. */
  readonly names = new Map<Attribute | Call, Set<string>>();
  /** Where other outputs of an op, or messages of a list, are taken than there are. */
  readonly misses = new Map<Expression, Miss>();
  /** What fields of messages are given, in turn. */
  readonly given: LateSetting[] = [];
  /** What becomes of the texts that are read into messages. */
  readonly texts: TextRead[] = [];
  /** The messages that are serialized, as they are then, by the call. */
  readonly serialized = new Map<Call, Message>();

  /** `isTentative` if it is to be added to other sights or forgotten. */
  constructor(readonly isTentative = false) {}

  /** Takes in what was seen afterwards. */
  add(more: Sights): void {
    for (const [node, value] of more.values)
      for (const each of Array.isArray(value) ? value : [value]) this.note(node, each);
    for (const [node, type] of more.imagined) if (!this.imagined.has(node)) this.imagined.set(node, type);
    for (const [node, found] of more.calls) for (const event of found) this.addEvent(node, event);
    for (const [node, entry] of more.lookups) this.lookups.set(node, entry);
    for (const [node, names] of more.names) for (const name of names) this.addName(node, name);
    this.given.push(...more.given);
    this.texts.push(...more.texts);
    for (const [node, message] of more.serialized) this.serialized.set(node, message);
  }

  evaluated(node: Expression, value: Value): void {
    // What a literal is worth it says itself.
    if (node.kind === 'number' || node.kind === 'constant' || node.kind === 'string') return;
    this.note(node, value);
    if (node.kind === 'attribute' || node.kind === 'call') this.noteName(node, value);
  }

  private note(node: Node, value: Value): void {
    const known = this.values.get(node);
    if (known === undefined) this.values.set(node, value);
    else if (Array.isArray(known)) known.push(value);
    else if (known !== value) this.values.set(node, [known, value]);
  }

  imagine(node: Expression, value: Value): void {
    if (!this.imagined.has(node)) this.imagined.set(node, lastingType(value, node));
  }

  called(node: Call, callee: Value, given: Given, caught: Exceptions, room: Room): CallEvent | undefined {
    const entry = entryOf(callee);
    const isEnough = (this.calls.get(node)?.length ?? 0) >= MAX_EVENTS;
    // What made a table is asked for of each.
    if (!entry || (isEnough && !isPart(entry))) return undefined;
    const object = callee.kind === 'method' && callee.object.kind === 'made' ? callee.object : undefined;
    const event = new CallEvent(node, entry, object, given, caught, room);
    events.set(given, event);
    this.addEvent(node, event);
    return event;
  }

  private addEvent(node: Call, event: CallEvent): void {
    const others = this.calls.get(node);
    if (!others) this.calls.set(node, [event]);
    else if (others.length < MAX_EVENTS) others.push(event);
  }

  missed(node: Expression, from: Value, count: number, caught: Exceptions): void {
    if (caught !== NO_EXCEPTION) return;
    const of = from.kind === 'repeated' ? from.field : opOfOutputs(from);
    if (of) this.misses.set(node, { of, count });
  }

  /** Whether the part reaches an expression. */
  sees(node: Expression): boolean {
    return this.values.has(node);
  }

  /** What an expression is each time that the part reaches it, or what it would be. */
  typeOf(node: Expression): Inferred | undefined {
    const values = this.values.get(node);
    if (values === undefined) return this.imagined.get(node);
    let type = this.types.get(node);
    if (!type) {
      type = Array.isArray(values)
        ? values.map((value) => lastingType(value, node)).reduce(common)
        : lastingType(values, node);
      this.types.set(node, type);
    }
    return type;
  }

  /** Where fields of messages are given values, in turn; afterwards, as edits move them. */
  get settings(): readonly FieldSetting[] {
    return this.given.flatMap((late) => late() ?? []);
  }

  private addName(node: Attribute | Call, name: string): void {
    const names = this.names.get(node);
    if (names) names.add(name);
    else this.names.set(node, new Set([name]));
  }

  private noteName(node: Attribute | Call, value: Value): void {
    if (value.kind === 'reference') this.addName(node, value.name);
    else if (node.kind === 'call' && value.kind === 'bytes' && value.message)
      this.serialized.set(node, value.message);
    else if (node.kind === 'attribute' && value.kind === 'method' && value.object.kind === 'tuple') {
      const op = opOfOutputs(value.object);
      if (op)
        this.lookups.set(node, {
          ...op,
          attributes: [...op.op!.outputs.map(({ name }) => name), 'count', 'index'],
        });
    } else if (node.kind === 'attribute' && value.kind === 'method' && value.object.kind === 'made') {
      const { facts } = value.object;
      if (facts?.kind === 'instance') this.lookups.set(node, facts.entry);
    }
  }
}

function messagesIn(given: readonly GivenArgument[], room: Room): Map<Expression, Message> {
  const messages = new Map<Expression, Message>();
  for (const { argument, value } of given) {
    if (value?.kind === 'message') messages.set(argument.value, snapshotOf(value, room));
    else if (value?.kind === 'bytes' && value.message) messages.set(argument.value, value.message);
  }
  return messages;
}

function entryOf(callee: Value): Entry | undefined {
  if (callee.kind === 'reference') return findEntry(callee.name);
  const base = constructedBase(callee);
  if (base) return base;
  if (callee.kind !== 'method' || callee.object.kind !== 'made' || callee.object.facts?.kind !== 'instance')
    return undefined;
  const entry = findEntry(`${callee.object.facts.entry.id}.${callee.name}`);
  return entry?.kind === 'method' ? entry : undefined;
}

/** The catalogue's class that gets the arguments of a class of the file: by inheritance, or from `super().__init__`. */
function constructedBase(callee: Value): Entry | undefined {
  const isSuper = callee.kind === 'method' && callee.object.kind === 'super' && callee.name === '__init__';
  const cls = isSuper ? (callee.object as Extract<Value, { kind: 'super' }>).cls : callee;
  if (cls.kind !== 'class' || cls.form !== 'plain' || cls.members.content.isOpen) return undefined;
  const { known } = cls.members.content;
  if (!isSuper && (known.has('__init__') || known.has('__new__'))) return undefined;
  const [base, ...others] = cls.bases;
  if (!base || others.length > 0) return undefined;
  if (base.kind === 'class') return constructedBase(base);
  const entry = base.kind === 'reference' ? findEntry(base.name) : undefined;
  return entry?.kind === 'class' && !entry.removed ? entry : undefined;
}
