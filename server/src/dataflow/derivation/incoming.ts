import { Refusal } from './draft';
import type { Feature, Features } from './features';
import type { GivenTo } from './given';
import { flatten } from './nest';
import { type Incoming, isLeftOut, type Shape, shapeOf, sizeIn } from './shapes';
import type { Strategy } from './strategy';

/** The shapes that `build` gives the features, in their order. */
export function incomingShapes(
  { features, open }: Features,
  { inputShapes, perReplicaBatchSize }: Strategy,
): readonly Incoming[] {
  if (inputShapes) return shapesOfInputs(features, open === undefined, inputShapes);
  return features.map((feature) =>
    perReplicaBatchSize === undefined
      ? { reason: 'It starts with the batch size of each replica, which is not known.' }
      : shapeOfBatch(feature, perReplicaBatchSize),
  );
}

function shapeOfBatch({ part }: Feature, size: number): Incoming {
  const most = sequenceLength(part);
  if (most === undefined) {
    const { parameter } = part.attribute('sequence_length');
    return { reason: `The ${parameter!.name} of the feature is not known.` };
  }
  return { shape: most > 0 ? [size, most] : [size] };
}

/** 0 if the feature does not make sequences. */
function sequenceLength(part: Feature['part']): number | undefined {
  const { parameter, type } = part.attribute('sequence_length');
  return parameter && isLeftOut(part.attribute('input_shape')) ? sizeIn(type) : 0;
}

/** One shape of inputs for each feature. Its last size is the number of ids, which the lookup removes. */
function shapesOfInputs(features: readonly Feature[], isWhole: boolean, given: GivenTo): readonly Incoming[] {
  const { leaves, open } = flatten(given);
  if (open || !isWhole) return features.map(() => OPEN);
  if (leaves.length !== features.length)
    throw new Refusal(
      `build gets ${leaves.length} shapes or sizes for ${features.length} features, but needs one tf.TensorShape for each feature (ValueError).`,
      given.node,
    );
  return features.map(({ part }, i): Incoming => {
    const { type, expression } = leaves[i]!;
    const shape = shapeOf({ ...given, type, value: undefined, node: expression });
    const most = sequenceLength(part);
    return type.kind === 'object' && shape && shape.length > 0 && most !== undefined
      ? { shape: shapeOfInput(shape, most), node: expression }
      : OPEN;
  });
}

const OPEN: Incoming = { reason: 'The shape that build gets for it is not known.' };

function shapeOfInput(shape: Shape, most: number): Shape {
  if (shape.length === 1) return shape;
  const [size, ids] = shape;
  // A feature with one id for each sample is no sequence.
  if (shape.length === 2 && ids !== 1 && most > 0) return [size, ids === undefined ? undefined : most];
  return shape.slice(0, -1);
}
