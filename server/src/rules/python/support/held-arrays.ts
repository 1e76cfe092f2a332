import { excerpt } from '../../../basics/excerpt';
import { isWithin, type Range, rangeOf } from '../../../basics/range';
import { type ApiCall, argumentOf } from '../../../dataflow/calls/python-file';
import { type Leaf, leavesOf } from '../../../dataflow/calls/structure';
import { type InferredArray, inferredOf, type Shape } from '../../../dataflow/calls/types';
import type { Value } from '../../../evaluator';
import { shapeText } from '../mismatches/tensors';

export interface Held {
  readonly value: Value;
  readonly array: InferredArray | undefined;
  readonly numbers: Leaf['numbers'];
}

/** The arrays that an argument of a call holds, by their paths. */
export function arraysIn({ event }: ApiCall, what: 'ids' | 'weights'): Map<string, Held> {
  const held = event?.structures.find(({ parameter }) => parameter.holds === what);
  const leaves = held ? leavesOf(held.actual).leaves : [];
  return new Map(
    leaves.map(({ path, value, numbers }) => {
      const array = inferredOf(value);
      return [path, { value, array: array?.kind === 'array' ? array : undefined, numbers }];
    }),
  );
}

/** The array in an argument, or the argument if the array is made elsewhere. */
export function placeIn(call: ApiCall, what: 'ids' | 'weights', { node }: Value): Range {
  const parameter = call.entry.parameters.find(({ holds }) => holds === what)!;
  const argument = argumentOf(call, parameter.name) ?? call.node.callee;
  return rangeOf(isWithin(node, argument) ? node : argument);
}

/** The words for a feature by its path, or nothing if it is the only one. */
export const nameOf = (path: string): string =>
  path === '' ? '' : /^\d+$/.test(path) ? ` at [${path}]` : ` of \`${excerpt(path)}\``;

/** Whether two arrays certainly have different numbers of samples. */
export const differInRows = ([a]: Shape, [b]: Shape): boolean =>
  a !== undefined && b !== undefined && a !== b;

/** The beginning of a sentence. */
export const weightsDiffer = (path: string, weights: Shape, ids: Shape): string =>
  `The weights${nameOf(path)} have the shape ${shapeText(weights)}, but the ids ${shapeText(ids)}`;
