import { bindArguments, findEntry, type Result } from '../../catalogue';
import { fieldByJsonName } from '../../configuration/to-json';
import type { Arguments, Evaluator, Value } from '../../evaluator';
import { iterate } from '../../evaluator/containers';
import { isRunByModule } from '../../evaluator/failures';
import { letEscape } from '../../evaluator/join';
import { jsonOf } from '../../evaluator/json';
import {
  bool,
  type DictEntry,
  type DictValue,
  entriesOf,
  float,
  int,
  none,
  passing,
  str,
  truth,
  unknown,
} from '../../evaluator/value';
import { ANY_EXCEPTION, PARSE_ERROR, PERHAPS } from '../../python/exceptions';
import type { Call, Node } from '../../python/tree';
import { builtin } from '../../schema/builtin';
import type { FieldType, MessageType } from '../../schema/types';
import { asArgument, receivedArguments } from '../calls/arguments';
import { storedScalar } from '../messages/field-values';
import { literalsOf } from '../messages/literals';
import { mergeDict } from '../messages/merge-dict';
import { mergeable } from '../messages/merge-text';
import type { Scalar } from '../messages/message';
import { classOfMessage } from '../messages/message-classes';
import {
  addItem,
  type CopyBudget,
  childOf,
  clear,
  contentOf,
  copyInto,
  copyOf,
  declared,
  fieldNamed,
  forget,
  forgetAll,
  isDeclared,
  isFresh,
  isMessage,
  isRepeated,
  type MessageItem,
  type MessageValue,
  markSet,
  mergeBound,
  mergeInto,
  newMessage,
  noteText,
  repeatedOf,
  setField,
  snapshotOf,
  type TextRead,
} from '../messages/message-values';
import type { ReadFiles } from '../messages/read-files';
import type { ReadTexts } from '../messages/read-texts';
import { valueOfResult } from './described-results';
import { type FieldInput, type LateSetting, settingOf } from './field-settings';
import { checkListMethod } from './list-refusals';
import { messageAsDict } from './message-dicts';
import { checkAskedName } from './message-refusals';

/** Notes of what a program does with messages. */
export interface MessageNotes {
  readonly notes: {
    /** The values given to fields, in order. */
    readonly lateSettings: LateSetting[];
    /** The texts that were read into messages, and what becomes of these. */
    readonly texts: TextRead[];
  };
  readonly budget: CopyBudget;
}

const SERIALIZERS: ReadonlySet<string> = new Set(['SerializeToString', 'SerializePartialToString']);
/** What methods give that change nothing and let nothing of the message escape. */
const READERS: ReadonlyMap<string, Result> = new Map<string, Result>([
  ['ByteSize', { of: 'int' }],
  ['HasField', { of: 'bool' }],
  ['IsInitialized', { of: 'bool' }],
  ['WhichOneof', ''],
  ['__str__', ''],
  ['FindInitializationErrors', { of: 'list' }],
]);
/** Methods whose argument is judged at the call. */
const NOTED: ReadonlyMap<string, FieldInput['operation']> = new Map<string, FieldInput['operation']>([
  ['ClearField', 'ClearField'],
  ['HasField', 'HasField'],
  ['WhichOneof', 'WhichOneof'],
  ['ParseFromString', 'ParseFromString'],
  ['MergeFromString', 'ParseFromString'],
]);
/** Values of enums. */
const CONSTANT = /^[A-Z][A-Z0-9_]*$/;
/** Functions that read a text, or its lines, into a message and return it; with the parameter for the text. */
export const TEXT_READERS: ReadonlyMap<string, 'text' | 'lines'> = new Map([
  ['google.protobuf.text_format.Parse', 'text'],
  ['google.protobuf.text_format.Merge', 'text'],
  ['google.protobuf.text_format.ParseLines', 'lines'],
  ['google.protobuf.text_format.MergeLines', 'lines'],
]);

/** The effects of protobuf messages in a program. */
export class MessageLibrary {
  constructor(
    private readonly taking: MessageNotes,
    private readonly texts: ReadTexts,
    private readonly files?: ReadFiles,
  ) {}

