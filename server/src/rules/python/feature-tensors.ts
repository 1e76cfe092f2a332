import { excerpt } from '../../basics/excerpt';
import { once } from '../../basics/once';
import { isWithin, rangeOf } from '../../basics/range';
import type { Parameter } from '../../catalogue';
import { numberOf } from '../../dataflow/calls/argument-values';
import type { CallEvent } from '../../dataflow/calls/evaluation';
import { type MethodCall, methodCalls } from '../../dataflow/calls/methods';
import { argumentOf, callOfEvent } from '../../dataflow/calls/python-file';
import { leavesOf } from '../../dataflow/calls/structure';
import { differ, type InferredTensor, inferredOf } from '../../dataflow/calls/types';
import { unlessRefused } from '../../dataflow/derivation/draft';
import { type Feature, featuresOf } from '../../dataflow/derivation/features';
import { isContrary, isLeftOut, shapeOf } from '../../dataflow/derivation/shapes';
import type { Value } from '../../evaluator';
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
    '`FeatureConfig`, if that has one. Gradients have that shape and the width of the table behind it. Only sparse and ' +
    'ragged ids take weights, of their own kind. TensorFlow raises `ValueError` otherwise.',
  messages: [
    'Inconsistent shape founded for input feature',
    'Rank 2 or above dense tensor should have last dimension as 1',
    'Found gradient of shape … Expected shape',
    'Weight specified for dense input',
    'Weight for … which does not match type input which is',
  ],
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
      for (const { parameter, path, value } of tensors) {
        const feature = featuresByPath(maker).get(path);
        const of = path === '' ? '' : ` of \`${excerpt(path)}\``;
        const what =
          feature && parameter.holds && CHECKS[parameter.holds]({ value, of, feature, ids: ids.get(path) });
        const argument = argumentOf(call, parameter.name);
        if (what === undefined || !argument) continue;
        const { node } = value;
        const isWritten = isWithin(node, argument);
        report({ ...rangeOf(isWritten ? node : argument), message: what });
      }
    }
  },
};

/** The features of each embedding object by their paths. They depend on the whole program, so they last for one check. */
const featuresByMaker = () =>
  once(
    (maker: CallEvent): ReadonlyMap<string, Feature> =>
      new Map(
        unlessRefused(() => featuresOf(callOfEvent(maker)).features)?.map((each) => [each.leaf.path, each]),
      ),
  );

const tensorsOf = ({ event }: MethodCall) =>
  (event?.structures ?? []).flatMap(({ parameter, actual }) =>
    leavesOf(actual).leaves.map((leaf) => ({ ...leaf, parameter })),
  );

type Shape = NonNullable<InferredTensor['shape']>;

/** The shape of a value that certainly is a dense tensor. */
function denseShape(value: Value | undefined): Shape | undefined {
  const inferred = inferredOf(value);
  return inferred?.kind === 'tensor' ? inferred.shape : undefined;
}

interface Checked {
  readonly value: Value;
  /** The words for the feature, or nothing if it is the only one. */
  readonly of: string;
  readonly feature: Feature;
  /** The ids of the same call for the feature. */
  readonly ids: Value | undefined;
}

/** What is wrong with a tensor, by what its parameter holds. */
const CHECKS: {
  readonly [What in NonNullable<Parameter['holds']>]: (checked: Checked) => string | undefined;
} = {
  ids({ value, of, feature: { part } }) {
    const shape = denseShape(value);
    if (!shape) return undefined;
    const is = `The ids${of} have the shape ${shapeText(shape)}`;
    if (shape.length === 0) return `${is}, but must be of rank 1 or more.`;
    const last = shape.at(-1);
    if (shape.length > 1 && last !== undefined && last !== 1)
      return `${is}, but the last size of dense ids of rank 2 or more must be 1.`;
    const own = part.attribute('input_shape');
    const wanted = isLeftOut(own) ? undefined : shapeOf(own);
    const given = shape.length > 1 ? shape.slice(0, -1) : shape;
    return wanted && isContrary(wanted, given)
      ? `${is}, but the \`output_shape\` of the feature is ${shapeText(wanted.map((size) => size ?? undefined))}.`
      : undefined;
  },
  weights({ value, of, ids }) {
    const isGiven = inferredOf(value)?.kind === 'object';
    return denseShape(value) || (isGiven && denseShape(ids))
      ? `Dense ids take no weights, and other ids take weights of their own kind: give None for the weights${of}.`
      : undefined;
  },
  gradients({ value, of, feature: { part, table } }) {
    const shape = denseShape(value);
    const own = part.attribute('input_shape');
    const rows = isLeftOut(own) ? undefined : shapeOf(own);
    if (!shape || !rows || rows.some((size) => size === null) || !table) return undefined;
    const wanted = [...(rows as Shape), numberOf(table.attribute('dimension').type)];
    return differ(shape, wanted)
      ? `The gradient${of} has the shape ${shapeText(shape)}, but its activations have ${shapeText(wanted)}.`
      : undefined;
  },
};
