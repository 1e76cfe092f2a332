import { numberOf } from '../dataflow/argument-values';
import { eventThatGot } from '../dataflow/sights';
import type { TypeOf } from '../dataflow/types';
import type { Expression } from '../python/tree';
import { type Draft, Refusal } from './draft';
import { type GivenTo, leaveOpen } from './given';
import type { Part } from './parts';

/** The sizes of a shape: null where it is `None`, undefined where it is not known. */
export type Shape = readonly (number | null | undefined)[];

/** What a feature says of the shape of its ids, and what the batch adds. */
export function draftShape(draft: Draft, feature: Part, path: string, batchSize: number | undefined): void {
  const given = feature.attribute('output_shape');
  if (given.type.kind !== 'none') draftOwnShape(draft, given, path, batchSize);
  else draftShapeOfBatch(draft, feature.attribute('max_sequence_length'), batchSize);
}

function draftOwnShape(draft: Draft, given: GivenTo, path: string, batchSize: number | undefined): void {
  const shape = shapeOf(given);
  if (!shape) {
    leaveOpen(draft, 'inputShape', given);
    return;
  }
  const [first] = shape;
  const isLonger = shape.length > 1;
  if (batchSize !== undefined && !isLonger && (shape.length === 0 || isOther(first, batchSize)))
    throw new Refusal(
      `${named(path)} has the output_shape ${text(shape)}, but a batch of ${batchSize} for each replica gives ${text([batchSize])}: "Inconsistent shape" (ValueError).`,
      given.node,
    );
  if (shape.includes(null))
    throw new Refusal(
      `${named(path)} has the output_shape ${text(shape)}, in which None leaves a size open: TensorFlow wants all of them (ValueError).`,
      given.node,
    );
  if (shape.includes(undefined)) leaveOpen(draft, 'inputShape', given);
  else draft.set('inputShape', shape as number[], given.node);
}

/** A size of 0 agrees with any other. */
const isOther = (size: number | null | undefined, batchSize: number) => Boolean(size) && size !== batchSize;

const named = (path: string) => (path === '' ? 'The feature' : `The feature ${path}`);

const text = (shape: Shape) =>
  `(${shape.map((size) => size ?? 'None').join(', ')}${shape.length === 1 ? ',' : ''})`;

function draftShapeOfBatch(draft: Draft, length: GivenTo, batchSize: number | undefined): void {
  const most = numberOf(length.type);
  if (most === undefined) leaveOpen(draft, 'inputShape', length);
  else if (batchSize === undefined)
    draft.leaveOpen('inputShape', 'It begins with the batch size for each replica, which is not known.');
  else draft.set('inputShape', most > 0 ? [batchSize, most] : [batchSize], length.node);
}

/** A shape that is written as a list, as a tuple or as a `tf.TensorShape`. */
function shapeOf({ type, typeOf, value, node }: GivenTo): Shape | undefined {
  if (type.kind === 'list' || type.kind === 'tuple')
    return type.elements?.map((element) => sizeOf(element, typeOf));
  if (type.kind === 'int' && type.value !== undefined) return [Number(type.value)];
  const isShape = type.kind === 'object' && type.name === 'TensorShape';
  const event = isShape && value?.kind === 'made' ? eventThatGot(value.given) : undefined;
  const dims = event?.arguments[0];
  if (!event || !dims || event.arguments.length > 1) return undefined;
  const { typeOf: then } = event.types;
  return shapeOf({ type: then(dims.argument.value), typeOf: then, value: dims.value, node });
}

function sizeOf(element: Expression, typeOf: TypeOf): number | null | undefined {
  const type = typeOf(element);
  return type.kind === 'none' ? null : numberOf(type);
}
