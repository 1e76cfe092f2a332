import { excerpt } from '../../../basics/excerpt';
import { type Entry, isInstance, LIBRARIES, type Parameter, type Type, typeText } from '../../../catalogue';
import type { Library } from '../../../catalogue/libraries';
import type { ApiCall, PythonFile } from '../../../dataflow/calls/python-file';
import type { Inferred, InferredArray } from '../../../dataflow/calls/types';
import type { Value } from '../../../evaluator';
import * as python from '../../../python/tree';
import type { TextFix } from '../call-rule';
import { appending } from '../support/edits';
import { valueSentence } from './shown-value';

/** Objects of Python that give their bytes as ints. */
export const BUFFERS: readonly string[] = ['bytearray', 'memoryview'];

export type MismatchKind = 'type' | 'range' | 'choice' | 'length' | 'dtype' | 'shape';

/** A value that is not what its parameter takes (an error) or expects (a warning). */
export interface Mismatch {
  readonly kind: MismatchKind;
  readonly severity: 'error' | 'warning';
  readonly node: python.Node;
  readonly message: string;
  /** The value is of the right kind: where several are allowed, this one is meant. */
  readonly near?: true;
  /** The value, or what it returns, is refused only once something calls it. */
  readonly whenCalled?: true;
  /** The argument itself, where the value is what it returns. */
  readonly argument?: python.Node;
  /** The message of an error, where the value is refused only once TensorFlow writes the configuration. */
  readonly whenWritten?: string;
  /** Computed only on request. */
  readonly fixes: () => readonly TextFix[];
}

/** Which code reads an argument: raw ops, Python classes, or protobuf. */
export type Reader = 'op' | 'class' | 'message';

export interface ArgumentPlace {
  readonly call: ApiCall;
  readonly file: PythonFile;
  readonly parameter: Parameter;
  readonly reader: Reader;
  /** The subject of the message: the argument, or an element of it. */
  readonly subject: string;
  /** Severity of values that the type does not accept. */
  readonly severity: 'error' | 'warning';
}

/** The library that gets the value, by its title. */
export const takerOf = ({ call }: ArgumentPlace): string => LIBRARIES[call.entry.library].title;

/** Whether a place is the argument itself, not a part of it. */
export const isWhole = ({ subject, parameter }: ArgumentPlace) => subject === `\`${parameter.name}\``;

/** The value of the whole argument at that time. */
export function argumentIn(place: ArgumentPlace): Value | undefined {
  const { binding, event } = place.call;
  const argument = binding.arguments.get(place.parameter.name);
  return argument && isWhole(place) ? event?.arguments[argument.index]?.value : undefined;
}

/** Finds what does not fit in the value of an expression, for a type of the catalogue. */
export type Judge<T extends Type = Type> = (
  expression: python.Expression,
  value: Inferred,
  type: T,
  place: ArgumentPlace,
) => Mismatch[];

/** Checks an element, or another part of a value, against its type. */
export type JudgeItem = (element: python.Expression, type: Type, place: ArgumentPlace) => Mismatch[];

/** How many elements of a list are checked, and how many mismatches reported. */
export const MAX_ITEMS = 1000;
export const MAX_REPORTED = 3;

export function mismatch(
  kind: MismatchKind,
  node: python.Node,
  severity: Mismatch['severity'],
  message: string,
): Mismatch {
  return { kind, severity, node, message, fixes: () => [] };
}

/** The only mismatch of an argument; `what` goes on where its subject ends. */
export const mismatched = (
  kind: MismatchKind,
  node: python.Node,
  { subject, severity }: ArgumentPlace,
  what: string,
): Mismatch[] => [mismatch(kind, node, severity, `${subject} ${what}`)];