  /** The result of a constructor call, or of a call that reads text into a message. */
  call(name: string, given: Arguments, node: Call, ev: Evaluator): Value | undefined {
    if (TEXT_READERS.has(name)) return this.readText(name, given, node, ev);
    if (name === 'google.protobuf.json_format.ParseDict') return this.readDict(given, ev);
    if (name === 'google.protobuf.json_format.Parse') {
      const [text, ...more] = given.positional;
      const dict = text && ev.try(() => jsonOf(ev, passing(text), node));
      const positional = [dict ?? unknown(node, 'call'), ...more];
      return this.readDict({ ...given, positional }, ev, node.arguments[0]?.value);
    }
    if (name === 'google.protobuf.json_format.MessageToDict' && !given.hasUnknownArguments)
      return messageAsDict(given, node, ev);
    if (name.endsWith('.FromString')) {
      const type = typeOfClass(name.slice(0, -'.FromString'.length));
      const [value] = given.positional;
      if (type && value)
        this.note(ev, { type, name: 'FromString', value, operation: 'ParseFromString', node });
      return type && newMessage(ev, type, node, undefined, { hasUnknownFields: true });
    }
    const type = typeOfClass(name);
    return type && this.make(newMessage(ev, type, node), given, node, 'class', ev);
  }

  attribute(message: MessageValue, name: string, node: Node, ev: Evaluator): Value {
    const field = fieldNamed(message.type, name);
    if (!field) {
      checkAskedName(message, name, node, ev);
      if (!CONSTANT.test(name)) return { kind: 'method', object: message, name, node };
      const path = `${classOfMessage(message.type.name)?.id}.${name}`;
      return { kind: 'reference', name: path, node };
    }
    if (field.repeated) return repeatedOf(message, field, node);
    if (field.kind === 'message') return childOf(ev, message, field, node);
    const content = contentOf(ev, message);
    const item = content.fields.get(field)?.at(-1);
    if (content.unknown.has(field) || (!item && content.hasUnknownFields)) return unknown(node, 'call');
    return readField(field, item, node);
  }

  setAttribute(message: MessageValue, name: string, value: Value, node: Node, ev: Evaluator): void {
    this.note(ev, { type: message.type, name, value, operation: 'assignment', node });
    const field = fieldNamed(message.type, name);
    if (field && !field.repeated && field.kind !== 'message')
      setField(ev, message, field, { node: value.node, value: storedScalar(field, value) });
    // Python refuses to assign to any other attribute.
    else forgetAll(ev, message);
  }

  method(
    message: MessageValue,
    name: string,
    given: Arguments,
    node: Node,
    ev: Evaluator,
  ): Value | undefined {
    const [argument] = given.positional;
    const operation = NOTED.get(name);
    if (argument && operation) this.note(ev, { type: message.type, name, value: argument, operation, node });
    if (SERIALIZERS.has(name))
      return { kind: 'bytes', value: undefined, serialized: snapshotOf(message, this.taking.budget), node };
    const read = READERS.get(name);
    if (read !== undefined) return valueOfResult(read, node, ev);
    switch (name) {
      case 'ParseFromString':
      case 'MergeFromString':
        forgetAll(ev, message);
        return valueOfResult({ of: 'int' }, node, ev);
      case 'SetInParent':
        markSet(ev, message);
        return none(node);
      case 'Clear':
        clear(ev, message, message.type.fields);
        ev.state.write(message.cell, { ...message.cell.content, hasUnknownFields: false, hasText: false });
        return none(node);
      case 'ClearField': {
        const field =
          argument?.kind === 'str' && argument.value !== undefined
            ? fieldNamed(message.type, argument.value)
            : undefined;
        if (field) clear(ev, message, [field]);
        else forgetAll(ev, message);
        return none(node);
      }
      case 'CopyFrom':
      case 'MergeFrom':
        if (argument) this.note(ev, { type: message.type, name, value: argument, operation: name, node });
        if (!isMessage(argument) || argument.type !== message.type) {
          forgetAll(ev, message);
          if (argument) letEscape(argument, ev.state);
        } else if (name === 'MergeFrom') mergeInto(ev, message, argument);
        else {
          markSet(ev, message);
          copyInto(ev, message, argument);
        }
        return none(node);
      default:
        return undefined;
    }
  }

