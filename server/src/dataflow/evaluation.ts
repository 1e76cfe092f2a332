import { type Entry, findEntry } from '../catalogue';
import type { Attribute, Call, Expression, Node, Tree } from '../python/tree';
import { argumentsGiven, type GivenArgument } from './arguments';
import { type Given, Program, type TextRead, type Value } from './evaluator';
import type { FieldSetting, LateSetting } from './field-settings';
import type { Message } from './message';
import { type Room, snapshotOf } from './message-values';
import { textsOf } from './read-texts';
import { TensorFlowLibrary, typesOf } from './tensorflow-library';
import type { Inferred } from './types';
import { common, isLasting, lastingType, type TypesOfValues } from './types-of-values';

/** One way in which a program calls something in the catalogue. */
export class CallEvent {
  private frozen: Frozen | undefined;

  constructor(
    readonly node: Call,
    readonly entry: Entry,
    /** The object whose method is called. */
    readonly object: Extract<Value, { kind: 'made' }> | undefined,
    private readonly given: Given,
    private readonly room: Room,
  ) {
    // What cannot change is looked at when somebody asks.
    if (!given.positional.every(isLasting) || ![...given.keywords.values()].every(isLasting)) this.freeze();
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

/** More ways to come by a call are not told apart. */
const MAX_EVENTS = 16;
/** More messages are not copied. */
const MAX_COPIED = 100_000;

/** What a program does, as far as its text says so for certain. */
export class Evaluation {
  private readonly values = new Map<Node, Value | Value[]>();
  private readonly types = new Map<Node, Inferred>();
  /** What expressions would be that the program does not come by. */
  private readonly imagined = new Map<Node, Inferred>();
  readonly calls = new Map<Call, CallEvent[]>();
  /** What is looked up on objects of the catalogue's classes. */
  readonly lookups = new Map<Attribute, Entry>();
  /** What is named by way of its module: by an attribute, or by `getattr`. */
  readonly names = new Map<Attribute | Call, string>();
  /** By what each event got: no two get the same. */
  readonly byGiven = new Map<object, CallEvent>();
  /** What fields of messages are given, in turn. */
  readonly given: LateSetting[] = [];
  /** What becomes of the texts that are read into messages. */
  readonly texts: TextRead[] = [];
  /** For copies of messages. */
  readonly room: Room = { left: MAX_COPIED };
  /** The messages that are serialized, as they are then, by the call. */
  readonly serialized = new Map<Node, Message>();

  constructor(tree: Tree) {
    const { values, imagined, serialized, lookups, names } = this;
    const noteName = (node: Attribute | Call, value: Value) => {
      if (value.kind === 'reference') names.set(node, value.name);
      else if (node.kind === 'attribute' && value.kind === 'method' && value.object.kind === 'made') {
        const { facts } = value.object;
        if (facts?.kind === 'instance') lookups.set(node, facts.entry);
      }
    };
    new Program(tree, new TensorFlowLibrary(this, textsOf(tree)), {
      evaluated(node, value) {
        // What a literal is worth it says itself.
        if (isLiteral(node)) return;
        if (value.kind === 'bytes' && value.message && node.kind === 'call')
          serialized.set(node, value.message);
        const known = values.get(node);
        if (known === undefined) values.set(node, value);
        else if (Array.isArray(known)) known.push(value);
        else if (known !== value) values.set(node, [known, value]);
        if (node.kind === 'attribute' || node.kind === 'call') noteName(node, value);
      },
      imagined(node, value) {
        if (!imagined.has(node)) imagined.set(node, lastingType(value, node));
      },
      called: (node, callee, given) => this.note(node, callee, given),
    }).follow();
  }

  /** Where fields of messages are given values, in turn. */
  get settings(): readonly FieldSetting[] {
    return this.given.flatMap((late) => late() ?? []);
  }

  /** What an expression is, whichever way the program takes; undefined where it does not come by. */
  typeOf(expression: Expression): Inferred | undefined {
    let type = this.types.get(expression);
    if (!type) {
      const value = this.values.get(expression);
      if (!value) return this.imagined.get(expression);
      const all = Array.isArray(value) ? value : [value];
      type = all.map((each) => lastingType(each, expression)).reduce(common);
      this.types.set(expression, type);
    }
    return type;
  }

  private note(node: Call, callee: Value, given: Given): void {
    const entry = entryOf(callee);
    if (!entry) return;
    const events = this.calls.get(node) ?? [];
    if (events.length >= MAX_EVENTS) return;
    const object = callee.kind === 'method' && callee.object.kind === 'made' ? callee.object : undefined;
    const event = new CallEvent(node, entry, object, given, this.room);
    this.byGiven.set(given, event);
    if (events.length === 0) this.calls.set(node, events);
    events.push(event);
  }
}

const isLiteral = ({ kind }: Node) => kind === 'number' || kind === 'constant' || kind === 'string';

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

const byTree = new WeakMap<Tree, Evaluation>();

export function evaluationOf(tree: Tree): Evaluation {
  let evaluation = byTree.get(tree);
  if (!evaluation) {
    evaluation = new Evaluation(tree);
    byTree.set(tree, evaluation);
  }
  return evaluation;
}
