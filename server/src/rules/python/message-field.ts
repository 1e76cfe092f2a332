import { excerpt } from '../../basics/excerpt';
import { nearest } from '../../basics/nearest';
import { once } from '../../basics/once';
import { rangeOf } from '../../basics/range';
import { parameterLifetime } from '../../catalogue';
import { INTEGERS } from '../../configuration/bind';
import { type UnknownAttribute, unknownAttributes } from '../../dataflow/calls/attributes';
import { caughtFrom, evaluationOf } from '../../dataflow/calls/evaluation';
import { truth } from '../../dataflow/calls/known-values';
import type { Observations } from '../../dataflow/calls/observations';
import type { PythonFile } from '../../dataflow/calls/python-file';
import type { Inferred } from '../../dataflow/calls/types';
import type { FieldSetting } from '../../dataflow/libraries/field-settings';
import { classOfMessage } from '../../dataflow/messages/message-classes';
import { ATTRIBUTE_ERROR, TYPE_ERROR, VALUE_ERROR } from '../../python/exceptions';
import { isExpectedToFail } from '../../python/surroundings';
import type { Attribute, Expression, Node } from '../../python/tree';
import type { FieldType, MessageType } from '../../schema/types';
import { expected, shortName } from '../support/wording';
import type { CallReport, CallRule, TextFix } from './call-rule';
import { describe } from './mismatches/mismatch';
import { respelling } from './support/edits';
import { isAdded, isGuarded, isProbed } from './support/guarded';
import { removalOf, type Verdict } from './support/lifetime-words';
import { heldBy, isRefused, NEVER, oddValue } from './support/message-values';
import { mayRefuseArrays } from './support/numpy-release';

export const messageField: CallRule = {
  code: 'message-field',
  severity: 'error',
  summary: 'A message field gets a value that it does not accept, or a field or method does not exist.',
  details:
    'Protobuf raises `AttributeError` for a name that the message, or the list of a repeated field, does not ' +
    'have, and for `=` where the field is a message or repeated: use `CopyFrom`, `add`, `append` ' +
    'or `extend` for those. A value of another type raises `TypeError`, a value out of range `ValueError`. The rule ' +
    'knows a message if the file creates it. If only an annotation names its type, a missing name is a warning.',
  messages: {
    'must be real number, not {type}': 'A number field of a message gets {type}.',
    'Parameter to initialize message field must be dict or instance of same class':
      'A field that holds a message is made from something else.',
    'Assignment not allowed to message, map, or repeated field "{field}"':
      '{field} holds a message or a list, which is filled by its own fields, `CopyFrom` or `extend`, not by `=`.',
    'Protocol message {message} has no "{field}" field': '`{message}` has no field `{field}`.',
    'unknown enum label "{label}"': 'The enum has no value `{label}`.',
    'Enum type {type}: unknown label "{label}"': 'The enum has no value `{label}`.',
    'Enum {type} has no value defined for name': 'The enum has no value of this name.',
    'object cannot be interpreted as an integer':
      'A text, float or None is given to a number field of a message, or to another place that takes whole numbers.',
    'Cannot set tensorflow.tpu.{field} to': 'The field {field} of a message gets a value of another type.',
    'Assignment not allowed to map, or repeated field "{field}"':
      '`{field}` is a list, which cannot be assigned. Use `extend`, `append` or `add`.',
    'Assignment not allowed to repeated field "{field}"':
      '`{field}` is a list, which cannot be assigned. Use `extend`, `append` or `add`.',
    'Assignment not allowed to message field "{field}"':
      '`{field}` is a message, which cannot be assigned. Set its own fields, or use `CopyFrom`.',
    'Assignment not allowed to composite field "{field}"':
      '`{field}` is a message, which cannot be assigned. Set its own fields, or use `CopyFrom`.',
    'Field tensorflow.tpu.{field} does not have presence':
      'Whether {field} was set cannot be asked: a plain number or text of proto3 is the same with its default.',
    'Parameter to CopyFrom() must be instance of same class':
      '`CopyFrom` gets something else than a message of the same type.',
    'Parameter to MergeFrom() must be instance of same class':
      'A list of messages, `CopyFrom` or `MergeFrom` gets something else than a message of the same type.',
    'Expected a message object, but got': 'A list of messages gets something that is no message of its type.',
    "RepeatedCompositeContainer' object has no attribute '{name}'":
      'A list of messages is used like one of them: `{name}` belongs to each, as in `config.table_descriptor[0]`.',
    "RepeatedCompositeFieldContainer' object has no attribute '{name}'":
      'A list of messages is used like one of them: `{name}` belongs to each, as in `config.table_descriptor[0]`.',
    "'{message:message}' object has no attribute '{name}'": '`{message}` has no field or method `{name}`.',
    'Value out of range: {n:int}': '{n} does not fit into the integer field.',
    'bad argument type for built-in operation':
      'A text field of a message gets something else, such as a number.',
    'Protocol message has no oneof "{name}" field':
      'The message has no oneof `{name}`; that of the optimizers is `parameters`.',
  },
  bad: `from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb

config = pb.TPUEmbeddingConfiguration()
config.num_host = 1`,
  good: `from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb

config = pb.TPUEmbeddingConfiguration()
config.num_hosts = 1`,
  checkFile(file, report) {
    // Without a call that creates a message, no field can be set.
    if (!file.calls.some(({ entry }) => entry.message !== undefined)) return;
    const { observations } = evaluationOf(file.tree);
    // Computed once for all attributes.
    const set = new Set(observations.flatMap(({ settings }) => settings.map(({ start }) => start)));
    for (const attribute of unknownAttributes(file)) {
      const { node, on } = attribute;
      if (set.has(node.nameStart) || isBeginning(attribute) || isGuarded(file, node, node.name)) continue;
      if (isProbed(file.text, node.start) || (!('repeated' in on) && isAdded(file, node.name))) continue;
      const gone = 'repeated' in on ? undefined : pastField(on, node.name, file);
      if (gone === 'there') continue;
      report({
        start: node.nameStart,
        end: node.end,
        ...(gone ?? unknownAttribute(attribute)),
        severity: attribute.isDeclared ? 'warning' : 'error',
      });
    }
    for (const each of observations) {
      if (hasNoMistake(each)) continue;
      for (const setting of each.settings) {
        if ((caughtFrom(file.tree, setting.node) & RAISED) !== 0 || isExpectedToFail(file.tree, setting.node))
          continue;
        checkSetting(setting, file.text, (node, name) => isGuarded(file, node, name), report, file);
      }
    }
  },
};

