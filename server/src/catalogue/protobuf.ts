import { lastPart } from './names';
import { BOOL, describedParameters, INT, type ParameterWords, STR, signature } from './parameters';
import type { Entry, Type } from './types';

const TEXT_FORMAT = 'google.protobuf.text_format';
const JSON_FORMAT = 'google.protobuf.json_format';
const MESSAGE_CLASS = 'google.protobuf.message.Message';
/** The class of repeated message fields. */
export const CONTAINER_CLASS = 'google.protobuf.internal.containers.RepeatedCompositeFieldContainer';
const PAGES = 'https://googleapis.dev/python/protobuf/latest/google/protobuf';

const ANY_MESSAGE: Type = { of: 'other', name: 'Message' };
const BYTES: Type = { of: 'other', name: 'bytes' };
const TEXT: Type = { of: 'str', orBytes: true };
const POOL: Type = { of: 'other', name: 'DescriptorPool' };

const TEXT_ARGUMENTS: Readonly<Record<string, ParameterWords>> = {
  text: { doc: 'The message in text format, a string.', type: TEXT },
  lines: { doc: 'The lines of the message in text format, strings.', type: { of: 'list', item: TEXT } },
  message: { doc: 'The message to read into, an object of its class.', type: ANY_MESSAGE },
  allow_unknown_extension: {
    doc: 'Whether extensions that are not registered are skipped rather than refused.',
    type: BOOL,
  },
  allow_field_number: { doc: 'Whether fields may be given by number in place of their names.', type: BOOL },
  descriptor_pool: {
    doc: 'Where extensions and `Any` types are looked up; `None` takes the default pool.',
    type: POOL,
  },
  allow_unknown_field: {
    doc: 'Whether fields that the message does not have are skipped rather than refused. Misspelt fields go unnoticed \
then.',
    type: BOOL,
  },
  as_utf8: {
    doc: 'Whether characters beyond ASCII are written as they are rather than escaped.',
    type: BOOL,
  },
  as_one_line: { doc: 'Whether the text is written on one line, without line breaks.', type: BOOL },
  use_short_repeated_primitives: { doc: 'Whether lists of numbers are written in brackets.', type: BOOL },
  pointy_brackets: { doc: 'Whether messages are put in `<>` rather than in `{}`.', type: BOOL },
  use_index_order: {
    doc: 'Whether fields come in the order of their declaration, not of their numbers.',
    type: BOOL,
  },
  float_format: { doc: "How floats are written: a format of Python's, such as `.9g`.", type: STR },
  double_format: { doc: "How doubles are written: a format of Python's, such as `.17g`.", type: STR },
  use_field_number: { doc: 'Whether numbers are written in place of the names of fields.', type: BOOL },
  indent: { doc: 'By how many blanks every line is indented.', type: INT },
  message_formatter: {
    doc: 'Writes messages in your own way: a function of message, indentation and `as_one_line`.',
    type: { of: 'callable', arguments: ['message', 'indent', 'as_one_line'] },
  },
  print_unknown_fields: { doc: 'Whether fields without a name are written as well.', type: BOOL },
  force_colon: { doc: 'Whether a colon stands before messages too.', type: BOOL },
};

const READ =
  'message, allow_unknown_extension=False, allow_field_number=False, descriptor_pool=None, allow_unknown_field=False';

interface Words {
  readonly name: string;
  readonly signature: string;
  readonly summary: string;
  readonly doc: string;
  readonly returns: string;
}

const PARSED = 'It raises `ParseError` for text that is no such message. ';

