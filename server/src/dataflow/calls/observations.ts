import { Attached } from '../../basics/attached';
import { addToSet } from '../../basics/groups';
import { once } from '../../basics/once';
import { PairLog } from '../../basics/pair-log';
import { withEntry } from '../../basics/with-entry';
import { type Entry, findEntry } from '../../catalogue';
import type { Arguments, Failure, Place, TemplateProblem, Value } from '../../evaluator';
import { doubted, someArgument, unknown } from '../../evaluator/value';
import { type Exceptions, NO_EXCEPTION, PERHAPS } from '../../python/exceptions';
import { askedFor } from '../../python/lookups';
import type { Attribute, Call, Expression, Node } from '../../python/tree';
import type { FieldType } from '../../schema/types';
import { classBehind, type Lookup } from '../libraries/annotations';
import { type AttributeSnapshot, isPart } from '../libraries/assigned-attributes';
import { inheritedFrom } from '../libraries/derived-objects';
import type { FieldSetting, LateSetting } from '../libraries/field-settings';
import { originOf, type WrongKey, wrongKeyOf } from '../libraries/nested-results';
import { opOfOutputs } from '../libraries/op-outputs';
import { typesOf } from '../libraries/tensorflow-library';
import type { Message } from '../messages/message';
import {
  type CopyBudget,
  isMessage,
  isRepeated,
  snapshotOf,
  type TextRead,
} from '../messages/message-values';
import { type ReceivedArgument, receivedArguments } from './arguments';
import { type HeldStructure, heldStructures } from './held-structures';
import type { Inferred } from './types';
import { common, isLasting, lastingType, TypesOfValues } from './types-of-values';

/** One call of something in the catalogue, as the program reaches it. */
export class CallEvent {
  private frozen: Frozen | undefined;
  /** The attributes of the objects among the arguments at that time, if something needs them. */
  objects: AttributeSnapshot | undefined;
  /** The nested structures among its arguments, and those that they must be nested like, as they are at that time. */
  structures: readonly HeldStructure[];

  constructor(
    readonly node: Call,
    readonly entry: Entry,
    /** The object whose method is called. */
    readonly object: Extract<Value, { kind: 'made' }> | undefined,
    readonly given: Arguments,
    /** After these exceptions, the program continues. */
    readonly caught: Exceptions,
    /** Undefined for several events that are not told apart. */
    readonly place: Place | undefined,
    private readonly budget: CopyBudget,
  ) {
    this.structures = heldStructures(entry, given, node, object);
    // Immutable arguments are read on demand.
    if (someArgument(given, isTransient)) this.freeze();
  }

  /** The common knowledge of several events of a call, if they have the same argument expressions. */
  static ofAll(events: readonly CallEvent[]): CallEvent | undefined {
    const [first, ...others] = events;
    if (!first || others.length === 0) return first;
    const isSame = ({ entry, arguments: written }: CallEvent) =>
      entry === first.entry &&
      written.length === first.arguments.length &&
      written.every(({ argument: { name, value } }, i) => {
        const { argument } = first.arguments[i]!;
        return name === argument.name && value === argument.value;
      });
    if (!others.every(isSame)) return undefined;
    const caught = events.reduce((all, event) => all | event.caught, NO_EXCEPTION);
    const all = new CallEvent(
      first.node,
      first.entry,
      first.object,
      first.given,
      caught,
      undefined,
      first.budget,
    );
    const types = TypesOfValues.ofAll(events.map((event) => event.types));
    all.objects = first.objects;
    all.structures = [];
    all.frozen = { written: first.arguments, types, messages: new Map() };
    return all;
  }

  get arguments(): readonly ReceivedArgument[] {
    return this.freeze().written;
  }

  /** The types of the arguments at that time. */
  get types(): TypesOfValues {
    return this.freeze().types;
  }

  /** The messages among the arguments, and those that an argument serializes, as they are at that time. */
  get messages(): ReadonlyMap<Expression, Message> {
    return this.freeze().messages;
  }

  /** This event with each value that one of its arguments may have; the other arguments are unknown. */
  alternatives(): readonly CallEvent[] {
    const { positional, keywords, hasUnknownArguments } = this.given;
    if (!someArgument(this.given, ({ kind }) => kind === 'oneOf')) return [];
    const hidden = {
      positional: positional.map(({ node }) => unknown(node, 'branch')),
      keywords: new Map([...keywords].map(([name, { node }]) => [name, unknown(node, 'branch')])),
      hasUnknownArguments,
    };
    const { node, entry, object, caught, place, budget } = this;
    const made = (given: Partial<Arguments>) =>
      new CallEvent(node, entry, object, { ...hidden, ...given }, caught, place, budget);
    return [
      ...positional.flatMap((value, i) =>
        choicesOf(value).map((option) => made({ positional: hidden.positional.with(i, option) })),
      ),
      ...[...keywords].flatMap(([name, value]) =>
        choicesOf(value).map((option) => made({ keywords: withEntry(hidden.keywords, name, option) })),
      ),
    ];
  }

