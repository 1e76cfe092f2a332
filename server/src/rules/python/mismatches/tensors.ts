import type { TensorType } from '../../../catalogue';
import { argumentValue } from '../../../dataflow/calls/argument-values';
import { importsAt } from '../../../dataflow/calls/import-paths';
import { numberOf } from '../../../dataflow/calls/known-values';
import { argumentOf } from '../../../dataflow/calls/python-file';
import { type Inferred, type Shape, type TypeOf, tensorLike } from '../../../dataflow/calls/types';
import type * as python from '../../../python/tree';
import type { TextFix } from '../call-rule';
import { oddNumber } from './coercions';
import {
  type ArgumentPlace,
  article,
  type Judge,
  MAX_ITEMS,
  type Mismatch,
  mismatch,
  mismatched,
  wrongType,
} from './mismatch';
import { wrongChoice } from './strings';

export const judgeTensor: Judge<TensorType> = (expression, value, type, place) => {
  if (isNoTensor(value, type)) return [wrongType(expression, value, type, place)];
  const like = tensorLike(place.call.typeOf, expression);
  if (!like) return [];
  if (like.uneven)
    return [
      mismatch(
        'shape',
        expression,
        place.severity,
        `The elements of ${place.subject.replace(/^An/, 'an')} have different shapes, so they cannot form a tensor. Give them the same shape.`,
      ),
    ];
  if (value.kind === 'tensor') {
    if (like.dtype !== undefined && type.dtypes && !type.dtypes.includes(like.dtype))
      return [wrongDtype(expression, like.dtype, type, place)];
  } else {
    const leaf = wrongLeaf(place.call.typeOf, expression, type.dtypes);
    if (leaf) return [wrongType(leaf.node, leaf.value, type, place)];
  }
  if (type.expectsTrainable && like.isFixed)
    return mismatched(
      'type',
      expression,
      { ...place, severity: 'warning' },
      'should be a variable that optimizers train: otherwise they do not find the activations.',
    );
  if (isBeyond(value, type))
    return mismatched(
      'range',
      expression,
      { ...place, severity: 'warning' },
      'does not fit into the 32 bits of an int32. TensorFlow may keep its last bits only.',
    );
  const misshapen = judgeTensorShape(expression, like.shape, type, place);
  const odd =
    misshapen.length === 0 && isNumeric(value, type)
      ? oddNumber(expression, value, { of: 'float' }, place)
      : undefined;
  return [...misshapen, ...(odd ? [odd] : []), ...judgeContent(expression, like.text, type, place)];
};

/** Whether a whole number has more bits than each dtype that it may get. */
const isBeyond = (value: Inferred, { dtypes }: TensorType): boolean =>
  value.kind === 'int' &&
  value.value !== undefined &&
  dtypes?.join() === 'int32' &&
  BigInt.asIntN(32, value.value) !== value.value;

/** Whether a number or a flag stands where only tensors of numbers do. */
const isNumeric = ({ kind }: Inferred, { dtypes = ['bool'] }: TensorType) =>
  (kind === 'bool' || kind === 'float') && !dtypes.includes('bool');

/** The dtypes of tensors that TensorFlow may make of objects that are none. */
const CONVERTED: ReadonlyMap<string, RegExp> = new Map([
  ['TensorShape', /^int(?:32|64)$/],
  // A graph converts it to a float.
  ['Fraction', /float/],
  // They are arrays of small numbers.
  ['bytearray', /^(?!string)/],
  ['memoryview', /^(?!string)/],
]);

const isConverted = ({ name }: Extract<Inferred, { kind: 'object' }>, { dtypes }: TensorType): boolean => {
  const to = CONVERTED.get(name);
  return to !== undefined && (dtypes?.some((dtype) => to.test(dtype)) ?? true);
};

/** Whether TensorFlow cannot convert a value to a tensor. */
function isNoTensor(value: Inferred, type: TensorType): boolean {
  switch (value.kind) {
    case 'none':
    case 'dict':
    case 'set':
    case 'ellipsis':
    case 'dtype':
    case 'function':
    case 'routine':
    case 'iterable':
    case 'class':
      return true;
    case 'object':
      return !isConverted(value, type);
    case 'instance':
      return !value.entry.foreign || value.entry.group !== 'tensor';
    default:
      return false;
  }
}

function wrongDtype(
  node: python.Node,
  dtype: string,
  { dtypes = [] }: TensorType,
  place: ArgumentPlace,
): Mismatch {
  const message = `${place.subject} is ${article(`${dtype} tensor`)}, but must be ${dtypes.join(' or ')}. TensorFlow does not convert it: use \`tf.cast\`.`;
  return {
    ...mismatch('dtype', node, place.severity, message),
    fixes: () => castFixes(node, dtype, dtypes, place),
  };
}

/** A cast to the first dtype that is accepted, if the file has a name for TensorFlow's module. */
function castFixes(
  { start, end }: python.Node,
  from: string,
  [to]: readonly string[],
  { file: { tree } }: ArgumentPlace,
): TextFix[] {
  const tf = importsAt(tree, start).find(([, target]) => target === 'tensorflow')?.[0];
  if (tf === undefined || to === undefined || from === 'string' || to === 'string') return [];
  const changes = [
    { start, end: start, newText: `${tf}.cast(` },
    { start: end, end, newText: `, ${tf}.${to})` },
  ];
  return [{ title: `Cast to ${to}`, changes, preferred: true }];
}

