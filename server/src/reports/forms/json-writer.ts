import { encodeBase64 } from '../../basics/base64';
import {
  floatJson,
  isWrapper,
  type JsonMessage,
  type JsonValue,
  jsonName,
  scalarJson,
} from '../../configuration/to-json';
import { byNumber, type Content, type ContentField, isContent, isDefault } from './content';

/** A message as ProtoJSON, without defaults of fields without presence. It cannot hold fields that the schema does not know. */
export function writeJson({ fields }: Content): JsonMessage {
  const json: JsonMessage = {};
  for (const each of byNumber(fields)) {
    if (isDefault(each)) continue;
    const { field } = each;
    const name = jsonName(field);
    const value = valueJson(each);
    const before = json[name];
    if (Array.isArray(before)) before.push(value);
    else json[name] = field.repeated ? [value] : value;
  }
  return json;
}

function valueJson({ field, value }: ContentField): JsonValue {
  if (value instanceof Uint8Array) return encodeBase64(value);
  if (!isContent(value)) return Object.is(value, -0) ? NEGATIVE_ZERO : scalarJson(value, field)!;
  if (!isWrapper(field)) return writeJson(value);
  const wrapped = value.fields[0]?.value ?? 0;
  return Object.is(wrapped, -0) ? NEGATIVE_ZERO : floatJson(Number(wrapped));
}

/** A string, because JavaScript would write the number without its sign; every reader accepts both. */
const NEGATIVE_ZERO = '-0';
