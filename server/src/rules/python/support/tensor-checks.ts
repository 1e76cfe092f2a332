import type { Parameter } from '../../../catalogue';
import { numberOf } from '../../../dataflow/calls/known-values';
import {
  differ,
  type InferredTensor,
  inferredOf,
  type Shape,
  tensorFacts,
} from '../../../dataflow/calls/types';
import type { Feature } from '../../../dataflow/derivation/features';
import {
  type Shape as FeatureShape,
  isContrary,
  isLeftOut,
  shapeOf,
} from '../../../dataflow/derivation/shapes';
import { INDEXED_SLICES } from '../../../dataflow/libraries/gradients';
import { integersIn } from '../../../dataflow/libraries/literal-tensors';
import { mayBePartial, partialKind } from '../../../dataflow/libraries/op-outputs';
import { sizesOf } from '../../../dataflow/libraries/partial-shapes';
import { isOnTpu } from '../../../dataflow/libraries/replica-parts';
import type { Value } from '../../../evaluator';
import { optionsOf } from '../../../evaluator/join';
import { shapeText } from '../mismatches/tensors';

/** A value that certainly is a dense tensor, or None where it could be one. */
function denseTensor(value: Value | undefined): InferredTensor | undefined {
  const options = value && optionsOf(value).filter(({ kind }) => kind !== 'none');
  return options?.length === 1 ? tensorFacts(options[0]) : undefined;
}

const isIndexedSlices = (value: Value): boolean => {
  const inferred = inferredOf(value);
  return inferred?.kind === 'object' && inferred.name === INDEXED_SLICES;
};

const denseShape = (value: Value | undefined): Shape | undefined => denseTensor(value)?.shape;

export interface Checked {
  readonly value: Value;
  /** The words for the feature, or nothing if it is the only one. */
  readonly of: string;
  readonly feature: Feature;
  /** The shape of its activations without their width, as far as it is known. */
  readonly shape: FeatureShape | undefined;
  /** What gives that shape. */
  readonly source: string;
  /** Whether nothing has given the feature its shape before. */
  readonly isUnbuilt: boolean;
  /** The ids of the same call for the feature. */
  readonly ids: Value | undefined;
  /** Its weights of the same call. */
  readonly weights: Value | undefined;
}

/** What TensorFlow takes for tensors elsewhere, but not as gradients. */
const NUMBERS: { readonly [Kind in Value['kind']]?: string } = {
  bool: 'a bool',
  int: 'an int',
  float: 'a float',
};

/** What is wrong with a tensor, by what its parameter holds. */
export type Checks = {
  readonly [What in NonNullable<Parameter['holds']>]?: (checked: Checked) => string | undefined;
};

const fetchedToTpu = (value: Value, of: string): string | undefined =>
  isOnTpu(value)
    ? `The strategy puts the ids${of} on the TPU, and they must stay on the host. Distribute the dataset with \`options=tf.distribute.InputOptions(experimental_fetch_to_device=False)\`.`
    : undefined;

export const ON_TPU: Checks = {
  ids({ value, of, feature, shape: wanted, source, isUnbuilt }) {
    const partial =
      fetchedToTpu(value, of) ??
      sparseWithoutBatch(value, of) ??
      raggedTwice(value, of) ??
      partialBatch(value, of, feature, wanted, source);
    if (partial !== undefined) return partial;
    const shape = denseShape(value);
    if (!shape) return undefined;
    const is = `The ids${of} have the shape ${shapeText(shape)}`;
    if (shape.length === 0) return `${is}, but must be of rank 1 or more.`;
    const last = shape.at(-1);
    if (shape.length > 1 && last !== undefined && last !== 1)
      return `${is}, but the last size of dense ids of rank 2 or more must be 1.`;
    const inferred = inferredOf(value);
    if (isUnbuilt && !wanted && inferred?.kind === 'tensor' && inferred.isOpen)
      return `The ids${of} have no fixed number of rows. Give \`batch\` a \`drop_remainder=True\`, its \`TensorSpec\` a number of rows, or the feature its \`output_shape\`.`;
    const given = samplesOfDense(shape);
    return wanted && isContrary(wanted, given)
      ? `${is}, but the ${source} is ${shapeText(wanted.map((size) => size ?? undefined))}.`
      : undefined;
  },
  weights: weightsOfDense,
  gradients({ value, of, shape: rows, feature: { table } }) {
    const type = inferredOf(value)?.kind === 'array' ? 'an array of NumPy' : NUMBERS[value.kind];
    if (type) return `The gradient${of} is ${type}, but must be a tensor or None.`;
    if (isIndexedSlices(value))
      return `The gradient${of} is an \`IndexedSlices\`, since the loss reads only some rows of its activations, but must be a tensor: give \`tf.convert_to_tensor\` of it.`;
    const { dtype, shape, end } = denseTensor(value) ?? {};
    if (dtype !== undefined && dtype !== 'float32')
      return `The gradient${of} is of the type ${dtype}, but must be float32: \`tf.cast\` it.`;
    const width = table && numberOf(table.attribute('dimension').type);
    if (width !== undefined && end !== undefined && end !== width)
      return `The gradient${of} ends with ${end}, but the last size of its activations is ${width}, the width of the table.`;
    if (!shape || width === undefined) return undefined;
    if (!rows)
      return shape.length === 0 || differ(shape.slice(-1), [width])
        ? `The gradient${of} has the shape ${shapeText(shape)}, but the last size of its activations is ${width}, the width of the table.`
        : undefined;
    const wanted = [...rows.map((size) => size ?? undefined), width];
    return differ(shape, wanted)
      ? `The gradient${of} has the shape ${shapeText(shape)}, but its activations have ${shapeText(wanted)}.`
      : undefined;
  },
};