/** The exceptions that protobuf raises. */
const RAISED = ATTRIBUTE_ERROR | TYPE_ERROR | VALUE_ERROR;

const hasNoMistake = once(({ settings }: Observations) => {
  let count = 0;
  const neverPrepared = () => false;
  for (const setting of settings) checkSetting(setting, '', neverPrepared, () => count++);
  return count === 0;
});

/** `isPrepared` tells whether the code is prepared for a name to be missing. */
function checkSetting(
  setting: FieldSetting,
  text: string,
  isPrepared: (node: Node, name: string) => boolean,
  report: CallReport,
  file?: PythonFile,
): void {
  const { type, name, value, operation, node, typeOf, caught } = setting;
  if (name === '' || name.startsWith('_') || value.kind === 'missing' || type.open || (caught & RAISED) !== 0)
    return;
  if (operation === 'CopyFrom' || operation === 'MergeFrom') {
    const message = wrongMessage(setting, typeOf(value));
    if (message !== undefined) report({ ...rangeOf(value), message });
    return;
  }
  if (
    operation === 'ClearField' ||
    operation === 'HasField' ||
    operation === 'WhichOneof' ||
    operation === 'ParseFromString'
  ) {
    const given = typeOf(value);
    const message = operation === 'ParseFromString' ? noBytes(name, given) : wrongName(setting, given);
    if (message === undefined || isPrepared(node, given.kind === 'str' ? (given.value ?? '') : '')) return;
    report({ ...rangeOf(value), message });
    return;
  }
  const field = type.fields.find((candidate) => candidate.name === name);
  const { start, end } = setting;
  const refusesArrays = file === undefined || mayRefuseArrays(file);
  const odd =
    field &&
    (operation === 'assignment' || operation === 'class') &&
    oddFor(field, type, typeOf(value), refusesArrays);
  if (odd) {
    report({ ...rangeOf(value), severity: 'warning', message: `\`${name}\` ${odd}` });
    return;
  }
  if (operation === 'class' && (!field || !isOwn(field, typeOf(value)))) return;
  if (!field) {
    const gone = file && pastField(type, name, file);
    if (gone !== 'there' && !isPrepared(node, name))
      report({ start, end, ...(gone ?? unknownField(setting)) });
  } else if (operation === 'append' || operation === 'extend') {
    const whole = typeOf(value);
    // Protobuf up to 3.20 treats a false value as no argument.
    if (operation === 'extend' && NUMBERS.has(whole.kind) && truth(whole))
      report({ ...rangeOf(value), message: `\`extend\` takes a list.` });
    for (const element of elementsOf(setting)) {
      const message =
        field.kind === 'message'
          ? noMessage(field, typeOf(element))
          : valueMismatch(field, typeOf(element), refusesArrays);
      if (message !== undefined) report({ ...rangeOf(element), message });
    }
  } else if (field.repeated || field.kind === 'message') {
    if (operation === 'assignment') report({ start, end, ...noScalar(setting, field) });
    else if (field.repeated && isOne(typeOf(value)))
      report({
        ...rangeOf(value),
        message: `\`${name}\` is repeated, so it takes a list.`,
      });
  } else {
    const given = typeOf(value);
    // None as an argument means that the field stays unset.
    const message =
      operation !== 'assignment' && given.kind === 'none'
        ? undefined
        : valueMismatch(field, given, refusesArrays);
    if (message !== undefined)
      report({ ...rangeOf(value), message, ...enumFixes(text, field, value, given) });
    else if (isOutside(field, given))
      report({
        ...rangeOf(value),
        severity: 'warning',
        message: `\`${name}\` takes ${described(field)}; TensorFlow does not know other numbers.`,
      });
  }
}

