import { excerpt } from '../../basics/excerpt';
import { groupBy } from '../../basics/groups';
import { isWithin, rangeOf } from '../../basics/range';
import { parameterFor } from '../../catalogue';
import { valueOfParameter } from '../../dataflow/calls/arguments';
import { isCertainlyBefore } from '../../dataflow/calls/certain-order';
import { evaluationOf } from '../../dataflow/calls/evaluation';
import { type MethodCall, methodCalls } from '../../dataflow/calls/methods';
import { type ApiCall, argumentOf, callOfEvent, type PythonFile } from '../../dataflow/calls/python-file';
import { leavesOf } from '../../dataflow/calls/structure';
import { unlessRefused } from '../../dataflow/derivation/draft';
import { shapesFromBuild } from '../../dataflow/derivation/embedding';
import { featuresIn } from '../../dataflow/derivation/features';
import {
  type Shape as FeatureShape,
  type Incoming,
  isLeftOut,
  shapeOf,
} from '../../dataflow/derivation/shapes';
import { buildOf, strategyOf } from '../../dataflow/derivation/strategy';
import { featureOfGradient } from '../../dataflow/libraries/gradients';
import { isByTable, originOf } from '../../dataflow/libraries/nested-results';
import type { Arguments, Value } from '../../evaluator';
import { ANY_OF_CALL, VALUE_ERROR } from '../../python/exceptions';
import { textMatches } from '../../python/text-matches';
import { type CallReport, type CallRule, isCaught } from './call-rule';
import { featuresByMaker, type Placed, placedByPath } from './support/placed-features';
import {
  type Checked,
  type Checks,
  ON_CPU,
  ON_TPU,
  samplesIn,
  WITH_ANY_TABLES,
} from './support/tensor-checks';

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
    '`FeatureConfig`, if that has one, and else the shape of the ids before. Gradients are tensors of that shape and the width of the table behind it, or None. Only sparse and ' +
    'ragged ids take weights, of their own kind. The host feeds ids, so a strategy must not fetch them to TPUs, as it does by default. A lookup on a CPU takes int32 and int64 below the `vocabulary_size`, and sparse or ragged ' +
    'ids of a feature with `max_sequence_length`. TensorFlow raises an exception otherwise, but cannot notice that gradients of one shape are swapped.',
  messages: {
    'Inconsistent shape founded for input feature {name}, Output shape is set to be {wanted}, But got':
      'The ids of feature {name} do not have the shape that it was built with.',
    'Rank 2 or above dense tensor should have last dimension as 1':
      'Dense ids have several in a sample, and TPUEmbedding takes one: the last size must be 1. For several, use sparse or ragged ids.',
    'Received input tensor {name} which is on a TPU input device {device}.':
      'The ids of feature {name} are on a TPU, and must stay on the host: distribute the dataset with `tf.distribute.InputOptions(experimental_fetch_to_device=False)`.',
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
    'has output shape set as {shape} which is not fully defined':
      'The ids of a feature have no fixed number of rows: give `batch` of the dataset `drop_remainder=True`, or the feature its `output_shape`.',
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
  raises: ({ entry }) => (entry.scope === 'needed' ? VALUE_ERROR : ANY_OF_CALL),
  checkFile(file, report) {
    // With a device assignment, the sizes of a replica are divided among its cores.
    if (file.text.includes('device_assignment')) return;
    const featuresByPath = featuresByMaker();
    const calls = methodCalls(file).filter(
      (call) => call.maker !== undefined && !isCaught(featureTensors, call, file),
    );
    const byMaker = groupBy(calls, ({ maker }) => maker!);
    for (const call of calls) {
      const maker = call.maker!;
      if (maker.entry.hardware === 'tpu-embedding') {
        const features = featuresByPath(maker);
        const built = builtShapes(call, file);
        const fed = shapesFed(call, byMaker.get(maker)!, features, file);
        checkTensors(call, features, ON_TPU, report, { built, fed, isUnbuilt: isUnbuilt(call, file) });
      } else if (maker.entry.scope === 'refused') checkTensors(call, featuresByPath(maker), ON_CPU, report);
      else if (maker.entry.scope === 'needed' && !maker.entry.hardware)
        checkTensors(call, featuresByPath(maker), WITH_ANY_TABLES, report);
    }
    for (const call of file.calls)
      if (looksUp(call) && !isCaught(featureTensors, call, file))
        checkTensors(
          call,
          placedByPath(() => featuresIn(call)),
          holdsBuiltTables(call) ? ON_CPU : WITH_ANY_TABLES,
          report,
        );
  },
};

/** Whether a function looks ids up on a CPU, by features that it gets. */
const looksUp = ({ entry }: ApiCall): boolean =>
  entry.library === 'tensorflow' &&
  parameterFor(entry, 'features') !== undefined &&
  entry.parameters.some(({ holds }) => holds);

/** Whether the tables that a lookup gets are those that an embedding object has built: others may have any number of rows. */
function holdsBuiltTables({ entry, event }: ApiCall): boolean {
  const tables = event && valueOfParameter(entry, 'tables', event.given, event.node);
  const origin = tables && originOf(tables);
  return origin !== undefined && isByTable(origin);
}