/** A lookup on a CPU in tables of any size. */
export const WITH_ANY_TABLES: Checks = {
  ids({ value, of, feature: { part } }) {
    const [only, ...others] = optionsOf(value);
    const dense = others.length === 0 ? inferredOf(only) : undefined;
    if (dense?.kind === 'tensor' && !mayBePartial(only)) {
      if (dense.dtype !== undefined && !INDICES.has(dense.dtype))
        return `The ids${of} are of the type ${dense.dtype}, but must be int32 or int64.`;
      const length = numberOf(part.attribute('sequence_length').type);
      if (length !== undefined && length > 0)
        return `The feature${of} has a \`max_sequence_length\`, so its ids must be sparse or ragged, and not dense.`;
    }
    return only && others.length === 0 ? (raggedTwice(only, of) ?? raggedRest(only, of, part)) : undefined;
  },
  weights: (checked) => weightsOfSequence(checked) ?? weightsOfDense(checked),
};

/** A lookup on a CPU in the tables that are configured. */
export const ON_CPU: Checks = {
  ...WITH_ANY_TABLES,
  ids: (checked) => WITH_ANY_TABLES.ids?.(checked) ?? idsBeyond(checked),
};

function idsBeyond(checked: Checked): string | undefined {
  const { value, of, feature } = checked;
  const rows = feature.table && numberOf(feature.table.attribute('vocabulary_size').type);
  const dropped = droppedFrom(checked);
  // Another rule reports a table without rows.
  const beyond =
    rows === undefined || rows < 1
      ? undefined
      : integersIn(value)?.find((id) => (id < 0 && !dropped.negative) || (id >= rows && !dropped.any));
  return beyond === undefined
    ? undefined
    : `The ids${of} hold ${beyond}, but the table has ${rows} rows: ids are from 0 to ${rows! - 1}.`;
}

/**
 * Which ids a lookup may drop from sparse ids: those behind the length of a sequence; where it validates others, those below 0,
 * and any whose weights are 0 where it divides by weights.
 */
function droppedFrom({ value, weights, feature: { part, table } }: Checked): {
  readonly negative: boolean;
  readonly any: boolean;
} {
  const length = numberOf(part.attribute('sequence_length').type);
  const isSequence = length !== undefined && length > 0 && isLeftOut(part.attribute('input_shape'));
  const isSparse = partialKind(value) === 'SparseTensor';
  if (isSparse && isSequence && !isWithinLength(value, length)) return { negative: true, any: true };
  const negative = isSparse && !isSequence && !isUnvalidated(value, part);
  const combiner = table?.attribute('combiner').type;
  const isSum = combiner?.kind === 'str' && combiner.value === 'sum';
  return { negative, any: negative && weights !== undefined && weights.kind !== 'none' && !isSum };
}

const isWithinLength = (value: Value, length: number): boolean => {
  const [, longest] = sizesOf(value) ?? [];
  return longest !== undefined && longest <= length;
};

/** Whether a lookup looks up all ids as they are: those of more than two axes it always validates. */
const isUnvalidated = (value: Value, { call, argument }: Feature['part']): boolean => {
  const parameter = call.entry.parameters.find(({ name }) => name === 'validate_weights_and_indices');
  const type = parameter && argument(parameter).type;
  return type?.kind === 'bool' && type.value === false && sizesOf(value)?.length === 2;
};

const partialRank = (value: Value, name: string): number | undefined =>
  partialKind(value) === name ? sizesOf(value)?.length : undefined;

