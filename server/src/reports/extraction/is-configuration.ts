import { jsonName } from '../../configuration/to-json';
import { CONFIGURATION, CONFIGURATION_TYPE } from '../../schema/builtin';
import { contentIn } from '../forms/binary-reader';
import { type Content, isContent } from '../forms/content';
import { NUMBERS, readAs, readForm } from '../forms/read';

/** More bytes than a configuration of ten thousand tables has. Reading them takes a hundred times as much memory. */
export const MAX_CONFIGURATION = 4 * 1024 * 1024;

/** The configuration in bytes that should be one; undefined if they are not. */
export function configurationIn(bytes: Uint8Array): Content | undefined {
  const content = contentIn(bytes, CONFIGURATION_TYPE);
  // Protobuf reads nearly any bytes as unknown fields, some with the numbers of known fields.
  const isOne = content?.fields.length && !content.unknown.some(({ number }) => NUMBERS.has(number));
  return isOne ? content : undefined;
}

/**
 * The configuration in bytes that may be anything. Only tables prove it, each with a name, rows and a width, and there must
 * be no unknown field.
 */
export function certainConfigurationIn(bytes: Uint8Array): Content | undefined {
  // Tables have the lowest number, so every writer begins with one. Of millions of strings, few do.
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

/** The configuration in a text, if TensorFlow can read it. */
export function configurationInText(text: string): Content | undefined {
  const read = readForm('textproto', text);
  return 'content' in read && read.content.fields.length > 0 ? read.content : undefined;
}

/** The beginning of a configuration after comments: a field, or in ProtoJSON its name in quotes. */
const BEGINNING = new RegExp(
  `^\\ufeff?(?:\\s|#[^\\n]*(?:\\n|$))*(?:\\{\\s*")?(?:${CONFIGURATION_TYPE.fields.flatMap((field) => [field.name, jsonName(field)]).join('|')})"?\\s*[:{<]`,
);

/** Whether the whole text is a configuration, rather than a file that contains one. */
export function isConfigurationText(bytes: Uint8Array, beginning: string): boolean {
  if (!BEGINNING.test(beginning)) return false;
  const { read } = readAs(/^\s*\{/.test(beginning) ? 'json' : 'textproto', bytes);
  return 'content' in read && read.content.type === CONFIGURATION_TYPE && read.content.fields.length > 0;
}

/** Whether a text names the message. */
export const isConfigurationType = (url: string): boolean =>
  url.slice(url.lastIndexOf('/') + 1) === CONFIGURATION;
