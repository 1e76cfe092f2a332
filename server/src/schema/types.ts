import { once } from '../basics/once';

/** Where a name is declared. Lines and UTF-16 characters count from 0. */
export interface Location {
  /** Path below server/protos, with '/' between its parts. */
  readonly file: string;
  readonly line: number;
  readonly character: number;
  /** Length of the name. */
  readonly length: number;
}

/** Message types for the binder and the features, from our .proto files or from a descriptor set. */
export interface MessageType {
  /** Full name, such as `tensorflow.tpu.LearningRate`. */
  readonly name: string;
  /** Markdown, a paragraph or list item a line. */
  readonly doc: string;
  /** There may be more fields than are listed, so an unknown field is no error. */
  readonly open: boolean;
  /** In declaration order, each under its one canonical name. */
  readonly fields: readonly FieldType[];
  /** By every name that text format accepts. */
  readonly fieldsByName: ReadonlyMap<string, FieldType>;
  readonly reserved: ReadonlySet<string>;
  /** proto2's `required` fields. */
  readonly requiredFields: readonly FieldType[];
  readonly location?: Location;
}

export type ScalarKind =
  | 'double'
  | 'float'
  | 'int32'
  | 'int64'
  | 'uint32'
  | 'uint64'
  | 'sint32'
  | 'sint64'
  | 'fixed32'
  | 'fixed64'
  | 'sfixed32'
  | 'sfixed64'
  | 'bool'
  | 'string'
  | 'bytes';

export interface FieldType {
  /** The name in text format. */
  readonly name: string;
  readonly number: number;
  readonly kind: ScalarKind | 'enum' | 'message';
  readonly message?: MessageType;
  readonly enum?: EnumType;
  readonly repeated: boolean;
  /** proto2's `required`. */
  readonly required: boolean;
  /** Whether a value that equals the default counts as set; never for a repeated field. */
  readonly presence: boolean;
  /** Name of the oneof that the field is a member of. */
  readonly oneof?: string;
  readonly deprecated: boolean;
  /** Full name of the extended message, where the field is an extension. */
  readonly extendee?: string;
  /** Markdown, a paragraph or list item a line. */
  readonly doc: string;
  /** A useful message sets the field. */
  readonly recommended: boolean;
  /** What the number counts, such as `rows`. */
  readonly unit?: string;
  /** A comparison (`> 0`) or an interval (`[0, 1)`) that useful values lie in. */
  readonly range?: string;
  /** The value in text format while the field is not set, and perhaps behind a comma what that means. */
  readonly default?: string;
  /** A sensible value in text format. */
  readonly example?: string;
  readonly location?: Location;
}

/** A field with presence of which no more is known. */
export const UNDOCUMENTED = {
  repeated: false,
  required: false,
  presence: true,
  deprecated: false,
  doc: '',
  recommended: false,
} as const;

/** A field for the message that is packed in an Any; `name` is the text between the brackets. */
export function packedField(name: string, message: MessageType): FieldType {
  return {
    ...UNDOCUMENTED,
    name: `[${name}]`,
    number: 0,
    kind: 'message',
    message,
  };
}

export interface EnumType {
  readonly name: string;
  readonly doc: string;
  /** Whether numbers without a name are accepted. */
  readonly open: boolean;
  readonly values: readonly EnumValue[];
  readonly location?: Location;
}

export interface EnumValue {
  readonly name: string;
  readonly number: number;
  readonly doc: string;
  /** The value that TensorFlow takes this one for. */
  readonly means?: string;
  readonly location?: Location;
}

/** The value in text format that a scalar field has while it is not set. */
export function defaultText({ kind, enum: type }: FieldType): string {
  const { name = '0', means = name } = (type && enumValueOf(type, 0)) ?? {};
  if (kind === 'enum') return means;
  if (kind === 'bool') return 'false';
  return kind === 'string' || kind === 'bytes' ? '""' : '0';
}

/** The enum value for a name or a number; the first of several with the same number. */
export const enumValueOf = (type: EnumType, written: string | number): EnumValue | undefined =>
  valuesByWord(type).get(written);

const valuesByWord = once(({ values }: EnumType) => {
  const lookup = new Map<string | number, EnumValue>();
  // In reverse order, so that the first value of a number wins.
  for (const value of values.toReversed()) lookup.set(value.name, value).set(value.number, value);
  return lookup;
});

/** The names of an enum's values, without those that mean "unspecified". */
export function meaningfulNames({ values }: EnumType): readonly string[] {
  const names = values.map(({ name }) => name);
  const meaningful = names.filter((name) => !/(^|_)UNSPECIFIED$/.test(name));
  return meaningful.length > 0 ? meaningful : names;
}

/** A set of types that can refer to each other. */
export interface Schema {
  message(name: string): MessageType | undefined;
  extension(name: string): FieldType | undefined;
  /** Full names of all messages. */
  readonly messageNames: Iterable<string>;
}

/** Combines schemas; an earlier schema takes precedence over a later one. */
export function combine(...schemas: readonly Schema[]): Schema {
  const first = <T>(ask: (schema: Schema) => T | undefined): T | undefined => {
    for (const schema of schemas) {
      const answer = ask(schema);
      if (answer !== undefined) return answer;
    }
    return undefined;
  };
  return {
    message: (name) => first((schema) => schema.message(name)),
    extension: (name) => first((schema) => schema.extension(name)),
    messageNames: new Set(schemas.flatMap((schema) => [...schema.messageNames])),
  };
}

/** The type for `# proto-message: name`: by its full name, or by its last part if that is unambiguous. */
export function findMessage(schema: Schema, name: string): MessageType | undefined {
  const exact = schema.message(name);
  if (exact) return exact;
  const matches = [...schema.messageNames].filter((full) => full.endsWith(`.${name}`));
  return matches.length === 1 ? schema.message(matches[0]!) : undefined;
}