  /** This event as it would be if it had made a copy of the object that it makes, of other arguments if a call replaces some. */
  forCopy(given: Arguments, replacing?: Call): CallEvent {
    const { node, entry, object, caught, place, budget } = this;
    const copy = new CallEvent(replacing ?? node, entry, object, given, caught, place, budget);
    if (!replacing && hasSameValues(given, this.given)) copy.frozen = this.freeze();
    return copy;
  }

  private freeze(): Frozen {
    if (!this.frozen) {
      const written = receivedArguments(this.node, this.given);
      this.frozen = {
        written,
        types: typesOf(written, this.entry.op),
        messages: messagesIn(written, this.budget),
      };
    }
    return this.frozen;
  }
}

/** Whether a copy has the same parts, as one that is not deep has. */
const hasSameValues = (copy: Arguments, { positional, keywords }: Arguments): boolean =>
  copy.positional.every((value, i) => value === positional[i]) &&
  [...copy.keywords].every(([name, value]) => value === keywords.get(name));

const isTransient = (value: Value) => !isLasting(value);

/** The values between which conditions choose, without those that may have changed since. */
const choicesOf = (value: Value): readonly Value[] =>
  value.kind === 'oneOf' && value.isChoice ? value.options.filter(isLasting) : [];

interface Frozen {
  readonly written: readonly ReceivedArgument[];
  readonly types: TypesOfValues;
  readonly messages: ReadonlyMap<Expression, Message>;
}

/**
 * Where it is unknown in which iterations of a loop the program reaches a call, only what all of these events share is
 * certain.
 */
export const certain = once((events: readonly CallEvent[]): readonly CallEvent[] => {
  const uncertain = events.filter(({ caught }) => (caught & PERHAPS) !== 0);
  if (uncertain.length === 0) return events;
  const all = CallEvent.ofAll(uncertain);
  return [...events.filter((event) => !uncertain.includes(event)), ...(all ? [all] : [])];
});

/** The number of elements that exist where the program takes another number: outputs of an op, or elements of a field. */
export interface Miss {
  readonly of: Entry | FieldType;
  readonly count: number;
}

/** A longer list is indexed at once, as the values of a loop may be the same again and again. */
const MAX_LATEST = 10_000;

const NOTHING: ReadonlyMap<Node, Value> = new Map();

/** After this many events of a call, no more are recorded. */
const MAX_EVENTS = 64;

/** The arguments of an event identify it. */
const eventsByArguments = new Attached<object, CallEvent>();
export const eventWithArguments = (given: object): CallEvent | undefined => eventsByArguments.get(given);

/** The arguments of a copy identify the event that made the object; `replacing` is the call that made the copy of others. */
export function noteCopy(given: object, copy: Arguments, replacing?: Call): void {
  const event = eventWithArguments(given);
  if (event) eventsByArguments.set(copy, event.forCopy(copy, replacing));
}

/** What is found in some parts only. */
class Findings {
  /** Places that take a number of op outputs or list elements that do not exist. */
  readonly misses = new Map<Expression, Miss>();
  /** Places that read a key or index that a nested result or the dict of a property does not have. */
  readonly wrongKeys = new Map<Expression, WrongKey>();
  /** Places that read what the program has not set on an object. */
  readonly lacking = new Set<Node>();
  /** Templates that cannot be filled in, by the place where that happens. */
  readonly templates = new Map<Node, TemplateProblem>();
  /** Operations of Python that certainly raise an exception. */
  readonly failures = new Map<Node, Failure>();
  /** The values given to fields of messages, in order. */
  readonly lateSettings: LateSetting[] = [];
  /** The texts that were read into messages, and what becomes of these. */
  readonly texts: TextRead[] = [];

  add(more: Findings): void {
    for (const [node, miss] of more.misses) this.misses.set(node, miss);
    for (const [node, wrong] of more.wrongKeys) this.wrongKeys.set(node, wrong);
    for (const node of more.lacking) this.lacking.add(node);
    for (const [node, problem] of more.templates) this.templates.set(node, problem);
    for (const [node, failure] of more.failures) this.failures.set(node, failure);
    this.lateSettings.push(...more.lateSettings);
    this.texts.push(...more.texts);
  }
}