/** What becomes of a value that nobody means in a field that holds one; a limit of its own message may be infinite. */
const oddFor = (
  field: FieldType,
  type: MessageType,
  value: Inferred,
  refusesArrays: boolean,
): string | undefined =>
  field.repeated ||
  field.kind === 'message' ||
  type.name === 'google.protobuf.FloatValue' ||
  isRefused(heldBy(field), value, refusesArrays)
    ? undefined
    : oddValue(heldBy(field), value);

/** Whether an argument of a class is checked here, because no other rule checks it. */
const isOwn = ({ kind, repeated }: FieldType, given: Inferred): boolean =>
  kind === 'enum' ||
  kind === 'bool' ||
  (given.kind === 'array' && kind !== 'string') ||
  (repeated ? given.kind === 'instance' : given.kind === 'float' && kind !== 'float' && kind !== 'double');

/** The mistake in a name passed to a method of a message. All methods accept the name of a oneof. */
function wrongName(setting: FieldSetting, given: Inferred): string | undefined {
  if (given.kind !== 'str' || given.value === undefined) return undefined;
  const { operation, type } = setting;
  const name = given.value;
  if (type.fields.some(({ oneof }) => oneof === name)) return undefined;
  const field = type.fields.find((candidate) => candidate.name === name);
  if (operation === 'WhichOneof') {
    const oneofs = new Set(type.fields.flatMap(({ oneof }) => oneof ?? []));
    const known = [...oneofs].map((oneof) => `\`${oneof}\``).join(', ');
    return `\`${shortName(type)}\` has no oneof \`${excerpt(name)}\`${known && `, but ${known}`}.`;
  }
  if (!field) return unknownField({ ...setting, name }).message;
  return operation === 'HasField' && !field.presence
    ? `\`HasField\` does not take \`${name}\`: ${field.repeated ? 'it is repeated' : 'it always has a value'}.`
    : undefined;
}

/** The mistake in the argument of `ParseFromString`. */
const noBytes = (name: string, { kind, ...given }: Inferred): string | undefined =>
  kind !== 'bytes' && (NO_MESSAGE.has(kind) || ('entry' in given && given.entry.message !== undefined))
    ? `\`${name}\` takes bytes, not ${NAMES[kind] ?? 'a message'}.${kind === 'str' ? ' `text_format.Parse` reads text.' : ''}`
    : undefined;

/** Whether a value certainly cannot be iterated over. */
const isOne = (value: Inferred) =>
  NUMBERS.has(value.kind) || (value.kind === 'instance' && value.entry.message !== undefined);

/** Whether an enum does not declare a number. */
const isOutside = (field: FieldType, value: Inferred) =>
  value.kind === 'int' &&
  value.value !== undefined &&
  field.enum !== undefined &&
  !field.enum.values.some(({ number }) => BigInt(number) === value.value);

