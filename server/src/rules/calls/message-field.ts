import { constructionsIn, type FieldSetting } from '../../calls/constructions';
import { type Known, known } from '../../calls/known';
import { nearest } from '../../nearest';
import type { FieldType } from '../../schema/types';
import { expected, shortName } from '../wording';
import type { CallFix, CallRule } from './call-rule';
import { isGuarded } from './guarded';

export const messageField: CallRule = {
  code: 'message-field',
  group: 'calls',
  severity: 'error',
  language: 'python',
  summary: 'A field of a message is set to what it does not take, or does not exist.',
  details:
    'Protobuf raises `AttributeError` for a name that the message does not declare, and for `=` where the field is a message ' +
    'or repeated: those are filled by `CopyFrom`, `add`, `append` and `extend`. A value of another type raises `TypeError`, ' +
    'one that does not fit `ValueError`. Messages are known where the text makes them.',
  bad: `from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb

config = pb.TPUEmbeddingConfiguration()
config.num_host = 1`,
  good: `from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb

config = pb.TPUEmbeddingConfiguration()
config.num_hosts = 1`,
  checkFile(file, report) {
    // Only what makes a message can set its fields.
    if (!file.calls.some(({ entry }) => entry.message !== undefined)) return;
    for (const setting of constructionsIn(file).settings) {
      const { type, name, value, by, node } = setting;
      if (name === '' || name.startsWith('_') || value.kind === 'missing' || type.open) continue;
      const field = type.fields.find((candidate) => candidate.name === name);
      // Other rules judge the arguments of classes, but for these.
      if (by === 'class' && field?.kind !== 'enum' && field?.kind !== 'bool') continue;
      const { start, end } = setting;
      if (!field) {
        if (!isGuarded(file, node, name)) report({ start, end, ...unknownField(setting) });
      } else if (field.repeated || field.kind === 'message') {
        if (by === 'assignment') report({ start, end, ...noScalar(setting, field) });
        else if (field.repeated && NUMBERS.has(known(file.tree, value).kind))
          report({
            start: value.start,
            end: value.end,
            message: `\`${name}\` is repeated, so it takes a list.`,
          });
      } else {
        const given = known(file.tree, value);
        // As an argument, it is as good as nothing.
        const message = by !== 'assignment' && given.kind === 'none' ? undefined : misfit(field, given);
        if (message !== undefined) report({ start: value.start, end: value.end, message });
      }
    }
  },
};

function unknownField({ name, start, end, type }: FieldSetting) {
  const near = nearest(
    name,
    type.fields.map((field) => field.name),
  );
  return {
    message:
      `\`${shortName(type)}\` has no field \`${name}\`` +
      (near === undefined ? '.' : `; did you mean \`${near}\`?`),
    fixes: (): CallFix[] =>
      near === undefined
        ? []
        : [
            {
              title: `Replace with ${near}`,
              changes: [{ start, end, newText: near }],
              preferred: true,
            },
          ],
  };
}

/** What `=` does not set, but a method does. */
function noScalar({ node, end, value }: FieldSetting, { name, repeated }: FieldType) {
  const method = repeated ? 'extend' : 'CopyFrom';
  return {
    message: repeated
      ? `\`${name}\` is repeated, so it cannot be assigned. Fill it by \`add\`, \`append\` or \`extend\`.`
      : `\`${name}\` is a message, so it cannot be assigned. Set its fields, or fill it by \`CopyFrom\`.`,
    fixes: (): CallFix[] =>
      // Behind several targets, or without brackets around a tuple, more than the value would have to change.
      node.parent?.kind === 'assignment' && node.parent.targets.length === 1 && value.kind !== 'tuple'
        ? [
            {
              title: `Use ${method}`,
              changes: [
                { start: end, end: value.start, newText: `.${method}(` },
                { start: value.end, end: value.end, newText: ')' },
              ],
            },
          ]
        : [],
  };
}

/** What is wrong with a value for a field; undefined if nothing is, or if that is not known. */
function misfit(field: FieldType, value: Known): string | undefined {
  if (NEVER.has(value.kind) || REFUSED[kindOf(field)].has(value.kind))
    return `\`${field.name}\` takes ${described(field)}, not ${NAMES[value.kind] ?? 'this'}.`;
  if (field.enum && value.kind === 'str' && value.value !== undefined) {
    const names = field.enum.values.map(({ name }) => name);
    return names.includes(value.value) ? undefined : `\`${field.name}\` takes ${described(field)}.`;
  }
  if (value.kind !== 'int' || value.value === undefined) return undefined;
  const [least, most] = LIMITS[field.enum ? 'int32' : field.kind] ?? [];
  if (least === undefined || most === undefined) return undefined;
  return value.value < least || value.value > most
    ? `\`${field.name}\` has to be from ${least} to ${most}.`
    : undefined;
}

type Kind = 'whole' | 'real' | 'text' | 'truth' | 'choice';

function kindOf({ kind }: FieldType): Kind {
  switch (kind) {
    case 'enum':
      return 'choice';
    case 'bool':
      return 'truth';
    case 'float':
    case 'double':
      return 'real';
    case 'string':
    case 'bytes':
      return 'text';
    default:
      return 'whole';
  }
}

const NUMBERS: ReadonlySet<Known['kind']> = new Set<Known['kind']>(['int', 'float', 'bool']);

/** No scalar field takes these. */
const NEVER: ReadonlySet<Known['kind']> = new Set<Known['kind']>([
  'none',
  'list',
  'tuple',
  'dict',
  'set',
  'function',
]);

/** What else makes protobuf raise; where its versions differ, nothing does. */
const REFUSED: Readonly<Record<Kind, ReadonlySet<Known['kind']>>> = {
  whole: new Set<Known['kind']>(['str', 'bytes', 'float']),
  real: new Set<Known['kind']>(['str', 'bytes']),
  text: new Set<Known['kind']>(['int', 'float', 'bool']),
  truth: new Set<Known['kind']>(['str', 'bytes', 'float']),
  choice: new Set<Known['kind']>(['float']),
};

const NAMES: Readonly<Partial<Record<Known['kind'], string>>> = {
  none: '`None`',
  list: 'a list',
  tuple: 'a tuple',
  dict: 'a dict',
  set: 'a set',
  function: 'a function',
  str: 'a str',
  bytes: 'bytes',
  float: 'a float',
  int: 'an int',
  bool: 'a bool',
};

/** What a field takes, as Python has it. */
function described(field: FieldType): string {
  const kind = kindOf(field);
  if (kind === 'truth') return '`True` or `False`';
  if (kind === 'whole') return 'an int';
  return kind === 'text' ? 'a string' : expected(field);
}

const bounds = (bits: bigint): readonly [bigint, bigint] => [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n];
const LIMITS: Readonly<Record<string, readonly [bigint, bigint]>> = {
  int32: bounds(32n),
  int64: bounds(64n),
  uint32: [0n, (1n << 32n) - 1n],
  uint64: [0n, (1n << 64n) - 1n],
};