const FUNCTIONS: readonly Words[] = [
  {
    name: 'Parse',
    signature: `text, ${READ}`,
    summary: 'Reads a message from text.',
    doc: `${PARSED}A field that is given twice, and is not repeated, is an error.`,
    returns: 'The message that was passed in.',
  },
  {
    name: 'Merge',
    signature: `text, ${READ}`,
    summary: 'Reads a message from text and merges it into another message.',
    doc: `${PARSED}A field that is given twice keeps the last value.`,
    returns: 'The message that was passed in.',
  },
  {
    name: 'ParseLines',
    signature: `lines, ${READ}`,
    summary: 'Reads a message from the lines of a text.',
    doc: `${PARSED}A field that is given twice, and is not repeated, is an error.`,
    returns: 'The message that was passed in.',
  },
  {
    name: 'MergeLines',
    signature: `lines, ${READ}`,
    summary: 'Reads a message from the lines of a text and merges it into another message.',
    doc: `${PARSED}A field that is given twice keeps the last value.`,
    returns: 'The message that was passed in.',
  },
  {
    name: 'MessageToString',
    signature:
      'message, as_utf8=True, as_one_line=False, use_short_repeated_primitives=False, pointy_brackets=False, \
use_index_order=False, float_format=None, double_format=None, use_field_number=False, descriptor_pool=None, \
indent=0, message_formatter=None, print_unknown_fields=False, force_colon=False',
    summary: 'Writes a message as text.',
    doc: 'The text is for people and files. Ops take the binary form, `message.SerializeToString()`.',
    returns: 'The text, a `str`.',
  },
];

const JSON_ARGUMENTS: Readonly<Record<string, ParameterWords>> = {
  js_dict: {
    doc: 'The message as a dict, with names of fields in either spelling.',
    type: { of: 'other', name: 'dict' },
  },
  message: { doc: 'The message to read into, or to write.', type: ANY_MESSAGE },
  ignore_unknown_fields: {
    doc: 'Whether fields that the message does not have are skipped rather than refused.',
    type: BOOL,
  },
  descriptor_pool: { doc: 'Where `Any` types are looked up; `None` takes the default pool.', type: POOL },
  max_recursion_depth: { doc: 'How many messages may lie within each other; more are refused.', type: INT },
  always_print_fields_with_no_presence: {
    doc: 'Whether scalar fields that are not set are written, too.',
    type: BOOL,
  },
  preserving_proto_field_name: {
    doc: 'Whether names of fields stay as they are rather than being written in camel case.',
    type: BOOL,
  },
  use_integers_for_enums: { doc: 'Whether values of enums are written as numbers.', type: BOOL },
  float_precision: {
    doc: 'With how many digits floats are written; `None` for as many as needed.',
    type: INT,
  },
};

const JSON_FUNCTIONS: readonly Words[] = [
  {
    name: 'ParseDict',
    signature: 'js_dict, message, ignore_unknown_fields=False, descriptor_pool=None, max_recursion_depth=100',
    summary: 'Reads a message from a dict.',
    doc: 'It raises `ParseError` for a dict that is no such message.',
    returns: 'The message that was passed in.',
  },
  {
    name: 'MessageToDict',
    signature:
      'message, always_print_fields_with_no_presence=False, preserving_proto_field_name=False, \
use_integers_for_enums=False, descriptor_pool=None, float_precision=None',
    summary: 'Writes a message as a dict.',
    doc: 'Ops take the binary form, `message.SerializeToString()`.',
    returns: 'The message as a `dict`.',
  },
];

const METHOD_ARGUMENTS: Readonly<Record<string, ParameterWords>> = {
  deterministic: {
    doc: 'Whether equal messages give equal bytes, which maps do not do by themselves.',
    type: BOOL,
  },
  serialized: { doc: 'The message in binary form, as `SerializeToString` gives it.', type: BYTES },
  other_msg: { doc: 'Another message of the same class, which is copied.', type: ANY_MESSAGE },
  field_name: { doc: 'Name of the field, as the message declares it.', type: STR },
};

