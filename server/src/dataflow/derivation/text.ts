import { commentLines } from '../../basics/comment-lines';
import { once } from '../../basics/once';
import { float32Text } from '../../configuration/float32';
import { createPath } from '../../configuration/json-paths';
import { isWrapper, type JsonMessage, type JsonValue, jsonName } from '../../configuration/to-json';
import { CONFIGURATION_TYPE } from '../../schema/builtin';
import type { FieldType, MessageType } from '../../schema/types';
import type { DerivedField } from './draft';
import { messageOf } from './message';

/** A line of a configuration in text format, with the path of its field. */
export interface Line {
  readonly text: string;
  readonly path: string;
}

/** Writes an unknown field, in one line or several. */
type WriteUnknown = (field: FieldType, reason: string, indent: string) => string[];

const COMMENT: WriteUnknown = ({ name }, reason, indent) =>
  commentLines(`${name}: unknown. ${reason}`, indent);

/** A configuration in text format, fields by number; unknown fields are comments. */
export function linesOf(
  fields: readonly DerivedField[],
  { unknown = COMMENT, keepsDefaults = false } = {},
): readonly Line[] {
  const shown = messageOf(fields, keepsDefaults);
  const reasons = new Map<string, string>();
  for (const { path, value, reason = '' } of fields) {
    if (value !== undefined) continue;
    reasons.set(path, reason);
    createPath(shown, path);
  }
  return linesOfMessage(CONFIGURATION_TYPE, shown, '', { reasons, unknown }, '');
}

/** The reasons of the unknown fields, by path, and how to write such a field. */
interface UnknownFields {
  readonly reasons: ReadonlyMap<string, string>;
  readonly unknown: WriteUnknown;
}

const fieldsByNumber = once(({ fields }: MessageType) => [...fields].sort((a, b) => a.number - b.number));

function linesOfMessage(
  type: MessageType,
  message: JsonMessage,
  prefix: string,
  unknowns: UnknownFields,
  indent: string,
): Line[] {
  const { reasons, unknown } = unknowns;
  return fieldsByNumber(type).flatMap((field) => {
    const path = prefix + jsonName(field);
    const value = message[jsonName(field)];
    const items = Array.isArray(value) ? value : value === undefined ? [] : [value];
    // The item after the last one may be unknown.
    const paths = field.repeated && field.message ? [...items, {}].map((_, i) => `${path}[${i}]`) : [path];
    const known = items.flatMap((item, i) => {
      const own = paths[i] ?? path;
      return reasons.has(own) ? [] : linesOfField(field, item, own, unknowns, indent);
    });
    const others = [...new Set([path, ...paths])].flatMap((at) => {
      const reason = reasons.get(at);
      return reason === undefined ? [] : unknown(field, reason, indent).map((text) => ({ text, path: at }));
    });
    return [...known, ...others];
  });
}

function linesOfField(
  field: FieldType,
  value: JsonValue,
  path: string,
  unknowns: UnknownFields,
  indent: string,
): Line[] {
  if (!field.message) return [{ text: `${indent}${field.name}: ${scalarText(field, value)}`, path }];
  if (isWrapper(field))
    return [
      { text: `${indent}${field.name} { value: ${scalarText({ ...field, kind: 'float' }, value)} }`, path },
    ];
  const inner = linesOfMessage(field.message, value as JsonMessage, `${path}.`, unknowns, `${indent}  `);
  if (inner.length === 0) return [{ text: `${indent}${field.name} {}`, path }];
  return [{ text: `${indent}${field.name} {`, path }, ...inner, { text: `${indent}}`, path }];
}

function scalarText({ kind }: FieldType, value: JsonValue): string {
  if (kind === 'string') return JSON.stringify(value);
  return kind === 'float' ? (NOT_FINITE.get(value) ?? float32Text(Number(value))) : String(value);
}

/** ProtoJSON's names for them, with those of text format. */
const NOT_FINITE: ReadonlyMap<JsonValue, string> = new Map([
  ['NaN', 'nan'],
  ['Infinity', 'inf'],
  ['-Infinity', '-inf'],
]);