export function wrongType(
  node: python.Node,
  value: Inferred,
  type: Type,
  place: ArgumentPlace,
  fixes: Mismatch['fixes'] = () => [],
): Mismatch {
  if (value.kind === 'class' && makesOne(value.entry, type))
    return {
      ...mismatch('type', node, place.severity, `${place.subject} ${isItself(value.entry)}`),
      fixes,
    };
  const order = isOrderTrap(place)
    ? ' The functions of `tpu_ops` take their arguments in another order than the raw ops.'
    : '';
  const content = value.kind === 'object' && python.isExpression(node) ? value.content : undefined;
  const meant = content === undefined ? '' : ` Use its \`${content}\`.`;
  const message = `${place.subject} must be ${article(inWords(typeText(type)))}, not ${describe(value, place.call.entry.library)}.${meant}${valueSentence(node, value, place)}${order}`;
  return {
    ...mismatch('type', node, place.severity, message),
    fixes: content === undefined ? fixes : () => [appending(node as python.Expression, `.${content}`)],
  };
}

/** Whether calling this, rather than giving it, makes what a type takes. */
const makesOne = (entry: Entry, type: Type): boolean =>
  entry.group === 'initializer'
    ? mayTakeInitializer(type)
    : type.of === 'instance' && isInstance(type, entry);

const mayTakeInitializer = (type: Type): boolean =>
  type.of === 'callable' ? type.returns === undefined : type.of !== 'str' && type.of !== 'list';

export const isItself = ({ name, parameters }: Entry): string =>
  `is \`${name}\` itself rather than what that makes. Call it: \`${name}(${parameters.some(({ required }) => required) ? '…' : ''})\`.`;

/** Alternatives as a sentence lists them. Alternatives within brackets are always two. */
const inWords = (type: string) =>
  (/\([^)]*\|/.test(type) ? type : type.replaceAll(/ \| (?=.* \| )/g, ', ')).replaceAll(' | ', ' or ');

/** A common mistake is to call the wrapper function with positional arguments in the order of the raw op. */
function isOrderTrap({ call, parameter }: ArgumentPlace): boolean {
  const { entry, binding } = call;
  const argument = binding.arguments.get(parameter.name);
  return (
    entry.id.includes('.ops.tpu_ops.') &&
    argument !== undefined &&
    call.arguments[argument.index]?.kind === 'positional'
  );
}

export const article = (text: string) =>
  /^(?:bytes|None|['(])/.test(text) ? text : /^(?:[aeio]|SGD|FTRL)/i.test(text) ? `an ${text}` : `a ${text}`;

/** A value as messages call it, in a call of this library. */
export function describe(value: Inferred, library: Library = 'tensorflow'): string {
  switch (value.kind) {
    case 'none':
      return 'None';
    case 'ellipsis':
      return '`...`';
    case 'int':
      return 'an int';
    case 'bytes':
      return 'bytes';
    case 'tensor':
      return value.dtype === undefined ? 'a tensor' : article(`${value.dtype} tensor`);
    case 'array':
      return value.scalar
        ? `${isNumpyInteger(value) ? 'an integer' : value.dtype === 'bool' ? 'a truth value' : 'a number'} of NumPy`
        : 'an array of NumPy';
    case 'routine':
      return `the ${value.isClass ? 'class' : 'function'} \`${excerpt(value.name)}\``;
    case 'object':
    case 'iterable':
      return article(excerpt(value.name));
    case 'class':
      return `the class \`${value.entry.name}\``;
    case 'instance':
      if (value.entry.message !== undefined) return 'the message itself';
      // Without the library, its name may equal that of the expected class.
      return `${article(ownName(value.entry, library))} object`;
    case 'enum':
      return 'an enum value';
    default:
      return `a ${value.kind}`;
  }
}

/** The name of a class, with its library where that is another one. */
const ownName = ({ library, name }: Entry, around: Library) =>
  library === around ? name : `${LIBRARIES[library].title} ${name}`;

export const isNumpyInteger = (value: Inferred) =>
  value.kind === 'array' && value.scalar === true && /int/.test(value.dtype ?? '');

export const isScalar = ({ kind }: Inferred) =>
  ['int', 'float', 'bool', 'str', 'bytes', 'none'].includes(kind);

/** A tensor or an array that certainly has axes. */
interface WithAxes {
  readonly shape: NonNullable<InferredArray['shape']>;
}

export const hasAxes = <T extends Inferred>(value: T): value is T & WithAxes =>
  (value.kind === 'array' || value.kind === 'tensor') && value.shape !== undefined && value.shape.length > 0;