const METHODS: readonly Words[] = [
  {
    name: 'SerializeToString',
    signature: 'deterministic=None',
    summary: 'Returns the message in binary form, as ops take it.',
    doc: '',
    returns: 'The message as `bytes`.',
  },
  {
    name: 'SerializePartialToString',
    signature: 'deterministic=None',
    summary: 'Returns the message in binary form, even where required fields are missing.',
    doc: '',
    returns: 'The message as `bytes`.',
  },
  {
    name: 'ParseFromString',
    signature: 'serialized',
    summary: 'Reads the message from its binary form, replacing its contents.',
    doc: '',
    returns: 'How many bytes were read.',
  },
  {
    name: 'MergeFromString',
    signature: 'serialized',
    summary: 'Reads the message from its binary form and merges it into its contents.',
    doc: '',
    returns: 'How many bytes were read.',
  },
  {
    name: 'FromString',
    signature: 'serialized',
    summary: 'Makes a message from its binary form.',
    doc: 'A static method of every message class.',
    returns: 'The message.',
  },
  {
    name: 'CopyFrom',
    signature: 'other_msg',
    summary: 'Replaces the contents by a copy of another message.',
    doc: '',
    returns: 'Nothing.',
  },
  {
    name: 'MergeFrom',
    signature: 'other_msg',
    summary: 'Copies the fields that another message sets; repeated ones are appended.',
    doc: '',
    returns: 'Nothing.',
  },
  { name: 'Clear', signature: '', summary: 'Unsets all fields.', doc: '', returns: 'Nothing.' },
  {
    name: 'ClearField',
    signature: 'field_name',
    summary: 'Unsets a field.',
    doc: '',
    returns: 'Nothing.',
  },
  {
    name: 'HasField',
    signature: 'field_name',
    summary: 'Says whether a field is set.',
    doc: 'For messages, members of a oneof and optional fields; for others it raises `ValueError`.',
    returns: 'A `bool`.',
  },
];

const CONTAINER_ARGUMENTS: Readonly<Record<string, ParameterWords>> = {
  value: { doc: 'A message of the class of the others, which is copied.', type: ANY_MESSAGE },
  values: {
    doc: 'Messages of the class of the others, which are copied.',
    type: { of: 'list', item: ANY_MESSAGE },
  },
  index: { doc: 'The place of the message; negative ones count from the end.', type: INT },
};

const CONTAINER_METHODS: readonly Words[] = [
  {
    name: 'add',
    signature: '',
    summary: 'Appends a new message and returns it, so that it can be filled.',
    doc: 'Takes the fields to set as keyword arguments.',
    returns: 'The new message.',
  },
  {
    name: 'append',
    signature: 'value',
    summary: 'Appends a copy of a message.',
    doc: '',
    returns: 'Nothing.',
  },
  {
    name: 'extend',
    signature: 'values',
    summary: 'Appends copies of several messages.',
    doc: '',
    returns: 'Nothing.',
  },
  {
    name: 'pop',
    signature: 'index=-1',
    summary: 'Takes a message out.',
    doc: '',
    returns: 'The message.',
  },
  {
    name: 'remove',
    signature: 'value',
    summary: 'Takes out a message that is equal.',
    doc: '',
    returns: 'Nothing.',
  },
];

/** Functions and methods that read and write messages of any class. */
export function protobufEntries(): Entry[] {
  return [
    ...FUNCTIONS.map((words) => entry(`${TEXT_FORMAT}.${words.name}`, 'function', words, TEXT_ARGUMENTS)),
    ...JSON_FUNCTIONS.map((words) =>
      entry(`${JSON_FORMAT}.${words.name}`, 'function', words, JSON_ARGUMENTS),
    ),
    {
      id: MESSAGE_CLASS,
      kind: 'class',
      name: lastPart(MESSAGE_CLASS),
      qualifiedNames: [MESSAGE_CLASS],
      group: 'text-format',
      library: 'protobuf',
      summary: 'What all protobuf messages have in common.',
      doc: '',
      parameters: [],
      anyArguments: true,
      returns: 'A message.',
      url: `${PAGES}/message.html`,
    },
    ...METHODS.map((words) => entry(`${MESSAGE_CLASS}.${words.name}`, 'method', words, METHOD_ARGUMENTS)),
    ...CONTAINER_METHODS.map((words) =>
      entry(`${CONTAINER_CLASS}.${words.name}`, 'method', words, CONTAINER_ARGUMENTS),
    ),
  ];
}

function entry(
  id: string,
  kind: 'function' | 'method',
  { signature: text, ...words }: Words,
  argumentsByName: Readonly<Record<string, ParameterWords>>,
): Entry {
  return {
    id,
    kind,
    qualifiedNames: [id],
    group: 'text-format',
    library: 'protobuf',
    ...words,
    parameters: describedParameters(id, signature(text), argumentsByName),
    url: `${PAGES}/${pageOf(id)}.html`,
  };
}

function pageOf(id: string): string {
  if (id.startsWith(CONTAINER_CLASS)) return 'internal/containers';
  if (id.startsWith(JSON_FORMAT)) return 'json_format';
  return id.startsWith(TEXT_FORMAT) ? 'text_format' : 'message';
}
