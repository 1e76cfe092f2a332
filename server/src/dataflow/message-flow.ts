import { bindArguments, type Entry, findEntry } from '../catalogue';
import { type Binding, bindingOf, namesCalled, resolve } from '../python/names';
import { decodeString } from '../python/strings';
import {
  type Assignment,
  type Block,
  type Call,
  childrenOf,
  type Expression,
  type Name,
  type Node,
  type Statement,
  type Tree,
  walk,
} from '../python/tree';
import { evaluate, functionOf, isExpectedToFail } from '../python/values';
import { builtin } from '../schema/builtin';
import type { FieldType, MessageType } from '../schema/types';
import { asArgument } from './arguments';
import { TEXT_READERS } from './classes';
import { scalarOf } from './field-values';
import { literalsOf } from './literals';
import { mergeText } from './merge-text';
import { Message } from './message';
import { type PythonFile, typeOfIn } from './python-file';
import { functionCalled, resultOf } from './return-values';

/** What a text does with the messages that it builds. */
export interface Constructions {
  /** The message behind each `message.SerializeToString()` that is known, as it is then. */
  readonly serialized: ReadonlyMap<Call, Message>;
  /** The message that a call gives to the TPU system as it is. */
  readonly given: ReadonlyMap<Call, Message>;
  /** What each call that reads text format makes of a message that was empty: all that the file does to it included. */
  readonly texts: ReadonlyMap<Call, Message>;
  /** Where fields of messages are given values, in turn. */
  readonly settings: readonly FieldSetting[];
}

/** A value that is given to a field, or to what is taken for one. */
export interface FieldSetting {
  readonly type: MessageType;
  readonly name: string;
  /** Where the name stands. */
  readonly start: number;
  readonly end: number;
  readonly value: Expression;
  /**
   * `message.field = value`, an argument of `message.field.add(…)`, or one of a message's class; of `append` and
   * `extend`, what they put into the field.
   */
  readonly by: 'assignment' | 'add' | 'class' | 'append' | 'extend';
  /** The attribute, the argument, or the call of `append` or `extend`. */
  readonly node: Node;
}

const constructionsByTree = new WeakMap<Tree, Constructions>();

/**
 * The messages that a text builds. Statements that follow one another are gone through in turn, each body by
 * itself; whatever else touches a message (branches, loops, other functions, calls that are not known) leaves
 * what it touches unknown.
 */
export function constructionsIn(file: PythonFile): Constructions {
  const { tree } = file;
  let result = constructionsByTree.get(tree);
  if (!result) {
    const context = new Context(file);
    if (HIDDEN.test(tree.text)) context.bodies.length = 0;
    for (let body = context.bodies.pop(); body; body = context.bodies.pop()) context.run(body);
    result = context;
    constructionsByTree.set(tree, result);
  }
  return result;
}

