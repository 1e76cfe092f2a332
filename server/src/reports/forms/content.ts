import type { Scalar } from '../../configuration/bind';
import type { FieldType, MessageType } from '../../schema/types';

/** The content of a message, independent of the form. Readers produce it, writers consume it. */
export interface Content {
  readonly type: MessageType;
  /** One for each value: a repeated field occurs several times, a singular field once. */
  readonly fields: readonly ContentField[];
  /** Fields that the schema does not know, in the order in which they were written. */
  readonly unknown: readonly UnknownField[];
  /** Comments about the whole message, before those of the first field; each from its `#` on. */
  readonly heading?: readonly string[];
  /** Comments after the last field. */
  readonly remarks?: readonly string[];
}

export interface ContentField {
  readonly field: FieldType;
  readonly value: ContentValue;
  readonly comments?: Comments;
}

/** Enums are numbers; integers of 64 bits are bigints. */
export type ContentValue = Scalar | Uint8Array | Content;

/** The comments of a field, each from its `#` on. */
interface Comments {
  /** On lines of their own before it. */
  readonly before: readonly string[];
  /** At the end of its line. */
  readonly behind?: string;
}

/** A field that the schema does not know, as in binary. */
export type UnknownField = { readonly number: number } & UnknownValue;

export type UnknownValue =
  | { readonly wire: 'varint' | 'fixed64'; readonly value: bigint }
  | { readonly wire: 'fixed32'; readonly value: number }
  /** A string, bytes, a message or packed numbers: the bytes do not say which. */
  | { readonly wire: 'bytes'; readonly value: Uint8Array }
  | { readonly wire: 'group'; readonly value: readonly UnknownField[] };

export const isContent = (value: ContentValue): value is Content =>
  typeof value === 'object' && !(value instanceof Uint8Array);

/** Whether a value equals a missing one: for fields without presence, a default cannot be told from a missing value. */
export const isDefault = ({ field, value }: ContentField): boolean =>
  !field.presence &&
  !field.repeated &&
  // Negative zero is no default.
  (Object.is(value, 0) ||
    value === 0n ||
    value === false ||
    value === '' ||
    (value instanceof Uint8Array && value.length === 0));

/** The messages with unknown fields in a message, inner ones first, each with its path such as `table_descriptor[0].`. */
export function* unknownFields({ fields, unknown }: Content, path = ''): Generator<UnknownFields> {
  const counts = new Map<FieldType, number>();
  for (const { field, value } of fields) {
    const index = counts.get(field) ?? 0;
    counts.set(field, index + 1);
    if (isContent(value))
      yield* unknownFields(value, `${path}${field.name}${field.repeated ? `[${index}]` : ''}.`);
  }
  if (unknown.length > 0) yield { path, unknown };
}

interface UnknownFields extends Pick<Content, 'unknown'> {
  readonly path: string;
}

/** The fields of a message by number, as protobuf writes them; values of one field stay in their order. */
export const byNumber = (fields: readonly ContentField[]): ContentField[] =>
  [...fields].sort((a, b) => a.field.number - b.field.number);
