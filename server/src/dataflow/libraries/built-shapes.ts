import { Attached } from '../../basics/attached';
import { type Entry, parameterFor, type Setting } from '../../catalogue';
import type { Arguments, Evaluator, Value } from '../../evaluator';
import { itemsOf, numberOf } from '../../evaluator/value';
import { textMatches } from '../../python/text-matches';
import type { Call, Node } from '../../python/tree';
import { valueOfParameter } from '../calls/arguments';
import { inferredOf, instanceOf, type Shape } from '../calls/types';
import { assignsAttribute, settingIn, settingOfMaker } from './constructor-arguments';
import { partialKind } from './op-outputs';
import { sizesOf as sizesOfPartial } from './partial-shapes';

/** The shapes that calls give the features of an embedding object, by the arguments that made it; undefined where they are unknown. */
const built = new Attached<Arguments, Map<Node, readonly (Shape | undefined)[] | undefined>>();

/** With a device assignment, the rows of a replica are divided among its cores. */
const SPLIT = /device_assignment/;

/** Notes the shapes of features in a call that builds an embedding object, or whose ids must agree with those. */
export function noteBuilt(
  entry: Entry,
  object: Value,
  given: Arguments,
  node: Call,
  leavesOf: (value: Value) => readonly Value[] | undefined,
  ev: Evaluator,
): void {
  if (entry.building !== 'builds' || object.kind !== 'made' || textMatches(ev.tree, SPLIT)) return;
  const argument = (name: string | undefined) =>
    name === undefined ? undefined : valueOfParameter(entry, name, given, node);
  const setting = (name: 'per_replica_input_shapes' | 'per_replica_batch_size') =>
    argument(parameterFor(entry, name)?.name);
  const inputs = setting('per_replica_input_shapes');
  const shapes = inputs ?? setting('per_replica_batch_size');
  const ids = argument(entry.parameters.find(({ holds }) => holds === 'ids')?.name);
  const features = settingOfMaker(object, 'features');
  const leaves = features && leavesOf(features);
  // Without an argument, the features say their shapes themselves.
  if (!leaves || (!ids && (!shapes || shapes.kind === 'none'))) return;
  const incoming = ids ?? shapes!;
  const parts = incoming.kind === 'int' ? undefined : leavesOf(incoming);
  const size = numberOf(incoming);
  // Without a batch size, the call fails.
  const isBatch = size !== undefined || (!ids && !inputs);
  const known = isBatch
    ? leaves.map((feature) => ofBatch(size, lengthOf(feature, node, ev)))
    : parts?.length === leaves.length
      ? parts.map((part, i) => {
          const length = lengthOf(leaves[i]!, node, ev);
          return partialKind(part) === undefined
            ? ofInput(sizesOf(part), length, () => hasNoShape(leaves[i]!, node, ev))
            : ofPartial(sizesOf(part), length);
        })
      : undefined;
  const all = built.get(object.given) ?? new Map();
  built.set(object.given, all.set(node, known));
}

/** The shapes that an object's features were built with, in their order, if all calls that may have done so agree. */
export function shapesBuilt(object: Value | undefined): readonly (Shape | undefined)[] | undefined {
  const [first, ...others] = (object?.kind === 'made' && built.get(object.given)?.values()) || [];
  return others.every((other) => other && String(other) === String(first)) ? first : undefined;
}

/** The length of the sequences of a feature, 0 if it has none. */
const lengthOf = (feature: Value, node: Node, ev: Evaluator): number | undefined =>
  isLeftOut(feature, 'sequence_length', ev) ? 0 : numberOf(settingIn(feature, 'sequence_length', node, ev));

/** Whether a feature does not say the shape of its activations itself. */
const hasNoShape = (feature: Value, node: Node, ev: Evaluator): boolean =>
  isLeftOut(feature, 'input_shape', ev) || settingIn(feature, 'input_shape', node, ev)?.kind === 'none';

/** Whether nothing sets what a feature has for a setting. */
function isLeftOut(feature: Value, setting: Setting, { tree }: Evaluator): boolean {
  const made = instanceOf(feature);
  const parameter = made && parameterFor(made.entry, setting);
  return (
    parameter !== undefined &&
    made?.call !== undefined &&
    feature.kind === 'made' &&
    !feature.given.hasUnknownArguments &&
    !settingOfMaker(feature, setting) &&
    !assignsAttribute(tree, parameter.name)
  );
}

const ofBatch = (size: number | undefined, length: number | undefined): Shape | undefined =>
  length === undefined || (size !== undefined && size <= 0)
    ? undefined
    : length > 0
      ? [size, length]
      : [size];

/** The last size of inputs is the number of ids, which the lookup removes, or the length of their sequence replaces. */
function ofInput(
  shape: Shape | undefined,
  length: number | undefined,
  mayBeSequence: () => boolean,
): Shape | undefined {
  if (shape?.length !== 2 || shape[1] === 1 || length === 0) return withoutIds(shape);
  const isSequence = shape[1] !== undefined && length !== undefined && mayBeSequence();
  return isSequence ? [shape[0], length] : undefined;
}

/** Sparse and ragged ids of a sequence get an axis for its length. */
function ofPartial(shape: Shape | undefined, length: number | undefined): Shape | undefined {
  if (shape?.length !== 2 || length === 0) return withoutIds(shape);
  return length === undefined ? undefined : [shape[0], length];
}

const withoutIds = (shape: Shape | undefined): Shape | undefined =>
  shape && shape.length > 1 ? shape.slice(0, -1) : shape;

/** The sizes in a `tf.TensorShape`, or those of a dense tensor. */
function sizesOf(value: Value): Shape | undefined {
  const facts = inferredOf(value);
  if (facts?.kind === 'tensor') return facts.shape;
  if (partialKind(value) !== undefined) return sizesOfPartial(value);
  const isShape = facts?.kind === 'object' && facts.name === 'TensorShape' && value.kind === 'made';
  return isShape ? itemsOf(value.given.positional[0])?.map(numberOf) : undefined;
}