/** The first number or string in a literal that does not convert to any of the dtypes. */
function wrongLeaf(
  typeOf: TypeOf,
  node: python.Expression,
  dtypes: readonly string[] | undefined,
  depth = 0,
): { node: python.Expression; value: Inferred } | undefined {
  if (!dtypes || depth > 8) return undefined;
  const value = typeOf(node);
  switch (value.kind) {
    case 'list':
    case 'tuple':
      for (const element of value.elements?.slice(0, MAX_ITEMS) ?? []) {
        const wrong = wrongLeaf(typeOf, element, dtypes, depth + 1);
        if (wrong) return wrong;
      }
      return undefined;
    case 'str':
    case 'bytes':
      return dtypes.includes('string') ? undefined : { node, value };
    case 'float':
      return dtypes.some((dtype) => /float|complex/.test(dtype)) ? undefined : { node, value };
    case 'int':
    case 'bool':
    case 'range':
      return dtypes.every((dtype) => dtype === 'string') ? { node, value } : undefined;
    case 'array':
      // Arrays of numbers convert to any dtype of numbers.
      if (value.dtype === undefined) return undefined;
      return (value.dtype === 'string') === dtypes.includes('string') ? undefined : { node, value };
    case 'none':
      return { node, value };
    case 'object':
      return isConverted(value, { of: 'tensor', dtypes }) ? undefined : { node, value };
    default:
      return undefined;
  }
}

function judgeTensorShape(
  expression: python.Expression,
  shape: Shape | undefined,
  { rank, sizes, rowsOf, expectsRanks, shapeOf }: TensorType,
  place: ArgumentPlace,
): Mismatch[] {
  if (!shape) return [];
  if (rank !== undefined && shape.length !== rank)
    return mismatched('shape', expression, place, `has rank ${shape.length}, but must be ${ranks([rank])}.`);
  const parallel = rowsOf === undefined ? undefined : argumentOf(place.call, rowsOf);
  const [rows] = (parallel && tensorLike(place.call.typeOf, parallel)?.shape) ?? [];
  if (rows !== undefined && shape[0] !== undefined && shape[0] !== rows)
    return mismatched(
      'shape',
      expression,
      place,
      `has ${shape[0]} rows, but \`${rowsOf}\` has ${rows}. The numbers must be equal.`,
    );
  const bySize = judgeSizes(expression, shape, sizes ?? [], place);
  if (bySize.length > 0) return bySize;
  if (expectsRanks && !expectsRanks.includes(shape.length) && !shape.includes(0))
    return mismatched(
      'shape',
      expression,
      { ...place, severity: 'warning' },
      `has rank ${shape.length}, but should be ${ranks(expectsRanks)}. TensorFlow notices only on the TPU.`,
    );
  const other = shapeOf === undefined ? undefined : argumentOf(place.call, shapeOf);
  const wanted = other && tensorLike(place.call.typeOf, other)?.shape;
  if (!wanted || wanted.length !== shape.length) return [];
  const differs = shape.some(
    (size, i) => size !== undefined && wanted[i] !== undefined && size !== wanted[i],
  );
  if (!differs) return [];
  return mismatched(
    'shape',
    expression,
    place,
    `has the shape ${shapeText(shape)}, but \`${shapeOf}\` has ${shapeText(wanted)}. They must be the same.`,
  );
}

/** Sizes given by other arguments. A 0 there means that the tensor is not read. */
function judgeSizes(
  expression: python.Expression,
  shape: Shape,
  sizes: readonly (string | null)[],
  place: ArgumentPlace,
): Mismatch[] {
  for (const [axis, parameter] of sizes.entries()) {
    const length = parameter === null ? undefined : numberOf(argumentValue(place.call, parameter));
    const wanted = length === undefined ? undefined : Math.trunc(length);
    const size = shape[axis];
    const fits = shape.length === sizes.length && (size === undefined || size === wanted);
    if (!wanted || fits) continue;
    const expected = sizes.map((name, i) => (i === axis ? String(wanted) : (name ?? '?'))).join(', ');
    return mismatched(
      'shape',
      expression,
      place,
      `has the shape ${shapeText(shape)}, but with \`${parameter}=${wanted}\` it must be [${expected}].`,
    );
  }
  return [];
}

const RANKS = ['a scalar (rank 0)', 'a vector (rank 1)', 'a matrix (rank 2)'];
const ranks = (allowed: readonly number[]) =>
  allowed.map((rank) => RANKS[rank] ?? `of rank ${rank}`).join(' or ');
export const shapeText = (shape: Shape) => `[${shape.map((size) => size ?? '?').join(', ')}]`;

function judgeContent(
  expression: python.Expression,
  text: string | undefined,
  { expectsOneOf }: TensorType,
  place: ArgumentPlace,
): Mismatch[] {
  return text === undefined || !expectsOneOf || expectsOneOf.includes(text)
    ? []
    : [wrongChoice(expression, text, expectsOneOf, place, 'warning')];
}

/** Tensors of one list have one dtype. */
export function mixedDtypes(
  elements: readonly python.Expression[],
  { typeAttr }: TensorType,
  place: ArgumentPlace,
): Mismatch[] {
  if (typeAttr === undefined) return [];
  let first: string | undefined;
  for (const element of elements.slice(0, MAX_ITEMS)) {
    const value = place.call.typeOf(element);
    if (value.kind !== 'tensor' || value.dtype === undefined) continue;
    first ??= value.dtype;
    if (value.dtype !== first)
      return [
        mismatch(
          'dtype',
          element,
          place.severity,
          `The tensors of \`${place.parameter.name}\` must be of one dtype, but this is ${value.dtype} and the first ${first}.`,
        ),
      ];
  }
  return [];
}