/** The mistake in the argument of `CopyFrom` or `MergeFrom`. */
function wrongMessage({ type, operation }: FieldSetting, value: Inferred): string | undefined {
  const given =
    value.kind === 'instance'
      ? value.entry.message === undefined || value.entry.message === type.name
        ? undefined
        : `\`${value.entry.name}\``
      : value.kind === 'repeated'
        ? `the list \`${value.field.name}\``
        : NO_MESSAGE.has(value.kind)
          ? (NAMES[value.kind] ?? 'this')
          : undefined;
  const wanted = shortName(type);
  return (
    given && `\`${operation}\` takes ${/^[AEIO]/.test(wanted) ? 'an' : 'a'} \`${wanted}\` here, not ${given}.`
  );
}

/** For a field that the newest TensorFlow lacks: whether the program's TensorFlow has it. Undefined if no release had it. */
function pastField(
  { name: message }: MessageType,
  name: string,
  file: PythonFile,
): Verdict | 'there' | undefined {
  const entry = classOfMessage(message);
  const lifetime = entry && file.environment.tensorflow && parameterLifetime(entry, name);
  if (!lifetime) return undefined;
  return removalOf(`\`${name}\` of \`${entry.name}\``, lifetime, file) ?? 'there';
}

function unknownField({ name, start, end, type, node }: FieldSetting) {
  const names = type.fields.map((field) => field.name);
  const near = nearest(name, names);
  return {
    message:
      `\`${shortName(type)}\` has no field \`${excerpt(name)}\`` +
      (near === undefined ? '.' : `; did you mean \`${near}\`?`),
    fixes: (): TextFix[] =>
      // Elsewhere it may be a variable.
      near === undefined || (node.kind !== 'attribute' && node.kind !== 'keyword')
        ? []
        : [respelling({ start, end }, name, near, names)],
  };
}

function unknownAttribute({ node, on, names }: UnknownAttribute) {
  const { name, nameStart: start, end } = node;
  const isList = 'repeated' in on;
  const near = isCalled(node) && !isList ? callable(on, name, names) : nearest(name, names);
  const subject = isList ? `\`${on.name}\` is repeated and` : `\`${shortName(on)}\``;
  const hint =
    near !== undefined
      ? `; did you mean \`${near}\`?`
      : isList && on.message?.fieldsByName.has(name)
        ? `. Its messages do: take one, as in \`${on.name}[0]\`, or make one by \`add()\`.`
        : '.';
  return {
    message: `${subject} has no ${isList || isCalled(node) ? '' : 'field '}\`${excerpt(name)}\`${hint}`,
    fixes: (): TextFix[] => (near === undefined ? [] : [respelling({ start, end }, name, near, names)]),
  };
}

/** The name a call on a message is meant for. Fields and constants cannot be called, but `add_x()` of C++ is `x.add()` here. */
function callable(
  { fields, fieldsByName }: MessageType,
  name: string,
  names: Iterable<string>,
): string | undefined {
  const added = /^add_?(.+)/i.exec(name)?.[1];
  const lists = fields.filter(({ repeated, kind }) => repeated && kind === 'message');
  const list =
    added === undefined
      ? undefined
      : nearest(
          added,
          lists.map((field) => field.name),
        );
  if (list !== undefined) return `${list}.add`;
  return nearest(
    name,
    [...names].filter((member) => !fieldsByName.has(member) && !CONSTANT.test(member)),
  );
}

const CONSTANT = /^[A-Z][A-Z0-9_]*$/;

const isCalled = (node: Attribute) => node.parent?.kind === 'call' && node.parent.callee === node;

/** Whether the name may still be incomplete, as while it is typed. */
const isBeginning = ({ node, names }: UnknownAttribute) =>
  node.parent?.kind === 'expression' && [...names].some((name) => name.startsWith(node.name));

/** The known elements that `append` or `extend` adds to a field. */
function elementsOf({ operation, value, typeOf }: FieldSetting): readonly Expression[] {
  if (operation === 'append') return [value];
  const given = typeOf(value);
  return given.kind === 'list' || given.kind === 'tuple' ? (given.elements ?? []) : [];
}

/** The mistake in a value added to a repeated field of messages. */
function noMessage({ name, message }: FieldType, value: Inferred): string | undefined {
  const wanted = shortName(message!);
  if (value.kind === 'instance' && value.entry.message !== undefined && value.entry.message !== message!.name)
    return `\`${name}\` takes \`${wanted}\` messages, not \`${value.entry.name}\`.`;
  return NO_MESSAGE.has(value.kind)
    ? `\`${name}\` takes \`${wanted}\` messages, not ${NAMES[value.kind] ?? 'this'}.`
    : undefined;
}

