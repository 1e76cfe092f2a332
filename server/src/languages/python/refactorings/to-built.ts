import type { TextEdit } from '../../../basics/range';
import { parentPath } from '../../../catalogue/names';
import { pythonName } from '../../../catalogue/tensorflow/messages';
import { float32Text } from '../../../configuration/float32';
import {
  isWrapper,
  type JsonMessage,
  type JsonValue,
  jsonName,
  toJson,
} from '../../../configuration/to-json';
import { argumentOf, callOf } from '../../../dataflow/calls/python-file';
import type { Call, Statement } from '../../../python/tree';
import { builtin } from '../../../schema/builtin';
import type { FieldType, MessageType } from '../../../schema/types';
import { commentsIn } from '../../textproto/refactorings/comments';
import { LiteralText } from '../embedded/literal-text';
import { Imports, isFree } from './imports';
import { knownText, messageAfter } from './message-after';
import { hasComments, indentOf, type ProgramPlace, type Refactor, statementAt } from './place';
import { TEXT_FORMAT } from './to-text';

/** `config = text_format.Parse("…", Configuration())` becomes the statements that build the same message. */
export const toBuilt: Refactor = (place) => {
  // Not inside the text: there its own refactorings apply, and this one would analyze the program again on each key press.
  const statement = place.isEmbedded ? undefined : statementAt(place);
  const read = statement && readBy(place, statement);
  if (!statement || !read) return;
  const { name, text } = read;
  const refactoring = { title: 'Build the message in Python', kind: 'refactor.rewrite' } as const;
  const expected = knownText(messageAfter(place, name, statement));
  if (!expected) return;
  if (hasComments(place, statement) || commentsIn(text, { start: 0, end: text.length }).length > 0)
    return { ...refactoring, disabled: 'The comments in the text would be lost.' };
  const edits = editsFor(place, statement, read);
  if (!edits || knownText(messageAfter(place, name, statement, edits)) !== expected) return;
  return { ...refactoring, changes: () => edits };
};

/** A variable, and the text that is parsed into it. */
interface Read {
  readonly name: string;
  readonly text: string;
  readonly type: MessageType;
  /** The call that makes the message, unless it exists already. */
  readonly made: Call | undefined;
}

function readBy({ file }: ProgramPlace, statement: Statement): Read | undefined {
  const isAssigned = statement.kind === 'assignment' && statement.operator === '=';
  if (!isAssigned && statement.kind !== 'expression') return undefined;
  const { value } = statement;
  const call = value?.kind === 'call' ? callOf(file, value) : undefined;
  if (call?.entry.id !== `${TEXT_FORMAT}.Parse` || call.arguments.length !== 2) return undefined;
  const literal = argumentOf(call, 'text');
  const message = argumentOf(call, 'message');
  if (literal?.kind !== 'string' || !message) return undefined;
  const text = LiteralText.read(file.text, [literal])?.text;
  const into = file.typeOf(message);
  const type =
    into.kind === 'instance' && into.entry.message ? builtin.message(into.entry.message) : undefined;
  if (text === undefined || !type) return undefined;
  if (!isAssigned)
    return message.kind === 'name' ? { name: message.name, text, type, made: undefined } : undefined;
  const [target, ...more] = statement.targets;
  if (target?.kind !== 'name' || more.length > 0 || message.kind !== 'call') return undefined;
  return { name: target.name, text, type, made: message };
}

function editsFor(
  place: ProgramPlace,
  statement: Statement,
  { name, text, type, made }: Read,
): TextEdit[] | undefined {
  const { file } = place;
  const { json, unreadable } = toJson(file.texts.read(text, type, builtin).root);
  if (unreadable.length > 0) return undefined;
  const rest = file.text.slice(0, statement.start) + file.text.slice(statement.end);
  const imports = new Imports(file.tree, statement.start);
  const writer = new Writer(imports, (helper) => isFree(rest, helper));
  if (made) writer.lines.push(`${name} = ${file.text.slice(made.start, made.end)}`);
  writer.write(name, type, json);
  const added = imports.edits;
  if (!added || writer.isStuck) return undefined;
  const { start, end } = statement;
  const newText = writer.lines.join(`\n${indentOf(file.text, start)}`);
  return [...added, { start, end, newText }];
}

