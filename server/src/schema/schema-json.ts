import type { Mutable } from '../basics/mutable';
import type { EnumType, EnumValue, FieldType, Location, MessageType } from './types';

/**
 * The schema that the build compiles from server/protos: plain data, in declaration order. Messages and enums are
 * identified by full names, such as `tensorflow.tpu.LearningRate`.
 */
export type SchemaJson = { messages: MessageJson[]; enums: EnumJson[] };

/** A type as data, with the place of its declaration. */
type Declared<T, K extends keyof T> = Mutable<Pick<T, K>> & { location: Location };

export type MessageJson = Declared<MessageType, 'name' | 'doc'> & {
  /** The message has more fields than are declared here: unknown fields and values inside it are not judged. */
  open?: true;
  fields: FieldJson[];
  oneofs: { name: string; doc: string }[];
  /** Names of removed fields, never to be used again. */
  reserved: string[];
};

export type FieldJson = Declared<
  FieldType,
  'name' | 'number' | 'oneof' | 'doc' | 'unit' | 'range' | 'default' | 'example'
> & {
  /** A scalar type of protobuf ('int32', 'float', 'string', …), 'message' or 'enum'. */
  type: string;
  /** Full name of the message or enum. */
  ref?: string;
  repeated?: true;
  deprecated?: true;
  /** A useful message sets the field. */
  required?: true;
};

/** The documentation of a field for users. */
export type FieldDocumentation = Pick<FieldJson, 'doc' | 'range' | 'default'>;

export type EnumJson = Declared<EnumType, 'name' | 'doc' | 'open'> & {
  values: Declared<EnumValue, 'name' | 'number' | 'doc' | 'means'>[];
};
