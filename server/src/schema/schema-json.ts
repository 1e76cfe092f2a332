/**
 * The schema that the build compiles from server/protos: plain data, in declaration order. Messages and enums are
 * identified by full names, such as `tensorflow.tpu.LearningRate`.
 */
export type SchemaJson = { messages: MessageJson[]; enums: EnumJson[] };

/** Where a name is declared. Lines and UTF-16 characters count from 0. */
export type Location = {
  /** Path below server/protos, with '/' between its parts. */
  file: string;
  line: number;
  character: number;
  /** Length of the name. */
  length: number;
};

export type MessageJson = {
  name: string;
  /** Markdown, a paragraph or list item a line. */
  doc: string;
  /** The message has more fields than are declared here: unknown fields and values inside it are not judged. */
  open?: true;
  fields: FieldJson[];
  oneofs: { name: string; doc: string }[];
  /** Names of removed fields, never to be used again. */
  reserved: string[];
  location: Location;
};

export type FieldJson = {
  name: string;
  number: number;
  /** A scalar type of protobuf ('int32', 'float', 'string', …), 'message' or 'enum'. */
  type: string;
  /** Full name of the message or enum. */
  ref?: string;
  repeated?: true;
  /** Name of the oneof that the field is a member of. */
  oneof?: string;
  deprecated?: true;
  /** Markdown, a paragraph or list item a line. */
  doc: string;
  /** A useful message sets the field. */
  required?: true;
  /** What the number counts: 'rows', 'samples', … */
  unit?: string;
  /** A comparison (`> 0`) or an interval (`[0, 1)`) that useful values lie in. */
  range?: string;
  /** The value in text format while the field is not set, and perhaps behind a comma what that means. */
  default?: string;
  /** A sensible value in text format. */
  example?: string;
  location: Location;
};

/** The documentation of a field for users. */
export type FieldDocumentation = Pick<FieldJson, 'doc' | 'range' | 'default'>;

export type EnumJson = {
  name: string;
  doc: string;
  /** Numbers without a name are legal (proto3), though probably a mistake. */
  open: boolean;
  values: { name: string; number: number; doc: string; means?: string; location: Location }[];
  location: Location;
};