/** Writes the statements that fill a message. */
class Writer {
  readonly lines: string[] = [];
  /** Whether something cannot be written. */
  isStuck = false;

  constructor(
    private readonly imports: Imports,
    private readonly isFree: (name: string) => boolean,
  ) {}

  write(path: string, type: MessageType, json: JsonMessage): void {
    for (const [field, value] of fieldsOf(type, json)) {
      const at = `${path}.${field.name}`;
      if (isWrapper(field)) this.lines.push(`${at}.value = ${floatText(value)}`);
      else if (field.message && field.repeated)
        for (const item of value as JsonMessage[]) this.add(at, field, item);
      else if (field.message) this.writeWithin(at, field.message, value as JsonMessage);
      else if (field.repeated) this.lines.push(`${at}.extend(${this.valueText(field, value)})`);
      else this.lines.push(`${at} = ${this.valueText(field, value)}`);
    }
  }

  private writeWithin(path: string, type: MessageType, json: JsonMessage): void {
    if (Object.keys(json).length === 0) this.lines.push(`${path}.SetInParent()`);
    else this.write(path, type, json);
  }

  /** Adds an item to a repeated field: plain values as arguments, messages by statements after it. */
  private add(path: string, { name, message }: FieldType, json: JsonMessage): void {
    const fields = fieldsOf(message!, json);
    const plain = fields.filter(([field]) => !field.message);
    const given = plain.map(([field, value]) => `${field.name}=${this.valueText(field, value)}`);
    const call = `${path}.add(${given.join(', ')})`;
    if (plain.length === fields.length) return void this.lines.push(call);
    const variable = this.variableFor(name);
    this.lines.push(`${variable} = ${call}`);
    const rest = Object.fromEntries(
      fields.filter(([field]) => field.message).map(([field, value]) => [jsonName(field), value]),
    );
    this.write(variable, message!, rest);
  }

  private variableFor(field: string): string {
    const free = [field.replace(/_descriptor$/, ''), field].find((name) => this.isFree(name));
    if (free === undefined) this.isStuck = true;
    return free ?? field;
  }

  private valueText(field: FieldType, value: JsonValue): string {
    if (Array.isArray(value)) return `[${value.map((item) => this.valueText(field, item)).join(', ')}]`;
    if (field.enum && typeof value === 'string') return this.enumText(field, value);
    if (typeof value === 'boolean') return value ? 'True' : 'False';
    if (field.kind === 'string') return JSON.stringify(value);
    return field.kind === 'float' || field.kind === 'double' ? floatText(value) : String(value);
  }

  private enumText({ enum: type }: FieldType, value: string): string {
    const owner = type?.location && pythonName(parentPath(type.name), type.location.file);
    const [, module, name] = /^(.*_pb2)\.(.*)$/.exec(owner ?? '') ?? [];
    if (module && name) return this.imports.nameOf(module, `${name}.${value}`);
    this.isStuck = true;
    return value;
  }
}

/** The fields of a message that its JSON has, in its order. */
const fieldsOf = (type: MessageType, json: JsonMessage): (readonly [FieldType, JsonValue])[] =>
  Object.entries(json).map(([name, value]) => [
    type.fields.find((field) => jsonName(field) === name)!,
    value,
  ]);

const floatText = (value: JsonValue): string => {
  const word = NOT_FINITE.get(value);
  if (word !== undefined) return `float("${word}")`;
  const text = float32Text(Number(value));
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
};

const NOT_FINITE: ReadonlyMap<JsonValue, string> = new Map([
  ['NaN', 'nan'],
  ['Infinity', 'inf'],
  ['-Infinity', '-inf'],
]);