/** A field that cannot be assigned by `=`, only filled by a method. */
function noScalar({ node, end, value, typeOf }: FieldSetting, field: FieldType) {
  const { name, repeated } = field;
  const calling = (method: string) => ({
    title: `Use ${method}`,
    changes: [
      { start: end, end: value.start, newText: `.${method}(` },
      { start: value.end, end: value.end, newText: ')' },
    ],
  });
  const fix = (): TextFix | undefined => {
    const given = typeOf(value);
    if (repeated) return calling(isOne(given) || given.kind === 'str' ? 'append' : 'extend');
    if (!NO_MESSAGE.has(given.kind)) return calling('CopyFrom');
    const taking = field.message!.fields.filter(
      (inner) =>
        inner.kind !== 'message' && !inner.repeated && valueMismatch(inner, given, true) === undefined,
    );
    if (taking.length !== 1) return undefined;
    const inner = taking[0]!.name;
    return { title: `Set ${inner}`, changes: [{ start: end, end, newText: `.${inner}` }], preferred: true };
  };
  return {
    message: repeated
      ? `\`${name}\` is repeated, so it cannot be assigned. Fill it by \`add\`, \`append\` or \`extend\`.`
      : `\`${name}\` is a message, so it cannot be assigned. Set its fields, or fill it by \`CopyFrom\`.`,
    fixes: (): TextFix[] =>
      // With several targets, or a tuple without brackets, the edit would change more than the value.
      node.parent?.kind === 'assignment' && node.parent.targets.length === 1 && value.kind !== 'tuple'
        ? [fix() ?? []].flat()
        : [],
  };
}

/** The mistake in a value for a field; undefined if the value is right or unknown. */
function valueMismatch(field: FieldType, value: Inferred, refusesArrays: boolean): string | undefined {
  if (isRefused(heldBy(field), value, refusesArrays))
    return `\`${field.name}\` takes ${described(field)}, not ${nameOf(value)}.`;
  if (field.enum && value.kind === 'str' && value.value !== undefined) {
    const names = field.enum.values.map(({ name }) => name);
    if (names.includes(value.value)) return undefined;
    const meant = nearest(value.value, names);
    const hint = meant === undefined ? '' : ` Did you mean '${meant}'?`;
    return `\`${field.name}\` takes ${described(field)}.${hint}`;
  }
  if (value.kind !== 'int' || value.value === undefined) return undefined;
  const limits = LIMITS[field.enum ? 'int32' : field.kind];
  return limits && (value.value < limits.low || value.value > limits.high)
    ? `\`${field.name}\` must be from ${limits.low} to ${limits.high}.`
    : undefined;
}

/** Replaces a string that names no value of the enum by the nearest name. */
function enumFixes(text: string, field: FieldType, node: Expression, value: Inferred) {
  const names = field.enum?.values.map(({ name }) => name);
  const given = node.kind === 'string' && value.kind === 'str' ? value.value : undefined;
  const meant = names && given !== undefined ? nearest(given, names) : undefined;
  if (names === undefined || given === undefined || meant === undefined) return {};
  const quote = text[node.start] === '"' ? '"' : "'";
  const newText = quote + meant + quote;
  return {
    fixes: (): TextFix[] => [respelling(node, given, meant, names, newText)],
  };
}

const NUMBERS: ReadonlySet<Inferred['kind']> = new Set<Inferred['kind']>(['int', 'float', 'bool']);

const NO_MESSAGE: ReadonlySet<Inferred['kind']> = new Set<Inferred['kind']>([
  ...NEVER,
  ...NUMBERS,
  'str',
  'bytes',
]);

/** A value as messages call it. */
const nameOf = (value: Inferred): string => NAMES[value.kind] ?? describe(value);

const NAMES: Readonly<Partial<Record<Inferred['kind'], string>>> = {
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

/** The type of a field's values, in Python's words. */
function described(field: FieldType): string {
  const kind = heldBy(field);
  if (kind === 'truth') return '`True` or `False`';
  if (kind === 'whole') return 'an int';
  return kind === 'text' ? 'a string' : expected(field);
}

const LIMITS: Readonly<Partial<Record<string, { readonly low: bigint; readonly high: bigint }>>> = INTEGERS;