  /** A method of the list of a repeated field. */
  methodOfList(
    of: MessageValue,
    field: FieldType,
    name: string,
    given: Arguments,
    node: Node,
    ev: Evaluator,
  ): Value | undefined {
    const [argument, ...more] = given.positional;
    checkListMethod(ev, { of, field, items: this.items(of, field, node, ev) }, name, given, node);
    const isOne = argument !== undefined && more.length === 0 && !given.hasUnknownArguments;
    if (name === 'add' && field.kind === 'message') {
      const added = newMessage(ev, field.message!, node, { message: of, field });
      if (node.kind === 'call') this.make(added, given, node, 'add', ev);
      addItem(ev, of, field, { node, value: added });
      return added;
    }
    if ((name === 'append' || name === 'extend' || name === 'MergeFrom') && isOne) {
      const operation = name === 'append' ? 'append' : 'extend';
      this.note(ev, { type: of.type, name: field.name, value: argument, operation, node });
      if (operation === 'append') append(ev, of, field, argument);
      else this.extend(ev, of, field, argument);
      return none(node);
    }
    if (name === 'clear' || (name === '__len__' && !isOne)) {
      if (name === 'clear') clear(ev, of, [field]);
      return none(node);
    }
    if (name === 'remove' || name === 'sort' || name === 'reverse' || name === 'insert' || name === 'pop') {
      forget(ev, of, field);
      return unknown(node, 'changed');
    }
    return undefined;
  }

  /** The elements of a repeated field, if each is known. */
  items(of: MessageValue, field: FieldType, node: Node, ev: Evaluator): readonly Value[] | undefined {
    const content = contentOf(ev, of);
    if (content.hasUnknownFields || content.unknown.has(field)) return undefined;
    return (content.fields.get(field) ?? []).map((item) =>
      typeof item.value === 'object' ? item.value : readField(field, item, node),
    );
  }

  /** An unknown element of a repeated field. */
  anyItem(of: MessageValue, field: FieldType, node: Node, ev: Evaluator): Value {
    if (field.kind !== 'message') return readField(field, { node, value: undefined }, node);
    // The whole field becomes unknown, so a change of this element need not reach it.
    const known = contentOf(ev, of).fields.get(field) ?? [];
    for (const { value } of known) if (typeof value === 'object') letEscape(value, ev.state);
    forget(ev, of, field);
    const item = newMessage(ev, field.message!, node, undefined, { hasUnknownFields: true });
    return isDeclared(of) ? declared(item) : item;
  }

  /** Puts the arguments of a message's class, or of `add`, into a new message. */
  private make(
    message: MessageValue,
    given: Arguments,
    node: Call,
    operation: 'class' | 'add',
    ev: Evaluator,
  ): MessageValue {
    const { type } = message;
    for (const [name, value] of given.keywords) {
      const argument = node.arguments.find((each) => each.name === name);
      this.note(ev, { type, name, value, operation, node: argument ?? value.node });
      const field = fieldNamed(type, name);
      if (!field) forgetAll(ev, message);
      else this.give(ev, message, field, value);
    }
    if (given.hasUnknownArguments || given.positional.length > 0)
      ev.state.write(message.cell, { ...message.cell.content, hasUnknownFields: true });
    return message;
  }

  private give(ev: Evaluator, message: MessageValue, field: FieldType, value: Value): void {
    if (value.kind === 'none') return;
    if (field.repeated) return this.extend(ev, message, field, value);
    if (field.kind !== 'message')
      return setField(ev, message, field, { node: value.node, value: storedScalar(field, value) });
    if (isMessage(value) && value.type === field.message) {
      const copy = copyOf(ev, value, { message, field });
      ev.state.write(copy.cell, { ...copy.cell.content, isSet: true });
      return setField(ev, message, field, { node: value.node, value: copy });
    }
    const entries = value.kind === 'dict' ? entriesOf(value) : undefined;
    if (!entries) return forget(ev, message, field);
    const child = childOf(ev, message, field, value.node);
    markSet(ev, child);
    this.giveEntries(ev, child, entries);
  }