function sparseWithoutBatch(value: Value, of: string): string | undefined {
  const rank = partialRank(value, 'SparseTensor');
  return rank === 0 || rank === 1
    ? `The sparse ids${of} have ${rank === 1 ? 'one axis' : 'no axes'}, but need two or more: the batch, and the ids of a sample.`
    : undefined;
}

function raggedTwice(value: Value, of: string): string | undefined {
  const rank = partialRank(value, 'RaggedTensor');
  return rank !== undefined && rank > 2
    ? `The ragged ids${of} have ${rank} axes, but need two: the batch, and the ids of a sample. \`merge_dims(1, -1)\` joins the others.`
    : undefined;
}

/** Ragged ids whose rows do not divide what a CPU gives of their feature. */
function raggedRest(value: Value, of: string, part: Feature['part']): string | undefined {
  const own = part.attribute('input_shape');
  const rows = partialKind(value) === 'RaggedTensor' ? sizesOf(value)?.[0] : undefined;
  const shape = rows && !isLeftOut(own) ? shapeOf(own) : undefined;
  if (!rows || !shape) return undefined;
  // Where a size is not known, so is the product.
  const product = shape.reduce<number>((all, size) => all * (size ?? Number.NaN), 1);
  return product % rows > 0
    ? `The ragged ids${of} have ${rows} rows, which must divide the ${product} of the \`output_shape\` of the feature.`
    : undefined;
}

/** The shape of the activations of a feature without their width, by its ids. */
export function samplesIn(value: Value, feature: Feature): FeatureShape | undefined {
  const sizes = partialKind(value) === undefined ? undefined : sizesOf(value);
  if (sizes) return sizes.length < 2 ? undefined : samplesOf(sizes, feature);
  const shape = denseShape(value);
  return shape && samplesOfDense(shape);
}

/** The sizes of dense ids without the last one, which is 1 where there are several. */
const samplesOfDense = (shape: Shape): Shape => (shape.length > 1 ? shape.slice(0, -1) : shape);

/** Ids whose batch is not that of their feature. */
function partialBatch(
  value: Value,
  of: string,
  feature: Feature,
  wanted: FeatureShape | undefined,
  source: string,
): string | undefined {
  const kind = partialKind(value);
  const sizes = kind === undefined ? undefined : sizesOf(value);
  const given = sizes && samplesOf(sizes, feature);
  return kind !== undefined && sizes && wanted && given && isContrary(wanted, given)
    ? `The ids${of} are a ${kind} of the shape ${shapeText(sizes)}, but the ${source} is ${shapeText(wanted.map((size) => size ?? undefined))}.`
    : undefined;
}

/** The sizes of ids without their last axis, which holds the ids of a sample: those of a sequence keep an axis for its length. */
function samplesOf(sizes: Shape, { part }: Feature): Shape | undefined {
  const samples = sizes.slice(0, -1);
  if (sizes.length !== 2 || !isLeftOut(part.attribute('input_shape'))) return samples;
  const length = numberOf(part.attribute('sequence_length').type);
  if (length === undefined) return undefined;
  return length > 0 ? [...samples, length] : samples;
}

/** The types of ids that a CPU looks up. */
const INDICES: ReadonlySet<string> = new Set(['int32', 'int64']);

function weightsOfSequence({ value, of, feature: { part } }: Checked): string | undefined {
  const length = numberOf(part.attribute('sequence_length').type);
  return inferredOf(value)?.kind === 'object' && length !== undefined && length > 0
    ? `The feature${of} has a \`max_sequence_length\`, and sequences take no weights: give None.`
    : undefined;
}

function weightsOfDense({ value, of, ids }: Checked): string | undefined {
  const isGiven =
    ['object', 'tensor', 'array'].includes(inferredOf(value)?.kind ?? '') || value.kind in NUMBERS;
  return denseShape(value) || (isGiven && isDense(ids))
    ? `Dense ids take no weights, and other ids take weights of their own kind: give None for the weights${of}.`
    : weightsOfAnotherKind(value, of, ids);
}

/** Sparse ids take sparse weights, and ragged ids ragged ones. */
function weightsOfAnotherKind(value: Value, of: string, ids: Value | undefined): string | undefined {
  const wanted = partialKind(ids);
  const isTensor = tensorFacts(value) !== undefined && !mayBePartial(value);
  const kind = isTensor ? 'dense tensor' : partialKind(value);
  return kind !== undefined && wanted !== undefined && kind !== wanted
    ? `The weights${of} are a ${kind}, but the ids are a ${wanted}: they must be of the same kind.`
    : undefined;
}

const isDense = (value: Value | undefined): boolean =>
  value !== undefined && optionsOf(value).every((each) => tensorFacts(each) && !mayBePartial(each));