const NO_FINDINGS = new Findings();

/**
 * The observations of the evaluation of a part. They may hold nodes, but no offsets, and so may everything derived from
 * them: they can outlast edits elsewhere.
 */
export class Observations {
  /** The functions that were evaluated. */
  readonly functions = new Set<Node>();
  /** Expressions and their values which are not in `byNode` yet. */
  private readonly latest = new PairLog<Node, Value>();
  private byNode: Map<Node, Value | Value[]> | undefined;
  private types: Map<Node, Inferred> | undefined;
  /** The types that expressions in unreachable code would have. */
  private imagined: Map<Node, Inferred> | undefined;
  readonly calls = new Map<Call, CallEvent[]>();
  /** The exceptions that callers catch whenever an expression or a function is evaluated, if there are any. */
  private caught: Map<Node, Exceptions> | undefined;
  private noted = NO_FINDINGS;
  private found: Found | undefined;

  /** `isTentative` if they will be merged into other observations or dropped. */
  constructor(readonly isTentative = false) {}

  /** Adds later observations. */
  add(more: Observations): void {
    for (const [node, value] of more.byNode ?? [])
      for (const each of listed(value)) this.note(node, each, more.callersCatch(node));
    more.latest.each((node, value) => this.note(node, value, more.callersCatch(node)));
    for (const [node, type] of more.imagined ?? []) this.noteImagined(node, () => type);
    for (const [node, found] of more.calls) for (const event of found) this.addEvent(node, event);
    if (more.noted !== NO_FINDINGS) this.notes.add(more.noted);
  }

  get findings(): Findings {
    return this.noted;
  }

  /** The findings to add to. */
  get notes(): Findings {
    if (this.noted === NO_FINDINGS) this.noted = new Findings();
    return this.noted;
  }

  entered(definition: Node, caught: Exceptions): void {
    this.noteCaught(definition, caught, !this.functions.has(definition));
    this.functions.add(definition);
  }

  evaluated(node: Expression, value: Value, caught: Exceptions): void {
    // The type of a literal is known without an evaluation.
    if (node.kind === 'number' || node.kind === 'constant' || node.kind === 'string') return;
    this.note(node, value, caught);
  }

  private note(node: Node, value: Value, caught: Exceptions): void {
    // In most programs, nothing is caught.
    if (caught !== NO_EXCEPTION || this.caught) this.noteCaught(node, caught, !this.values.has(node));
    this.latest.add(node, value);
    if (this.latest.size > MAX_LATEST) this.indexLatest();
  }

  /** The values of each expression. Most parts are evaluated again before anything asks for those of theirs. */
  private get values(): ReadonlyMap<Node, Value | readonly Value[]> {
    return this.latest.size > 0 ? this.indexLatest() : (this.byNode ?? NOTHING);
  }

  private indexLatest(): ReadonlyMap<Node, Value | readonly Value[]> {
    this.byNode ??= new Map();
    const { latest, byNode } = this;
    latest.each((node, value) => {
      const known = byNode.get(node);
      if (known === undefined) byNode.set(node, value);
      else if (!Array.isArray(known)) {
        if (known !== value) byNode.set(node, [known, value]);
      } else if (known.at(-1) !== value) known.push(value);
    });
    latest.clear();
    return byNode;
  }

  private noteCaught(node: Node, caught: Exceptions, isFirst: boolean): void {
    const always = isFirst ? caught : caught & this.callersCatch(node);
    if (always !== NO_EXCEPTION) {
      this.caught ??= new Map();
      this.caught.set(node, always);
    } else this.caught?.delete(node);
  }

  callersCatch(node: Node): Exceptions {
    return this.caught?.get(node) ?? NO_EXCEPTION;
  }

  imagine(node: Expression, value: Value): void {
    this.noteImagined(node, () => lastingType(value, node));
  }

  private noteImagined(node: Node, type: () => Inferred): void {
    this.imagined ??= new Map();
    if (!this.imagined.has(node)) this.imagined.set(node, type());
  }

  called(
    node: Call,
    callee: Value,
    given: Arguments,
    caught: Exceptions,
    place: Place,
    budget: CopyBudget,
  ): CallEvent | undefined {
    const entry = entryOf(callee);
    if (!entry) return undefined;
    const others = this.calls.get(node);
    // Parts of an embedding object are always recorded: each table needs the event that made it.
    if (others && others.length >= MAX_EVENTS && !isPart(entry)) return undefined;
    const object = objectOf(callee);
    const event = new CallEvent(node, entry, object, certainOf(given, place), caught, place, budget);
    eventsByArguments.set(given, event);
    this.addEvent(node, event, others);
    return event;
  }

