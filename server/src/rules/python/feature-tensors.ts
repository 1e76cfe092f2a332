import { excerpt } from '../../basics/excerpt';
import { once } from '../../basics/once';
import { isWithin, rangeOf } from '../../basics/range';
import type { Parameter } from '../../catalogue';
import { numberOf } from '../../dataflow/calls/argument-values';
import { type CallEvent, evaluationOf } from '../../dataflow/calls/evaluation';
import { type MethodCall, methodCalls } from '../../dataflow/calls/methods';
import { argumentOf, callOfEvent, type PythonFile } from '../../dataflow/calls/python-file';
import { leavesOf } from '../../dataflow/calls/structure';
import { differ, type InferredTensor, inferredOf } from '../../dataflow/calls/types';
import { derivationOf } from '../../dataflow/derivation/derivation';
import { type DerivedField, unlessRefused } from '../../dataflow/derivation/draft';
import { type Feature, featuresOf } from '../../dataflow/derivation/features';
import { type Shape as FeatureShape, isContrary, isLeftOut, shapeOf } from '../../dataflow/derivation/shapes';
import { buildOf, strategyOf } from '../../dataflow/derivation/strategy';
import type { Value } from '../../evaluator';
import { optionsOf } from '../../evaluator/join';
import { leadsTo } from '../../evaluator/state';
import { VALUE_ERROR } from '../../python/exceptions';
import { type CallRule, isCaught } from './call-rule';
import { shapeText } from './mismatches/tensors';

const feeding = (size: number): string => `import tensorflow as tf

embedding = tf.tpu.experimental.embedding
with strategy.scope():
  model = embedding.TPUEmbedding(
      embedding.FeatureConfig(embedding.TableConfig(100, 8), output_shape=[128]), embedding.SGD(0.1))

@tf.function
def feed():
  model.enqueue(tf.zeros([${size}], tf.int64))`;