  private extend(ev: Evaluator, of: MessageValue, field: FieldType, value: Value): void {
    const all =
      value.kind === 'list'
        ? value.cell.content
        : value.kind === 'tuple'
          ? value.elements
          : value.kind === 'iterator'
            ? value.cell.content
            : isRepeated(value)
              ? this.items(value.of, value.field, value.node, ev)
              : undefined;
    if (!all) {
      letEscape(value, ev.state);
      forget(ev, of, field);
      return;
    }
    for (const element of all)
      if (element.kind === 'dict' && field.kind === 'message') this.appendEntries(ev, of, field, element);
      else append(ev, of, field, element);
  }

  /** Appends messages that are written as dicts. */
  private appendEntries(ev: Evaluator, of: MessageValue, field: FieldType, value: DictValue): void {
    const entries = entriesOf(value);
    const made = newMessage(
      ev,
      field.message!,
      value.node,
      { message: of, field },
      { hasUnknownFields: !entries },
    );
    this.giveEntries(ev, made, entries ?? []);
    addItem(ev, of, field, { node: value.node, value: made });
  }

  private giveEntries(ev: Evaluator, message: MessageValue, entries: readonly DictEntry[]): void {
    for (const { key, value } of entries) {
      const name = key.kind === 'str' ? key.value : undefined;
      const field = name === undefined ? undefined : fieldNamed(message.type, name);
      const { node } = key.node.kind === 'string' ? key : value;
      if (name !== undefined) this.note(ev, { type: message.type, name, value, operation: 'add', node });
      if (field) this.give(ev, message, field, value);
      else forgetAll(ev, message);
    }
  }

  /** `text_format.Parse(text, message)`. */
  private readText(name: string, given: Arguments, node: Call, ev: Evaluator): Value | undefined {
    const entry = findEntry(name);
    const written = receivedArguments(node, given);
    const bound =
      entry &&
      bindArguments(
        entry,
        written.map(({ argument }, i) => asArgument(argument, i)),
      ).arguments;
    const valueFor = (parameter: string) => {
      const at = bound?.get(parameter);
      return at && written[at.index];
    };
    const target = valueFor('message')?.value;
    const text = valueFor(TEXT_READERS.get(name)!);
    if (!isMessage(target)) return target;
    // What a method reads may be what a test expects, or be completed by another method.
    const wasFresh = isFresh(target) && !isInMethod(ev);
    markSet(ev, target);
    const source = text?.value && textIn(ev, text.value);
    const read = source === undefined ? undefined : mergeable(this.texts.read(source, target.type, builtin));
    if (read) mergeBound(ev, target, read, text!.argument.value);
    else forgetAll(ev, target);
    const file = source === undefined ? undefined : this.files?.from(source);
    // A text that the program builds has no position where it could be judged.
    const isJudged = file !== undefined || !text || literalsOf(ev.tree, text.argument.value) !== undefined;
    const note = noteText(ev, target, node, wasFresh, isJudged, file);
    this.taking.notes.texts.push(note);
    return target;
  }

  /** `json_format.ParseDict(dict, message)` */
  private readDict(
    { positional, keywords, hasUnknownArguments }: Arguments,
    ev: Evaluator,
    text?: Node,
  ): Value | undefined {
    const [
      source = keywords.get('js_dict'),
      target = keywords.get('message'),
      ignored = keywords.get('ignore_unknown_fields'),
    ] = positional;
    if (!isMessage(target)) return target;
    const isStrict = !hasUnknownArguments && !ignored;
    if (source && isStrict) this.noteKeys(ev, target.type, source, text);
    const ignores = ignored ? truth(ignored) : false;
    if (source && !hasUnknownArguments && ignores !== undefined)
      mergeDict(ev, target, source, fieldWritten, ignores);
    else forgetAll(ev, target);
    return target;
  }