/** Ways to a variable by its name as text, which no reader sees. */
const HIDDEN = /(?<![\w.])(?:eval|exec|globals|locals|vars)\s*\(/;

/** What all bodies of a text share. */
class Context implements Constructions {
  readonly tree: Tree;
  readonly serialized = new Map<Call, Message>();
  readonly given = new Map<Call, Message>();
  readonly texts = new Map<Call, Message>();
  readonly settings: FieldSetting[] = [];
  /** Still to be gone through. */
  readonly bodies: (readonly Statement[])[];
  /** Types of the messages that have names, by where the name stands that they are bound to. */
  readonly types = new Map<number, MessageType>();
  /** Where each of their names stands; undefined if that is too often. */
  private readonly uses = new Map<string, readonly Name[] | undefined>();
  /** The stretches of the text that have to do with messages. */
  private readonly marks: Uint8Array;
  /** How many values may still be copied. */
  private room = MAX_COPIED;
  private readonly returned = new Map<readonly Statement[], Message | undefined>();

  constructor(readonly file: PythonFile) {
    const { tree, calls } = file;
    this.tree = tree;
    this.bodies = [tree.module.body];
    this.marks = new Uint8Array(tree.text.length / STRETCH + 1);
    for (const { entry, node } of calls) {
      if (entry.message === undefined && !TEXT_READERS.has(entry.id)) continue;
      this.mark(node.open);
      // A function may hand on what it makes.
      const around = functionOf(node);
      if (around?.kind === 'function' && resultOf(around)) this.usesOf(around.name);
    }
  }

  /** Goes through a body, if that has not been done; the message that it returns. */
  run(body: readonly Statement[]): Message | undefined {
    if (!this.returned.has(body)) {
      // A function that calls itself gives nothing that is known.
      this.returned.set(body, undefined);
      this.returned.set(body, new Body(this).run(body));
    }
    return this.returned.get(body);
  }

  /** A copy of a message, of which nothing is known where it would be too large. */
  copy(message: Message, parent?: Message, field?: FieldType): Message {
    const { size, height } = this.room > 0 ? message.measure() : { size: 1, height: 0 };
    this.room -= size;
    if (this.room >= 0 && (parent?.depth ?? 0) + height < MAX_DEPTH) return message.copy(parent, field);
    const open = new Message(message.type, message.node, parent, field);
    open.isOpen = true;
    return open;
  }

  /** Remembers a message's name; where else it stands, or undefined if that is too often. */
  name({ name, start }: Name, type: MessageType): readonly Name[] | undefined {
    const uses = this.usesOf(name);
    if (uses) this.types.set(start, type);
    return uses;
  }

  isName(name: string): boolean {
    return this.uses.get(name) !== undefined;
  }

  /** Whether messages may have anything to do with a node. */
  concerns({ start, end }: Node): boolean {
    return this.marks.subarray(Math.floor(start / STRETCH), Math.ceil(end / STRETCH)).includes(1);
  }

  private usesOf(name: string): readonly Name[] | undefined {
    if (!this.uses.has(name)) {
      const uses = namesCalled(this.tree, name);
      const isFollowed = uses.length <= MAX_USES;
      this.uses.set(name, isFollowed ? uses : undefined);
      if (isFollowed) for (const { start } of uses) this.mark(start);
    }
    return this.uses.get(name);
  }

  private mark(offset: number): void {
    this.marks[Math.floor(offset / STRETCH)] = 1;
  }
}

/** Characters that are marked together. */
const STRETCH = 32;

/** Expressions are followed this deep. */
const MAX_DEPTH = 64;
/** Messages that are put into themselves again and again would outgrow any text. */
const MAX_COPIED = 100_000;
/** A message whose name stands more often is not followed. */
const MAX_USES = 1000;

const SERIALIZERS: ReadonlySet<string> = new Set(['SerializeToString', 'SerializePartialToString']);
/** Methods that change nothing and give nothing of the message away. */
const READERS: ReadonlySet<string> = new Set([
  ...SERIALIZERS,
  'ByteSize',
  'HasField',
  'IsInitialized',
  'WhichOneof',
  '__str__',
]);
/** Values of enums. */
const CONSTANT = /^[A-Z][A-Z0-9_]*$/;
/** Functions that only look at a message. */
const LOOKERS: ReadonlySet<string> = new Set([
  ...['bool', 'len', 'print', 'repr', 'str', 'type'].map((name) => `builtins.${name}`),
  'google.protobuf.text_format.MessageToString',
]);
/** Statements that make a name one of another scope. */
const OUTWARD: ReadonlySet<string> = new Set(['global', 'nonlocal']);
/** An op that is given a message by mistake does not change it either. */
const looksOnly = (name: string) => {
  if (LOOKERS.has(name)) return true;
  const entry = findEntry(name);
  return entry !== undefined && (entry.op !== undefined || takesMessage(entry));
};
/** Whether a function sets up the system by a message. */
const takesMessage = ({ parameters }: Entry) => parameters.some(({ type }) => type.of === 'message');

/** One body of statements and the messages that it makes. */
class Body {
  /** By where the name stands that they are bound to. */
  private readonly tracked = new Map<number, Message>();
  private readonly byText = new Map<string, Message[]>();
  /** What functions serialize that may run at any time, so that the message must not change any more. */
  private readonly deferred: { readonly call: Call; readonly message: Message; readonly version: number }[] =
    [];
  private start = 0;
  /** The module, function, class or block. */
  private owner: Node | undefined;
  private returned: Message | undefined;

  constructor(private readonly context: Context) {}

  private get tree(): Tree {
    return this.context.tree;
  }

  run(body: readonly Statement[]): Message | undefined {
    this.start = body[0]?.start ?? 0;
    this.owner = body[0]?.parent;
    const pending = [...body].reverse();
    for (let statement = pending.pop(); statement; statement = pending.pop()) {
      if (!this.context.concerns(statement)) continue;
      if (statement.kind === 'block' && statement.keyword === 'with' && !this.mayEnd(statement)) {
        for (const { value, target } of statement.items) {
          this.read(value, 0);
          if (target) this.touch(target);
        }
        // It runs with what is around.
        for (let i = statement.body.length - 1; i >= 0; i--) pending.push(statement.body[i]!);
      } else this.statement(statement);
    }
    for (const { call, message, version } of this.deferred) {
      if (message.root.version === version) this.serialize(call, message);
    }
    return this.returned;
  }

  private serialize(call: Call, message: Message): void {
    if (!message.isOpen) this.context.serialized.set(call, this.context.copy(message));
  }

  /** Whether the body of a `with` may end early, and what follows run all the same. */
  private mayEnd({ items, body: [first] }: Block): boolean {
    if (first && isExpectedToFail(this.tree, first)) return true;
    return items.some(({ value }) => {
      const callee = value.kind === 'call' ? value.callee : value;
      return (callee.kind === 'attribute' || callee.kind === 'name') && callee.name === 'suppress';
    });
  }

  private statement(statement: Statement): void {
    switch (statement.kind) {
      case 'expression':
        // A result that nobody takes goes nowhere.
        this.value(statement.value, 0);
        break;
      case 'assignment':
        this.assign(statement);
        break;
      case 'simple':
        for (const value of statement.values) {
          if (statement.keyword === 'del') this.touch(value);
          else {
            const message = this.value(value, 0);
            if (statement.keyword === 'return') this.returned = message && this.context.copy(message);
            message?.open();
          }
        }
        break;
      case 'import':
        break;
      default:
        this.touch(statement);
        this.context.bodies.push(statement.body);
    }
  }

  private assign(statement: Assignment): void {
    const { targets, operator, value } = statement;
    if (!value) return;
    if (operator !== '=') return this.touch(statement);
    const message = this.value(value, 0);
    for (const target of targets) {
      if (target.kind === 'name') {
        if (message) this.bind(target, message);
        continue;
      }
      const object = target.kind === 'attribute' ? this.value(target.object, 0) : undefined;
      if (object && target.kind === 'attribute') {
        const { name, nameStart: start, end } = target;
        this.context.settings.push({
          type: object.type,
          name,
          start,
          end,
          value,
          by: 'assignment',
          node: target,
        });
        const field = object.fieldNamed(target.name);
        // Python refuses all others.
        if (field && !field.repeated && field.kind !== 'message')
          object.set(field, { node: value, value: scalarOf(typeOfIn(this.tree), field, value) });
        else object.open();
        continue;
      }
      message?.open();
      if (target.kind !== 'attribute') this.touch(target);
    }
  }

  private bind(target: Name, message: Message): void {
    const uses = this.context.name(target, message.type);
    if (!uses) return message.open();
    this.tracked.set(target.start, message);
    const others = this.byText.get(target.name);
    if (others) others.push(message);
    else this.byText.set(target.name, [message]);
    if (uses.some((use) => this.isBeyond(use, target))) message.isCopied = true;
    // Functions further up may use it as soon as it is there.
    for (const use of uses) {
      const isBefore = this.start <= use.start && use.start < target.start;
      if (isBefore && this.isLater(use)) this.touch(use);
    }
  }

  /** Whether a use of a name that is bound here may mean it where this body is not gone through. */
  private isBeyond(use: Name, target: Name): boolean {
    const { owner } = this;
    if (use.parent?.kind === 'simple' && OUTWARD.has(use.parent.keyword)) return true;
    // The class's attribute is one more name for it.
    if (owner?.kind === 'class') return true;
    if (owner?.kind !== 'block' || (target.start <= use.start && use.start < owner.end)) return false;
    const binding = bindingOf(this.tree, use);
    return !binding || binding.start === target.start;
  }

  /** Whether a node runs at another time than the body's own statements. */
  private isLater(node: Node): boolean {
    for (let at = node.parent; at && at.start >= this.start; at = at.parent) if (isDeferring(at)) return true;
    return false;
  }

  /** The message that a name refers to. */
  private named(name: Name): Message | undefined {
    if (!this.context.isName(name.name)) return undefined;
    const binding = bindingOf(this.tree, name);
    if (binding)
      return binding.outside ? undefined : (this.tracked.get(binding.start) ?? this.foreign(binding));
    // It may be any of those that had the name.
    for (const message of this.byText.get(name.name) ?? []) message.open();
    return undefined;
  }

  /** A message that another body makes, of which only its type is known here. */
  private foreign({ start, node }: Binding): Message | undefined {
    const type = this.context.types.get(start);
    if (!type) return undefined;
    const message = new Message(type, node);
    message.isOpen = true;
    return message;
  }

  /** Goes through an expression whose value goes where it cannot be followed. */
  private read(expression: Expression, depth: number): void {
    this.value(expression, depth)?.open();
  }

  /** Goes through an expression in the order that it runs; the message that it gives, if it is known. */
  private value(node: Expression, depth: number): Message | undefined {
    if (depth > MAX_DEPTH) {
      this.touch(node);
      return undefined;
    }
    switch (node.kind) {
      case 'name':
        return this.named(node);
      case 'attribute': {
        const object = this.value(node.object, depth + 1);
        const field = object?.fieldNamed(node.name);
        // A method by itself may be called later on, and what is being typed may become anything.
        if (object && !field && !READERS.has(node.name) && !CONSTANT.test(node.name)) object.open();
        if (!object || field?.kind !== 'message') return undefined;
        if (!field.repeated) return object.child(field, node);
        object.forget(field);
        return undefined;
      }
      case 'subscript':
        return this.element(node, depth);
      case 'call':
        return this.call(node, depth);
      case 'string':
      case 'compare':
        // To look at a message does it no harm.
        for (const child of node.kind === 'string' ? node.fields : node.operands) {
          const message = this.value(child, depth + 1);
          if (message && node.kind === 'compare') message.root.isCopied = true;
        }
        return undefined;
      case 'lambda':
      case 'comprehension':
      case 'conditional':
      case 'boolean':
      case 'walrus':
        this.touch(node);
        return undefined;
      case 'dict':
        for (const { key, value } of node.entries) {
          if (key) this.read(key, depth + 1);
          this.read(value, depth + 1);
        }
        return undefined;
      default:
        for (const child of childrenOf(node)) this.read(child as Expression, depth + 1);
        return undefined;
    }
  }

  /** `message.field`, where the field is repeated. */
  private list(node: Expression, depth: number): { message: Message; field: FieldType } | undefined {
    if (node.kind !== 'attribute' || depth > MAX_DEPTH) return undefined;
    // What is no path has effects, which must not happen twice.
    for (let at: Expression = node; at.kind !== 'name'; at = at.object) {
      if (at.kind === 'subscript' && at.indices.some(({ kind }) => kind !== 'number' && kind !== 'unary'))
        return undefined;
      if (at.kind !== 'attribute' && at.kind !== 'subscript') return undefined;
    }
    const message = this.value(node.object, depth + 1);
    const field = message?.fieldNamed(node.name);
    return message && field?.repeated ? { message, field } : undefined;
  }

  private element(node: Extract<Expression, { kind: 'subscript' }>, depth: number): Message | undefined {
    const list = this.list(node.object, depth + 1);
    const [index, ...more] = node.indices;
    if (!list) this.read(node.object, depth + 1);
    for (const expression of node.indices) this.read(expression, depth + 1);
    if (list?.field.kind !== 'message') return undefined;
    const { message, field } = list;
    const at = index && more.length === 0 ? evaluate(this.tree, index) : undefined;
    const number = at?.kind === 'int' && at.value !== undefined ? Number(at.value) : undefined;
    const isKnown = !message.isOpen && !message.unknown.has(field);
    const item = number === undefined ? undefined : message.fields.get(field)?.at(number)?.value;
    if (isKnown && item instanceof Message) return item;
    message.forget(field);
    return undefined;
  }

  private call(node: Call, depth: number): Message | undefined {
    const { callee } = node;
    const name = resolve(this.tree, callee);
    if (name !== undefined) {
      if (TEXT_READERS.has(name)) return this.readText(node, name, depth);
      const entry = findEntry(name);
      const type = entry?.message === undefined ? undefined : builtin.message(entry.message);
      if (type) return this.make(new Message(type, node), node, depth);
      if (looksOnly(name)) {
        for (const { value } of node.arguments) {
          const message = this.list(value, depth) ? undefined : this.value(value, depth + 1);
          if (message && entry && takesMessage(entry))
            this.context.given.set(node, this.context.copy(message));
        }
        return undefined;
      }
    }
    if (callee.kind !== 'attribute') this.read(callee, depth + 1);
    else {
      const list = this.list(callee.object, depth + 1);
      if (list) return this.callOnList(node, callee.name, list, depth);
      const message = this.value(callee.object, depth + 1);
      if (message) return this.callOnMessage(node, callee.name, message, depth);
    }
    for (const { value } of node.arguments) this.read(value, depth + 1);
    const called = functionCalled(this.tree, node);
    const returned = called && this.context.concerns(called) ? this.context.run(called.body) : undefined;
    return returned && this.context.copy(returned);
  }

  private callOnList(
    node: Call,
    method: string,
    { message, field }: { readonly message: Message; readonly field: FieldType },
    depth: number,
  ): Message | undefined {
    const {
      callee,
      arguments: [argument, ...more],
    } = node;
    const isOne = argument?.kind === 'positional' && more.length === 0;
    if (method === 'add' && field.kind === 'message') {
      const added = new Message(field.message!, node, message, field);
      // Its arguments may look at the list as it was.
      this.make(added, node, depth);
      if (added.depth > MAX_DEPTH) {
        message.forget(field);
        return undefined;
      }
      message.add(field, { node, value: added });
      return added;
    }
    if ((method === 'append' || method === 'extend') && isOne && callee.kind === 'attribute') {
      const { name } = field;
      const { end } = callee.object;
      const { value } = argument;
      this.context.settings.push({
        type: message.type,
        name,
        start: end - name.length,
        end,
        value,
        by: method,
        node,
      });
    }
    if (method === 'append' && isOne) this.append(message, field, argument.value, depth);
    else if (method === 'extend' && isOne) this.extend(message, field, argument.value, depth);
    else {
      for (const { value } of node.arguments) this.read(value, depth + 1);
      message.forget(field);
    }
    return undefined;
  }

  private callOnMessage(node: Call, method: string, message: Message, depth: number): undefined {
    const [argument] = node.arguments;
    if (method === 'CopyFrom' && argument?.kind === 'positional') {
      const from = this.value(argument.value, depth + 1);
      if (from) from.root.isCopied = true;
      message.changed();
      if (from?.type === message.type) message.copyFrom(this.context.copy(from, message.parent));
      else message.open();
      return;
    }
    for (const { value } of node.arguments) this.read(value, depth + 1);
    if (SERIALIZERS.has(method)) this.serialize(node, message);
    else if (method === 'SetInParent') message.changed();
    else if (!READERS.has(method)) {
      message.changed();
      message.open();
    }
    return undefined;
  }

  /** Puts the arguments of a message's class, or of `add`, into a new message. */
  private make(message: Message, node: Call, depth: number): Message {
    if (!node.complete) message.isOpen = true;
    const { type } = message;
    for (const argument of node.arguments) {
      const { name, value, start, nameEnd: end } = argument;
      const field = name === undefined ? undefined : message.fieldNamed(name);
      if (name !== undefined) {
        const by = message.parent ? 'add' : 'class';
        this.context.settings.push({ type, name, start, end, value, by, node: argument });
      }
      if (!field) {
        this.read(value, depth + 1);
        message.isOpen = true;
      } else if (evaluate(this.tree, value).kind === 'none') continue;
      else if (field.repeated) this.extend(message, field, value, depth);
      else if (field.kind === 'message') {
        const given = this.value(value, depth + 1);
        if (given) message.set(field, { node: value, value: this.context.copy(given, message, field) });
        else message.forget(field);
        const put = message.fields.get(field)?.[0]?.value;
        if (put instanceof Message) put.isSet = true;
      } else {
        this.read(value, depth + 1);
        message.set(field, { node: value, value: scalarOf(typeOfIn(this.tree), field, value) });
      }
    }
    return message;
  }

  private append(message: Message, field: FieldType, value: Expression, depth: number): void {
    const given = this.value(value, depth + 1);
    if (field.kind !== 'message') {
      given?.open();
      message.add(field, { node: value, value: scalarOf(typeOfIn(this.tree), field, value) });
      return;
    }
    const copy = given
      ? this.context.copy(given, message, field)
      : new Message(field.message!, value, message, field);
    copy.isSet = true;
    if (!given) copy.isOpen = true;
    message.add(field, { node: value, value: copy });
  }

  private extend(message: Message, field: FieldType, value: Expression, depth: number): void {
    // A list that has a name may hold messages that were changed since.
    const isWritten = value.kind === 'list' || value.kind === 'tuple';
    const known = field.kind !== 'message' || isWritten ? evaluate(this.tree, value) : undefined;
    const elements = known?.kind === 'list' || known?.kind === 'tuple' ? known.elements : undefined;
    if (!isWritten) this.read(value, depth + 1);
    if (elements) for (const element of elements) this.append(message, field, element, depth + 1);
    else {
      if (isWritten) this.touch(value);
      message.changed();
      message.forget(field);
    }
  }

  /** `text_format.Parse(text, message)`. */
  private readText(node: Call, name: string, depth: number): Message | undefined {
    const entry = findEntry(name);
    const bound = entry && bindArguments(entry, node.arguments.map(asArgument)).arguments;
    const given = (parameter: string) => {
      const argument = bound?.get(parameter);
      return argument && node.arguments[argument.index]?.value;
    };
    const target = given('message');
    let message: Message | undefined;
    for (const { value } of node.arguments) {
      if (value === target) message = this.value(value, depth + 1);
      else this.read(value, depth + 1);
    }
    if (!message) return undefined;
    const { isFresh } = message;
    const text = given('text');
    const literals = text && literalsOf(this.tree, text);
    const parts = literals?.map((literal) => decodeString(this.tree.text, literal)?.value);
    message.changed();
    message.root.hasText = true;
    const read = parts?.every((part) => part !== undefined)
      ? this.context.file.texts.read(parts.join(''), message.type, builtin)
      : undefined;
    if (!read || !mergeText(message, read, text!)) message.open();
    if (isFresh) {
      message.isRead(node);
      this.context.texts.set(node, message);
    }
    return message;
  }

  // -------------------------------------------------------------- What is not followed

  /** Takes everything that a node does to messages as done at any time, and any number of times. */
  private touch(node: Node): void {
    const serialized: { readonly call: Call; readonly message: Message }[] = [];
    for (const name of walk(node)) {
      if (name.kind !== 'name' || !this.context.isName(name.name)) continue;
      const message = this.named(name);
      const found = message && this.use(name, message);
      if (found) serialized.push(found);
    }
    // What happens in between has been taken into account by now.
    for (const { call, message } of serialized) {
      if (this.isLater(call)) this.deferred.push({ call, message, version: message.root.version });
      else this.serialize(call, message);
    }
  }

  /** What a use of a message's name does to it; the call, if it serializes the message. */
  private use(name: Name, root: Message): { call: Call; message: Message } | undefined {
    let message = root;
    for (let node: Expression = name; ; ) {
      const parent: Node | undefined = node.parent;
      if (parent?.kind !== 'attribute' || parent.object !== node) {
        if (!isLookedAt(this.tree, node)) message.open();
        else if (parent?.kind === 'compare') message.root.isCopied = true;
        return undefined;
      }
      const call: Node | undefined = parent.parent;
      if (call?.kind === 'call' && call.callee === parent) {
        if (!READERS.has(parent.name)) message.open();
        return SERIALIZERS.has(parent.name) ? { call, message } : undefined;
      }
      const field = message.fieldNamed(parent.name);
      if (!field) {
        message.open();
        return undefined;
      }
      if (field.kind === 'message' && !field.repeated) {
        message = message.child(field, parent);
        node = parent;
        continue;
      }
      if (field.repeated ? !isLookedAt(this.tree, parent) : isStored(parent)) {
        message.changed();
        message.forget(field);
      }
      return undefined;
    }
  }
}

function isDeferring(node: Node): boolean {
  return (
    node.kind === 'function' ||
    node.kind === 'lambda' ||
    (node.kind === 'comprehension' && node.form === 'generator')
  );
}

/** Whether an expression stands where its value is looked at, and goes no further. */
function isLookedAt(tree: Tree, { parent }: Expression): boolean {
  switch (parent?.kind) {
    case 'expression':
    case 'string':
    case 'compare':
      return true;
    case 'positional':
    case 'keyword': {
      const call: Node | undefined = parent.parent;
      const name = call?.kind === 'call' ? resolve(tree, call.callee) : undefined;
      return name !== undefined && looksOnly(name);
    }
    default:
      return false;
  }
}

/** Whether an attribute is not only read. */
function isStored(node: Expression): boolean {
  const { parent } = node;
  switch (parent?.kind) {
    case 'assignment':
      return parent.value !== node;
    case 'tuple':
    case 'list':
    case 'starred':
    case 'simple':
    case 'block':
    case 'item':
    case 'generator':
      return true;
    default:
      return false;
  }
}