export const featureTensors: CallRule = {
  code: 'feature-tensors',
  severity: 'error',
  summary: 'A tensor does not fit the feature that it is for.',
  details:
    'Dense ids are of rank 1, or their last size is 1, which the lookup removes: what is left is the `output_shape` of their ' +
    '`FeatureConfig`, if that has one. Gradients are tensors of that shape and the width of the table behind it, or None. Only sparse and ' +
    'ragged ids take weights, of their own kind. TensorFlow raises `ValueError` otherwise.',
  messages: {
    'Inconsistent shape founded for input feature {name}, Output shape is set to be {wanted}, But got':
      'The ids of feature {name} do not have the shape that it was built with.',
    'Rank 2 or above dense tensor should have last dimension as 1':
      'Dense ids have several in a sample, and TPUEmbedding takes one: the last size must be 1. For several, use sparse or ragged ids.',
    'Found gradient of shape {shape} at path {path}. Expected shape':
      'The gradient of {path} does not have the shape of its activations.',
    'found non-tensor type: {type} at path': 'A gradient is a {type} and no tensor.',
    'Weight specified for dense input {name}, which is not allowed':
      'Feature {name} has dense ids, and these take no weights.',
    'Weight specified for {name}, but input is dense':
      'Feature {name} has dense ids, and these take no weights.',
    'Weight specified for {name}, but this is a sequence feature':
      'Feature {name} is a sequence, and these take no weights.',
    'Weight for {name} is type {type} which does not match type input which is {kind}.':
      'The weights of feature {name} must be of the same kind of tensor as its ids: {kind}.',
    'Weight for {name} is of type {type} but it does not match type of the input which is':
      'The weights of feature {name} must be of the same kind of tensor as its ids.',
    'Feature {name} is a sequence feature but a dense tensor was passed':
      '`max_sequence_length` of feature {name} is set, so its ids must be sparse or ragged.',
    'Only rank 2 ragged tensor is supported, find rank {n} ragged tensor for input':
      'Ragged ids have one ragged axis beside the batch, so 2 in all; these have {n}.',
    'Only rank 2 ragged tensor is supported, but got rank':
      'Ragged ids have one ragged axis beside the batch, so 2 in all.',
    'Only rank 2 and above sparse tensor is supported, find rank {n} sparse tensor for input':
      'Sparse ids have the batch and the ids of a sample as axes, so at least 2; these have {n}.',
    'Only rank 1 and above dense tensor is supported, find rank':
      'Dense ids have the batch as an axis, and these are a single number.',
    'Input {name} is of unknown type {type}. Please only pass Tensor, SparseTensor or RaggedTensor':
      'The ids of feature {name} are a {type}, and must be a Tensor, SparseTensor or RaggedTensor.',
    'Input of unknown type {type}. Please only pass Tensor, SparseTensor or RaggedTensor':
      'The ids of a feature are a {type}, and must be a Tensor, SparseTensor or RaggedTensor.',
    'Input {name} is type {type}. Tensor, SparseTensor or RaggedTensor expected':
      'The ids of feature {name} are a {type}, and must be a Tensor, SparseTensor or RaggedTensor.',
    'Expect weight to be {kind} type but got':
      'The weights of a feature must be of the same kind of tensor as its ids: {kind}.',
    'Output shape set in the FeatureConfig should be the factor of the input data batch size':
      'The rows of ragged ids cannot be split into the `output_shape` of their feature: its product must divide the batch.',
    'SPMD does not support raggedTensor yet':
      'Ragged ids cannot be split over the cores of a replica that has several.',
    "Unsupported sparse input type '{type}' for backend":
      'The ids are a {type}, which keras-rs does not take with this backend of Keras.',
  },
  bad: feeding(64),
  good: feeding(128),
  raises: () => VALUE_ERROR,
  checkFile(file, report) {
    // With a device assignment, the sizes of a replica are divided among its cores.
    if (file.text.includes('device_assignment')) return;
    const featuresByPath = featuresByMaker();
    for (const call of methodCalls(file)) {
      const { maker } = call;
      if (maker?.entry.hardware !== 'tpu-embedding' || isCaught(featureTensors, call, file)) continue;
      const tensors = tensorsOf(call);
      const ids = new Map(
        tensors.flatMap(({ parameter, path, value }) => (parameter.holds === 'ids' ? [[path, value]] : [])),
      );
      const built = builtShapes(call, file);
      for (const { parameter, path, value } of tensors) {
        const feature = featuresByPath(maker).get(path);
        const of = path === '' ? '' : ` of \`${excerpt(path)}\``;
        const what =
          feature &&
          parameter.holds &&
          CHECKS[parameter.holds]({
            value,
            of,
            feature,
            ...shapeOfFeature(feature, built),
            ids: ids.get(path),
          });
        const argument = argumentOf(call, parameter.name);
        if (what === undefined || !argument) continue;
        const { node } = value;
        const isWritten = isWithin(node, argument);
        report({ ...rangeOf(isWritten ? node : argument), message: what });
      }
    }
  },
};

/** A feature, and its number in the order of the configuration. */
type Placed = Feature & { readonly index: number };

/** The features of each embedding object by their paths. They depend on the whole program, so they last for one check. */
const featuresByMaker = () =>
  once(
    (maker: CallEvent): ReadonlyMap<string, Placed> =>
      new Map(
        unlessRefused(() => featuresOf(callOfEvent(maker)).features)?.map((each, index) => [
          each.leaf.path,
          { ...each, index },
        ]),
      ),
  );

/** The shapes that `build` certainly has given the features, if it is called before and nothing else builds the object. */
function builtShapes({ event, maker }: MethodCall, file: PythonFile): BuiltShapes {
  const embedding = callOfEvent(maker!);
  const build = buildOf(embedding, file.tree)?.event;
  const isBefore =
    build?.place &&
    leadsTo(build.place.path, event?.place?.path) &&
    !evaluationOf(file.tree).mayBeBuiltBefore(build);
  const { fields } = isBefore ? derivationOf(embedding, strategyOf(embedding, file, {})) : { fields: [] };
  return new Map(fields.map(({ path, value }) => [path, value]));
}