  private addEvent(node: Call, event: CallEvent, others = this.calls.get(node)): void {
    if (!others) this.calls.set(node, [event]);
    else if (others.length < MAX_EVENTS) others.push(event);
  }

  unfilled(node: Node, problem: TemplateProblem, caught: Exceptions): void {
    if (caught === NO_EXCEPTION) this.notes.templates.set(node, problem);
  }

  failed(node: Node, failure: Failure, caught: Exceptions): void {
    if (caught === NO_EXCEPTION) this.notes.failures.set(node, failure);
  }

  missed(node: Expression, from: Value, count: number, caught: Exceptions): void {
    if (caught !== NO_EXCEPTION) return;
    const of = isRepeated(from) ? from.field : (opOfOutputs(from) ?? originOf(from));
    if (of) this.notes.misses.set(node, { of, count });
  }

  subscripted(node: Expression, object: Value, index: Value, caught: Exceptions): void {
    const wrong = caught === NO_EXCEPTION ? wrongKeyOf(object, index) : undefined;
    if (wrong) this.notes.wrongKeys.set(node, wrong);
  }

  get isEvaluated(): boolean {
    return this.values.size > 0;
  }

  /** Whether the evaluation of the part reached an expression. */
  reached(node: Node): boolean {
    return this.values.has(node);
  }

  /** The common type of all evaluations of an expression, or its type in unreachable code. */
  typeOf(node: Expression): Inferred | undefined {
    const values = this.values.get(node);
    if (values === undefined) return this.imagined?.get(node);
    this.types ??= new Map();
    let type = this.types.get(node);
    if (!type) {
      type = listed(values)
        .map((value) => lastingType(value, node))
        .reduce(common);
      this.types.set(node, type);
    }
    return type;
  }

  /** The values given to fields of messages, in order. Made on demand, as edits move them. */
  get settings(): readonly FieldSetting[] {
    return this.noted.lateSettings.flatMap((late) => late() ?? []);
  }

  /** Attribute lookups on objects of the catalogue's classes. */
  get lookups(): Found['lookups'] {
    return this.whatIsFound.lookups;
  }

  /** Names that are accessed through their module: by an attribute, or by `getattr`. */
  get names(): ReadonlyMap<Attribute | Call, ReadonlySet<string>> {
    return this.whatIsFound.names;
  }

  /** The messages that each call serializes, as they are at that time. */
  get serialized(): ReadonlyMap<Call, Message> {
    return this.whatIsFound.serialized;
  }

  /** Searched on demand, once the part has been evaluated. */
  private get whatIsFound(): Found {
    this.found ??= findIn(this.values);
    return this.found;
  }
}

/** A lookup of an attribute, and the name that it looks for. */
export interface NamedLookup extends Lookup {
  readonly name: string;
  /** On how many objects, of whatever class. */
  readonly times: number;
}

/** What the values of expressions say about attributes and calls. */
interface Found {
  readonly lookups: ReadonlyMap<Attribute | Call, NamedLookup>;
  readonly names: ReadonlyMap<Attribute | Call, ReadonlySet<string>>;
  readonly serialized: ReadonlyMap<Call, Message>;
}

function findIn(values: ReadonlyMap<Node, Value | readonly Value[]>): Found {
  const lookups = new Map<Attribute | Call, NamedLookup>();
  const names = new Map<Attribute | Call, Set<string>>();
  const serialized = new Map<Call, Message>();
  const look = (node: Attribute | Call, value: Value) => {
    if (value.kind === 'reference') addToSet(names, node, value.name);
    else if (node.kind === 'call' && value.kind === 'bytes' && value.serialized)
      serialized.set(node, value.serialized as Message);
    // The value of a property may be what its function looked up.
    else if (
      (node.kind === 'attribute' || askedFor(node)) &&
      value.kind === 'method' &&
      value.node === node
    ) {
      const owner = value.object.kind === 'tuple' ? outputsBehind(value.object) : classBehind(value.object);
      // A class that is certain counts more than one that is declared.
      const before = lookups.get(node);
      const times = (before?.times ?? 0) + 1;
      const counts = owner && (!owner.isDeclared || !before) ? { ...owner, name: value.name } : before;
      if (counts) lookups.set(node, { ...counts, times });
    }
  };
  for (const [node, value] of values) {
    if (node.kind !== 'attribute' && node.kind !== 'call') continue;
    for (const each of listed(value)) look(node, each);
  }
  return { lookups, names, serialized };
}

