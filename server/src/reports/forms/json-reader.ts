import { createScanner, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { decodeBase64 } from '../../basics/base64';
import { excerpt } from '../../basics/excerpt';
import { jsonMistake } from '../../basics/json-mistake';
import { didYouMean } from '../../basics/nearest';
import { INTEGERS, type Scalar } from '../../configuration/bind';
import { fieldByJsonName, isWrapper, jsonName } from '../../configuration/to-json';
import { MAX_DIAGNOSTICS } from '../../languages/diagnostic-limit';
import { enumValueOf, type FieldType, type MessageType } from '../../schema/types';
import type { Content, ContentField, ContentValue } from './content';
import type { ReadProblem } from './form';

/** The depth of lists and messages; protobuf reads a hundred messages within each other. */
const MAX_DEPTH = 200;

/** Reads a message from ProtoJSON, as protobuf does, and returns its valid parts and the problems of the others. */
export function readJson(
  text: string,
  type: MessageType,
): { readonly content: Content; readonly problems: readonly ReadProblem[] } {
  // A byte order mark, as Windows writes it, is no more than a blank.
  const reader = new Reader(text.replace(/^\ufeff/, ' '));
  return { content: reader.root(type), problems: reader.problems };
}

class Reader {
  readonly problems: ReadProblem[] = [];

  constructor(private readonly text: string) {}

  root(type: MessageType): Content {
    const nothing: Content = { type, fields: [], unknown: [] };
    const deep = tooDeep(this.text);
    if (deep !== undefined) {
      const message = `Lists and messages lie more than ${MAX_DEPTH} deep within each other.`;
      this.problems.push({ start: deep, end: deep + 1, message });
      return nothing;
    }
    const errors: ParseError[] = [];
    const root = parseTree(this.text, errors, { disallowComments: true });
    const [first] = errors;
    if (first) {
      // Most mistakes after the first one are its consequences.
      const { what, hint = '', start, end } = jsonMistake(this.text, first);
      this.problems.push({ start, end, message: `This is not JSON: ${what}. ${hint}`.trimEnd() });
      return nothing;
    }
    if (root?.type === 'object') return this.message(root, type);
    this.problems.push({ start: 0, end: this.text.length, message: 'A message is a JSON object.' });
    return nothing;
  }

  private say({ offset, length }: Node, ...sentences: readonly (string | undefined)[]): undefined {
    const message = sentences.filter((sentence) => sentence !== undefined).join(' ');
    if (this.problems.length < MAX_DIAGNOSTICS)
      this.problems.push({ start: offset, end: offset + length, message });
  }

  private message(node: Node, type: MessageType): Content {
    const fields: ContentField[] = [];
    const seen = new Map<FieldType | string, string>();
    for (const { children = [] } of node.children ?? []) {
      const [key, value] = children;
      if (!key || !value) continue;
      const field = this.fieldNamed(key, type);
      // Null means that the field is not set.
      if (!field || value.type === 'null') continue;
      const before = seen.get(field.oneof ?? field);
      if (before !== undefined) {
        this.say(
          key,
          before === field.name
            ? `${before} is there twice.`
            : `${field.name} is set beside ${before}: only one of them can be.`,
        );
        continue;
      }
      seen.set(field.oneof ?? field, field.name);
      for (const item of this.items(value, field)) {
        const content = this.value(item, field);
        if (content !== undefined) fields.push({ field, value: content });
      }
    }
    return { type, fields, unknown: [] };
  }

  private fieldNamed(key: Node, type: MessageType): FieldType | undefined {
    const name = String(key.value);
    const field = fieldByJsonName(type, name) ?? type.fieldsByName.get(name);
    if (field) return field;
    const advice = didYouMean(name, type.fields.map(jsonName), '"');
    return this.say(key, `${shortName(type)} has no field "${excerpt(name)}".`, advice);
  }

  private items(node: Node, field: FieldType): readonly Node[] {
    if (!field.repeated) return [node];
    if (node.type === 'array') return node.children ?? [];
    this.say(node, `${field.name} is a list: write its values between [ and ].`);
    return [];
  }

  private value(node: Node, field: FieldType): ContentValue | undefined {
    const { message } = field;
    if (!message) return this.scalar(node, field);
    if (isWrapper(field)) {
      const inner = message.fields[0]!;
      const value = this.scalar(node, inner, field.name);
      return value === undefined
        ? undefined
        : { type: message, fields: [{ field: inner, value }], unknown: [] };
    }
    if (node.type === 'object') return this.message(node, message);
    return this.say(node, `${field.name} is a message: write a JSON object.`);
  }

  private scalar(node: Node, field: FieldType, name = field.name): Scalar | Uint8Array | undefined {
    const value: unknown = node.value;
    const isText = typeof value === 'string';
    const wanted = (what: string) =>
      this.say(node, `${name} takes ${what}, not ${excerpt(this.written(node))}.`);
    switch (field.kind) {
      case 'string':
        if (!isText) return wanted('a string');
        return !/\p{Surrogate}/u.test(value)
          ? value
          : this.say(node, `The string of ${name} has half of a surrogate pair, which UTF-8 cannot write.`);
      case 'bytes':
        return (isText ? decodeBase64(value) : undefined) ?? wanted('bytes in base64');
      case 'bool':
        return typeof value === 'boolean' ? value : wanted('true or false');
      case 'float':
      case 'double':
        return this.float(node, field, wanted);
      case 'enum': {
        const { enum: type } = field;
        const known = isText ? enumValueOf(type!, value) : undefined;
        if (known) return known.number;
        if (!isText) return Number(this.integer(node, 'int32') ?? wanted('the name or number of a value'));
        const names = type!.values.map((each) => each.name);
        return this.say(node, `${name} has no value "${excerpt(value)}".`, didYouMean(value, names, '"'));
      }
      default: {
        const integer = this.integer(node, field.kind as keyof typeof INTEGERS);
        if (integer === undefined) return wanted(`an integer of the type ${field.kind}`);
        return INTEGERS[field.kind as keyof typeof INTEGERS].wide ? integer : Number(integer);
      }
    }
  }

  private written({ offset, length }: Node): string {
    return this.text.slice(offset, offset + length);
  }

  /** Also in quotes. Read from the text, because a number of JavaScript has only 53 bits. */
  private integer(node: Node, kind: keyof typeof INTEGERS): bigint | undefined {
    const text =
      node.type === 'string' ? String(node.value) : node.type === 'number' ? this.written(node) : '';
    const value = integerOf(text);
    const { low, high } = INTEGERS[kind];
    return value !== undefined && value >= low && value <= high ? value : undefined;
  }

  private float(node: Node, { kind }: FieldType, wanted: (what: string) => undefined): number | undefined {
    const text = node.type === 'number' ? this.written(node) : String(node.value);
    if (node.type === 'string' && NOT_FINITE.has(text)) return NOT_FINITE.get(text);
    if ((node.type !== 'number' && node.type !== 'string') || !NUMBER.test(text))
      return wanted('a number, "NaN", "Infinity" or "-Infinity"');
    const value = kind === 'float' ? Math.fround(Number(text)) : Number(text);
    return Number.isFinite(value) ? value : wanted(`a number that a ${kind} can hold`);
  }
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const NOT_FINITE: ReadonlyMap<string, number> = new Map([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);

/** No integer type has more digits. */
const MAX_DIGITS = 20;

/** Reads `5`, and also `5.0` and `5e3`. */
function integerOf(text: string): bigint | undefined {
  if (!NUMBER.test(text)) return undefined;
  if (/^-?\d+$/.test(text)) return text.length > MAX_DIGITS + 1 ? undefined : BigInt(text);
  const value = Number(text);
  return Number.isSafeInteger(value) ? BigInt(value) : undefined;
}

const shortName = ({ name }: MessageType) => name.slice(name.lastIndexOf('.') + 1);

/** The place where brackets nest too deep for the parser, which is recursive. */
function tooDeep(text: string): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (;;) {
    scanner.scan();
    const offset = scanner.getTokenOffset();
    if (offset >= text.length) return undefined;
    const first = text[offset];
    if (first === '{' || first === '[') depth++;
    else if (first === '}' || first === ']') depth--;
    if (depth > MAX_DEPTH) return offset;
  }
}