  /** Notes keys that are no fields of a message, in either spelling; `text` is the expression of the text that they are in. */
  private noteKeys(ev: Evaluator, type: MessageType, value: Value, text: Node | undefined, depth = 0): void {
    ev.step();
    // Who catches that may go on without it.
    if (depth > 16 || (ev.caught & PARSE_ERROR) !== 0) return;
    const list = value.kind === 'list' ? value.cell.content : undefined;
    for (const each of list ?? []) this.noteKeys(ev, type, each, text, depth + 1);
    for (const { key, value: held } of (value.kind === 'dict' && entriesOf(value)) || []) {
      const name = key.kind === 'str' ? key.value : undefined;
      if (name === undefined || /^[@[]/.test(name)) continue;
      const field = fieldWritten(type, name);
      const { node } = text ? { node: text } : key.node.kind === 'string' ? key : held;
      const isInside = text !== undefined;
      if (!field) this.note(ev, { type, name, value: held, operation: 'add', node, isInside });
      else if (field.message) this.noteKeys(ev, field.message, held, text, depth + 1);
      else if (
        (field.enum && held.kind === 'str' && /^[A-Za-z]/.test(held.value ?? '')) ||
        isNoJson(field, held)
      )
        this.note(ev, { type, name: field.name, value: held, operation: 'add', node, isInside });
    }
  }

  private note(ev: Evaluator, given: FieldInput): void {
    if (ev.trials === 0)
      this.taking.notes.lateSettings.push(
        settingOf(given, (ev.caught & PERHAPS) === 0 ? ev.caught : ANY_EXCEPTION),
      );
  }
}

/** The field that a key of JSON means, in either spelling. */
const fieldWritten = (type: MessageType, name: string): FieldType | undefined =>
  type.fieldsByName.get(name) ?? fieldByJsonName(type, name);

/** Whether a text stands for a number or a truth value that it is not, or a number for a text. */
function isNoJson({ kind, repeated }: FieldType, held: Value): boolean {
  if (repeated) return false;
  if (kind === 'string') return held.kind === 'int' || held.kind === 'float' || held.kind === 'bool';
  if (held.kind !== 'str' || held.value === undefined) return false;
  if (kind === 'bool') return true;
  const isWord = !/[0-9]/.test(held.value) && !/^\s*-?(?:nan|inf(?:inity)?)\s*$/i.test(held.value);
  return isWord && kind !== 'bytes' && kind !== 'message' && kind !== 'enum';
}

/** A string, or the string whose lines a value holds. */
function textIn(ev: Evaluator, value: Value): string | undefined {
  if (value.kind === 'str' || value.kind === 'bytes') return value.value;
  const lines = value.kind === 'list' || value.kind === 'tuple' ? iterate(ev, value) : undefined;
  const texts = lines?.map((line) => (line.kind === 'str' ? line.value : undefined));
  return texts?.every((line) => line !== undefined) ? texts.join('\n') : undefined;
}

function append(ev: Evaluator, of: MessageValue, field: FieldType, value: Value): void {
  const item = (held: MessageItem['value']) => addItem(ev, of, field, { node: value.node, value: held });
  if (field.kind !== 'message') return item(storedScalar(field, value));
  const copy =
    isMessage(value) && value.type === field.message
      ? copyOf(ev, value, { message: of, field })
      : newMessage(ev, field.message!, value.node, { message: of, field }, { hasUnknownFields: true });
  ev.state.write(copy.cell, { ...copy.cell.content, isSet: true });
  item(copy);
}

const typeOfClass = (name: string): MessageType | undefined => {
  const message = findEntry(name)?.message;
  return message === undefined ? undefined : builtin.message(message);
};

/** The value of a scalar field; its default where nothing is set. */
function readField(field: FieldType, item: MessageItem | undefined, node: Node): Value {
  const at = item?.node ?? node;
  const held: Scalar | undefined = item && typeof item.value !== 'object' ? item.value : undefined;
  const isDefault = item === undefined;
  switch (field.kind) {
    case 'string':
      return str(at, typeof held === 'string' ? held : isDefault ? '' : undefined);
    case 'bytes':
      return { kind: 'bytes', value: undefined, node: at };
    case 'bool':
      return bool(at, typeof held === 'boolean' ? held : isDefault ? false : undefined);
    case 'float':
      return float(at, isDefault ? 0 : typeof held === 'number' ? Math.fround(held) : undefined);
    case 'double':
      return float(at, isDefault ? 0 : typeof held === 'number' ? held : undefined);
    default:
      return int(
        at,
        isDefault ? 0n : typeof held === 'number' || typeof held === 'bigint' ? BigInt(held) : undefined,
      );
  }
}

/** Whether a method runs that makes no object, and that other code calls. */
const isInMethod = ({ activations, around }: Evaluator): boolean =>
  !isRunByModule(around) &&
  activations.some(
    ({ owner, definition }) => owner && definition?.kind === 'function' && definition.name !== '__init__',
  );