/** Checks each tensor of a call against the feature of the same path. */
function checkTensors(
  call: ApiCall,
  features: ReadonlyMap<string, Placed>,
  checks: Checks,
  report: CallReport,
  { isUnbuilt, ...before }: Before = NOTHING_BEFORE,
): void {
  const tensors = tensorsOf(call);
  const [ids, weights] = (['ids', 'weights'] as const).map(
    (what) =>
      new Map(
        tensors.flatMap(({ parameter, path, value }) => (parameter.holds === what ? [[path, value]] : [])),
      ),
  );
  let isSilent = true;
  for (const { parameter, path, value } of tensors) {
    const feature = features.get(path);
    const argument = argumentOf(call, parameter.name);
    if (!feature || !parameter.holds || !argument) continue;
    const what = checks[parameter.holds]?.({
      value,
      of: path === '' ? '' : ` of \`${excerpt(path)}\``,
      feature,
      ...shapeOfFeature(feature, before),
      isUnbuilt: isUnbuilt && isLeftOut(feature.part.attribute('input_shape')),
      ids: ids!.get(path),
      weights: weights!.get(path),
    });
    if (what === undefined) continue;
    const { node } = value;
    report({ ...rangeOf(isWithin(node, argument) ? node : argument), message: what });
    isSilent = false;
  }
  if (isSilent) checkOrder(call, report);
}

/** Gradients of another feature of the same shape, which TensorFlow cannot notice. */
function checkOrder(call: ApiCall, report: CallReport): void {
  for (const { parameter, actual, expected } of call.event?.structures ?? []) {
    const argument = argumentOf(call, parameter.name);
    if (parameter.holds !== 'gradients' || !argument) continue;
    const features = leavesOf(expected).leaves.map(({ path, value }) => ({ path, made: argumentsOf(value) }));
    const byPath = new Map(features.map((each) => [each.path, each]));
    const byMade = groupBy(features, ({ made }) => made);
    for (const { path, value } of leavesOf(actual).leaves) {
      const own = argumentsOf(featureOfGradient(value));
      const here = byPath.get(path);
      const other = own && byMade.get(own)?.[0];
      if (!here?.made || !other || here.made === own) continue;
      return report({
        ...rangeOf(argument),
        severity: 'warning',
        message: `The gradient given for \`${excerpt(path)}\` is that of \`${excerpt(other.path)}\`. TensorFlow does not notice: keep the nesting and the order of the activations.`,
        givesWayIn: [rangeOf(argument)],
      });
    }
  }
}

/** What made an object, by which it is known again. */
const argumentsOf = (value: Value | undefined): Arguments | undefined =>
  value?.kind === 'made' ? value.given : undefined;

/** What came before a call on its object. */
interface Before {
  /** The shapes that `build` has given the features, in their order. */
  readonly built: readonly Incoming[];
  /** Those of the ids of an earlier call, by the paths of the features. */
  readonly fed: ReadonlyMap<string, FeatureShape>;
  readonly isUnbuilt: boolean;
}

const NOTHING_BEFORE: Before = { built: [], fed: new Map(), isUnbuilt: false };

/** The shapes that `build` certainly has given the features, if it is called before and nothing else builds the object. */
function builtShapes({ event, maker }: MethodCall, file: PythonFile): readonly Incoming[] {
  const embedding = callOfEvent(maker!);
  const build = buildOf(embedding, file.tree)?.event;
  const isBefore =
    build &&
    event &&
    isCertainlyBefore(build, event, file.tree) &&
    !evaluationOf(file.tree).mayBeBuiltBefore(build);
  const given = isBefore && unlessRefused(() => shapesFromBuild(embedding, strategyOf(embedding, file, {})));
  return given || [];
}

/** The shapes of the ids that the object of a call certainly has got before: all later ones and their gradients must have them, too. */
function shapesFed(
  { event, entry }: MethodCall,
  calls: readonly MethodCall[],
  features: ReadonlyMap<string, Placed>,
  { tree }: PythonFile,
): Before['fed'] {
  const evaluation = evaluationOf(tree);
  const isBefore = (other: MethodCall) =>
    other.entry.building === 'builds' &&
    other.entry.parameters.some(({ holds }) => holds === 'ids') &&
    other.event !== undefined &&
    event !== undefined &&
    isCertainlyBefore(other.event, event, tree) &&
    evaluation.orderOf(other.event) < evaluation.orderOf(event);
  const earlier = entry.building && calls.length > 1 ? calls.find(isBefore) : undefined;
  const shapes = earlier ? tensorsOf(earlier) : [];
  return new Map(
    shapes.flatMap(({ parameter, path, value }) => {
      const feature = parameter.holds === 'ids' ? features.get(path) : undefined;
      const shape = feature && samplesIn(value, feature);
      return shape ? [[path, shape] as const] : [];
    }),
  );
}

const isUnbuilt = ({ event }: MethodCall, { tree }: PythonFile): boolean =>
  event !== undefined && !evaluationOf(tree).mayBeBuiltBefore(event) && !textMatches(tree, FIXES_ROWS);

/** This changes the tensor that has it, so that its number of rows may be fixed after all. */
const FIXES_ROWS = /\.set_shape\(/;

/** The shape of the activations of a feature without their width, and what gives it. */
function shapeOfFeature(
  { part, index, leaf: { path } }: Placed,
  { built, fed }: Pick<Before, 'built' | 'fed'>,
): Pick<Checked, 'shape' | 'source'> {
  const own = part.attribute('input_shape');
  if (!isLeftOut(own)) return { shape: shapeOf(own), source: '`output_shape` of the feature' };
  const incoming = built[index];
  return incoming && 'shape' in incoming
    ? { shape: incoming.shape, source: 'shape from `build`' }
    : { shape: fed.get(path), source: 'shape of the ids before' };
}

const tensorsOf = ({ event }: ApiCall) =>
  (event?.structures ?? []).flatMap(({ parameter, actual }) =>
    leavesOf(actual).leaves.map((leaf) => ({ ...leaf, parameter })),
  );
