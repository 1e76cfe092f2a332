import { jsonName } from '../../configuration/to-json';
import { builtin, CONFIGURATION } from '../../schema/builtin';
import { readBinary } from '../forms/binary-reader';
import { type Content, isContent } from '../forms/content';
import { readAs, readForm } from '../forms/read';

/** More than one of ten thousand tables has. What is read of bytes takes a hundred times as much. */
export const MAX_CONFIGURATION = 4 * 1024 * 1024;

const TYPE = builtin.message(CONFIGURATION)!;
const NUMBERS = new Set(TYPE.fields.map(({ number }) => number));

/** The configuration in bytes that are said to be one; undefined where they are none. */
export function configurationIn(bytes: Uint8Array): Content | undefined {
  try {
    const content = readBinary(bytes, TYPE);
    // To protobuf nearly any bytes are fields that it does not know, among them known ones in another form.
    const isOne = content.fields.length > 0 && !content.unknown.some(({ number }) => NUMBERS.has(number));
    return isOne ? content : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The configuration in bytes that may as well be anything else: tables alone make it one, each with a name, rows and a width,
 * and nothing in it may be unknown.
 */
export function certainConfigurationIn(bytes: Uint8Array): Content | undefined {
  // Tables have the first number, so every writer begins with one; of millions of strings few do.
  if (bytes[0] !== TABLE_TAG) return undefined;
  const content = configurationIn(bytes);
  const tables = content?.fields.filter(({ field }) => field.name === 'table_descriptor') ?? [];
  const isCertain =
    tables.length > 0 &&
    tables.every(({ value }) => isContent(value) && TABLE.every((name) => holds(value, name)));
  return isCertain && isKnown(content!) ? content : undefined;
}

/** A message in field 1. */
const TABLE_TAG = 0x0a;
const TABLE = ['name', 'vocabulary_size', 'dimension'];

const holds = ({ fields }: Content, name: string): boolean =>
  fields.some(({ field, value }) => field.name === name && (typeof value === 'string' || Number(value) > 0));

/** Recursive, because the binary reader has limited the depth of messages. */
const isKnown = ({ fields, unknown }: Content): boolean =>
  unknown.length === 0 && fields.every(({ value }) => !isContent(value) || isKnown(value));

/** The configuration that a text is, as far as TensorFlow reads it. */
export function configurationInText(text: string): Content | undefined {
  const read = readForm('textproto', text);
  return 'content' in read && read.content.fields.length > 0 ? read.content : undefined;
}

/** How a configuration begins, behind comments: with a field, or in ProtoJSON with its name in quotes. */
const BEGINNING = new RegExp(
  `^\\ufeff?(?:\\s|#[^\\n]*(?:\\n|$))*(?:\\{\\s*")?(?:${TYPE.fields.flatMap((field) => [field.name, jsonName(field)]).join('|')})"?\\s*[:{<]`,
);

/** Whether a text is a configuration itself, and not a file that holds one. */
export function isConfigurationText(bytes: Uint8Array, beginning: string): boolean {
  if (!BEGINNING.test(beginning)) return false;
  const { read } = readAs(/^\s*\{/.test(beginning) ? 'json' : 'textproto', bytes);
  return 'content' in read && read.content.type === TYPE && read.content.fields.length > 0;
}

/** Whether a text names the message. */
export const isConfigurationType = (url: string): boolean =>
  url.slice(url.lastIndexOf('/') + 1) === CONFIGURATION;
