import { builtin } from '../schema/builtin';
import type { FieldType } from '../schema/types';
import { lastPart, parentPath } from './names';
import { CONTAINER_CLASS } from './protobuf';
import type { Entry, Parameter, Range, Type } from './types';

/** A longer call has one argument per line. */
const MAX_LINE = 72;
/** The number of message fields that are shown. */
const MAX_FIELDS = 3;

/** A short call, with the usual path; undefined if there is nothing to call or no argument to show. */
export function exampleOf(entry: Entry, path: string): string | undefined {
  if (entry.parameters.length === 0 || entry.removed || entry.isAbstract) return undefined;
  const given = entry.message === undefined ? usualArguments(entry) : usualFields(entry.message, path);
  const callee = entry.kind === 'method' ? objectPath(entry) : path;
  return given.length === 0 ? undefined : callText(callee, given);
}

/** A call on one line or, if that is too long, with one argument per line. */
export function callText(callee: string, given: readonly string[], longest = MAX_LINE): string {
  const line = `${callee}(${given.join(', ')})`;
  return line.length <= longest ? line : `${callee}(\n${given.map((part) => `    ${part},\n`).join('')})`;
}

/** The required arguments or else the first argument that is worth showing. */
function usualArguments({ parameters }: Entry): string[] {
  const required = parameters.filter((parameter) => parameter.required || parameter.name === CHOOSES_TABLE);
  const first = parameters.find(({ default: value }) => value !== undefined && value !== 'None');
  const shown = required.length > 0 ? required : first ? [first] : [];
  return shown.map((parameter) => `${parameter.name}=${exampleValue(parameter)}`);
}

/** Ops need this or `table_id`, though both have a default. */
const CHOOSES_TABLE = 'table_name';

function usualFields(message: string, path: string): string[] {
  const fields = builtin.message(message)?.fields ?? [];
  return fields
    .flatMap((field) => {
      const value = fieldValue(field, message, path);
      return value === undefined ? [] : [`${field.name}=${value}`];
    })
    .slice(0, MAX_FIELDS);
}

/** A usual value of a field, in Python; undefined for messages, which do not fit into a short call. */
function fieldValue({ kind, example, repeated, ...field }: FieldType, message: string, path: string) {
  if (example === undefined || kind === 'message') return undefined;
  // Values of an enum are attributes of the message around it.
  if (kind === 'enum') return parentPath(field.enum!.name) === message ? `${path}.${example}` : undefined;
  const value = kind === 'bool' ? (example === 'true' ? 'True' : 'False') : example.replaceAll('"', "'");
  return repeated ? `[${value}]` : value;
}

/** Methods are called on an object. */
function objectPath({ id, name }: Entry): string {
  const object = OBJECTS[parentPath(id)] ?? 'embedding';
  return name === '__call__' ? object : `${object}.${name}`;
}

const OBJECTS: Readonly<Record<string, string>> = {
  'google.protobuf.message.Message': 'config',
  [CONTAINER_CLASS]: 'config.table_descriptor',
};

/** The value of a parameter in an example: a literal if that makes sense, otherwise a variable of its name. */
function exampleValue({ name, sets, type, default: value }: Parameter): string {
  return EXAMPLES.get(name) ?? EXAMPLES.get(lastPart(sets ?? '')) ?? value ?? literal(type) ?? name;
}

const EXAMPLES: ReadonlyMap<string, string> = new Map([
  ['vocabulary_size', '1000'],
  ['dimension', '16'],
  ['global_input_shape', '(64, 10)'],
  ['global_output_shape', '(64, 16)'],
  ['config', 'config.SerializeToString()'],
  ['learning_rates', '[]'],
  ['num_outputs', '2'],
  ['feature_config', "{'item': feature}"],
  ['learning_rate', '0.1'],
  ['optimizer', 'tf.tpu.experimental.embedding.Adagrad(0.1)'],
  ['features', "{'item': ids}"],
  ['lower', '-1.0'],
  ['upper', '1.0'],
  ['num_buckets', '256'],
  ['quantization_config_low', '-1.0'],
  ['quantization_config_high', '1.0'],
  ['quantization_config_num_buckets', '256'],
  ['table_name', "'items'"],
  ['field_name', "'mode'"],
  ['num_shards', '2'],
  ['feature_width', '16'],
  ['sample_count', '128'],
  ['table_vocab_size', '1000'],
]);

/** The simplest literal of a type. */
function literal(type: Type): string | undefined {
  switch (type.of) {
    case 'int':
    case 'float':
      return simplestNumber(type);
    case 'bool':
      return 'False';
    case 'str': {
      const [first] = type.accepts ?? type.expects ?? [];
      return first && `'${first}'`;
    }
    case 'tensor':
      return type.expectsOneOf && `'${type.expectsOneOf[0]}'`;
    case 'list': {
      const item = type.item.of === 'tensor' ? undefined : literal(type.item);
      return item && `[${item}]`;
    }
    default:
      return undefined;
  }
}

/** The simplest number of a type. */
export function simplestNumber({ of, accepts, expects }: Extract<Type, { of: 'int' | 'float' }>): string {
  const range = accepts ?? expects;
  return of === 'int' ? String(lowest(range)) : range?.above === 0 ? '0.1' : '0.0';
}

/** The smallest integer of a range that is not negative. */
function lowest({ min, above, nonZero }: Range = {}): number {
  return Math.max(min ?? (above === undefined ? 0 : above + 1), nonZero ? 1 : 0);
}