/** By the paths of the fields. */
type BuiltShapes = ReadonlyMap<string, DerivedField['value']>;

/** The shape of the activations of a feature without their width, and what gives it. */
function shapeOfFeature({ part, index }: Placed, built: BuiltShapes): Pick<Checked, 'shape' | 'source'> {
  const own = part.attribute('input_shape');
  if (!isLeftOut(own)) return { shape: shapeOf(own), source: '`output_shape` of the feature' };
  const shape = built.get(`featureDescriptor[${index}].inputShape`) as Checked['shape'];
  return { shape, source: 'shape from `build`' };
}

const tensorsOf = ({ event }: MethodCall) =>
  (event?.structures ?? []).flatMap(({ parameter, actual }) =>
    leavesOf(actual).leaves.map((leaf) => ({ ...leaf, parameter })),
  );

type Shape = NonNullable<InferredTensor['shape']>;

/** The shape of a value that certainly is a dense tensor, or None where it could be one. */
function denseShape(value: Value | undefined): Shape | undefined {
  const options = value && optionsOf(value).filter(({ kind }) => kind !== 'none');
  const inferred = options?.length === 1 ? inferredOf(options[0]) : undefined;
  return inferred?.kind === 'tensor' ? inferred.shape : undefined;
}

interface Checked {
  readonly value: Value;
  /** The words for the feature, or nothing if it is the only one. */
  readonly of: string;
  readonly feature: Feature;
  /** The shape of its activations without their width, as far as it is known. */
  readonly shape: FeatureShape | undefined;
  /** What gives that shape. */
  readonly source: string;
  /** The ids of the same call for the feature. */
  readonly ids: Value | undefined;
}

/** What TensorFlow takes for tensors elsewhere, but not as gradients. */
const NUMBERS: { readonly [Kind in Value['kind']]?: string } = {
  bool: 'a bool',
  int: 'an int',
  float: 'a float',
};

/** What is wrong with a tensor, by what its parameter holds. */
const CHECKS: {
  readonly [What in NonNullable<Parameter['holds']>]: (checked: Checked) => string | undefined;
} = {
  ids({ value, of, shape: wanted, source }) {
    const shape = denseShape(value);
    if (!shape) return undefined;
    const is = `The ids${of} have the shape ${shapeText(shape)}`;
    if (shape.length === 0) return `${is}, but must be of rank 1 or more.`;
    const last = shape.at(-1);
    if (shape.length > 1 && last !== undefined && last !== 1)
      return `${is}, but the last size of dense ids of rank 2 or more must be 1.`;
    const given = shape.length > 1 ? shape.slice(0, -1) : shape;
    return wanted && isContrary(wanted, given)
      ? `${is}, but the ${source} is ${shapeText(wanted.map((size) => size ?? undefined))}.`
      : undefined;
  },
  weights({ value, of, ids }) {
    const isGiven = inferredOf(value)?.kind === 'object';
    return denseShape(value) || (isGiven && denseShape(ids))
      ? `Dense ids take no weights, and other ids take weights of their own kind: give None for the weights${of}.`
      : undefined;
  },
  gradients({ value, of, shape: rows, feature: { table } }) {
    const type = inferredOf(value)?.kind === 'array' ? 'an array of NumPy' : NUMBERS[value.kind];
    if (type) return `The gradient${of} is ${type}, but must be a tensor or None.`;
    const shape = denseShape(value);
    if (!shape || !rows || rows.some((size) => size === null) || !table) return undefined;
    const wanted = [...(rows as Shape), numberOf(table.attribute('dimension').type)];
    return differ(shape, wanted)
      ? `The gradient${of} has the shape ${shapeText(shape)}, but its activations have ${shapeText(wanted)}.`
      : undefined;
  },
};