const listed = (value: Value | readonly Value[]): readonly Value[] =>
  Array.isArray(value) ? value : [value as Value];

/** The members of the named tuple of an op's outputs. */
function outputsBehind(outputs: Value): Lookup | undefined {
  const op = opOfOutputs(outputs);
  return (
    op && {
      entry: { ...op, attributes: [...op.op!.outputs.map(({ name }) => name), 'count', 'index'] },
      isDeclared: false,
    }
  );
}

/** The arguments with which the program certainly gets to a call, if it does. */
const certainOf = (given: Arguments, place: Place): Arguments =>
  place.doubtful.size + place.tested.size === 0 ? given : withoutDoubtful(given, place);

function withoutDoubtful(given: Arguments, { doubtful, tested }: Place): Arguments {
  const isDoubtful = (value: Value) => doubtful.has(value) || tested.has(value);
  if (!someArgument(given, isDoubtful)) return given;
  const judged = (value: Value) => (isDoubtful(value) ? doubted(value, value.node) : value);
  return {
    ...given,
    positional: given.positional.map(judged),
    keywords: new Map([...given.keywords].map(([name, value]) => [name, judged(value)])),
  };
}

function messagesIn(
  given: readonly ReceivedArgument[],
  budget: CopyBudget,
): ReadonlyMap<Expression, Message> {
  let found: Map<Expression, Message> | undefined;
  for (const { argument, value } of given) {
    const message = isMessage(value)
      ? snapshotOf(value, budget)
      : value?.kind === 'bytes' && (value.serialized as Message | undefined);
    if (!message) continue;
    found ??= new Map();
    found.set(argument.value, message);
  }
  return found ?? NO_MESSAGES;
}

const NO_MESSAGES: ReadonlyMap<Expression, Message> = new Map();

function entryOf(callee: Value): Entry | undefined {
  if (callee.kind === 'reference') return findEntry(callee.name);
  const base = constructedBase(callee);
  if (base) return base;
  const owner = classBehind(objectOf(callee))?.entry;
  const entry = owner && findEntry(`${owner.id}.${callee.kind === 'method' ? callee.name : '__call__'}`);
  return entry?.kind === 'method' ? entry : undefined;
}

/** The object whose method is called, or that is called itself. */
function objectOf(callee: Value): CallEvent['object'] {
  const object = callee.kind === 'method' ? callee.object : callee;
  return object.kind === 'made' ? object : inheritedFrom(object);
}

/** The catalogued class that receives the arguments of a class in the file, by inheritance or `super().__init__`. */
function constructedBase(callee: Value): Entry | undefined {
  const isSuper = callee.kind === 'method' && callee.object.kind === 'super' && callee.name === '__init__';
  const cls = isSuper ? (callee.object as Extract<Value, { kind: 'super' }>).cls : callee;
  if (cls.kind !== 'class' || cls.form !== 'plain' || cls.members.content.hasUnknownFields) return undefined;
  const { known } = cls.members.content;
  if (!isSuper && (known.has('__init__') || known.has('__new__'))) return undefined;
  const [base, ...others] = cls.bases;
  if (!base || (isSuper && others.length > 0)) return undefined;
  if (others.length > 0) return firstConstructed(cls.inherited);
  if (base.kind === 'class') return constructedBase(base);
  return classNamed(base);
}

/** Of the bases of a class, in their order, the first that receives arguments; the program's own ones leave them to it. */
function firstConstructed(bases: readonly Value[]): Entry | undefined {
  const first = bases.find((each) => each.kind !== 'class');
  const leaves = (each: Value) =>
    each === first || (each.kind === 'reference' ? ABSTRACT.has(each.name) : leavesConstruction(each));
  const before = first ? bases.slice(0, bases.indexOf(first)) : [];
  return first && bases.every(leaves) && !before.some(definesInit) ? classNamed(first) : undefined;
}

/** Bases of Python's own that any arguments pass. */
const ABSTRACT: ReadonlySet<string> = new Set(['abc.ABC', 'builtins.object', 'typing.Generic']);

const leavesConstruction = (cls: Value): boolean =>
  cls.kind === 'class' &&
  cls.form === 'plain' &&
  !cls.members.content.hasUnknownFields &&
  !cls.members.content.known.has('__new__');

const definesInit = (cls: Value): boolean =>
  cls.kind === 'class' && cls.members.content.known.has('__init__');

function classNamed(base: Value): Entry | undefined {
  const entry = base.kind === 'reference' ? findEntry(base.name) : undefined;
  return entry?.kind === 'class' && !entry.removed ? entry : undefined;
}
