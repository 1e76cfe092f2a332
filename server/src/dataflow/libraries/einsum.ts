// Tensors that the equation of `tf.einsum` does not describe.

import { excerpt } from '../../basics/excerpt';
import type { Value } from '../../evaluator';
import type { Shape } from '../calls/types';
import { convertedShape, shapeText } from './tensor-shapes';

/** `bd,bd->b`: a letter for each axis, and the same one for axes of the same size. */
const EQUATION = /^[a-z]*(?:,[a-z]*)*(?:->[a-z]*)?$/i;

/** Why an equation does not take its tensors, if it has no ellipsis. */
export function einsumRefusal(equation: Value | undefined, tensors: readonly Value[]): string | undefined {
  const text = equation?.kind === 'str' ? equation.value?.replaceAll(' ', '') : undefined;
  if (text === undefined || !EQUATION.test(text)) return undefined;
  const terms = text.split('->')[0]!.split(',');
  if (terms.length !== tensors.length) return undefined;
  const shapes = tensors.map(convertedShape);
  return wrongRank(terms, shapes) ?? wrongSize(terms, shapes);
}

type Shapes = readonly (Shape | undefined)[];

function wrongRank(terms: readonly string[], shapes: Shapes): string | undefined {
  const i = shapes.findIndex((shape, at) => shape && shape.length !== terms[at]!.length);
  return i < 0
    ? undefined
    : `${partText(terms[i]!)} of the equation is for a tensor with ${axes(terms[i]!.length)}, but its tensor has the shape ${shapeText(shapes[i]!)}`;
}

const axes = (count: number): string => (count === 1 ? '1 axis' : `${count} axes`);

const partText = (term: string): string => (term === '' ? 'An empty part' : `The part \`${excerpt(term)}\``);

function wrongSize(terms: readonly string[], shapes: Shapes): string | undefined {
  const sizes = new Map<string, number>();
  for (const [i, term] of terms.entries())
    for (const [axis, letter] of [...term].entries()) {
      const size = shapes[i]?.[axis];
      if (size === undefined) continue;
      const before = sizes.get(letter) ?? size;
      if (before !== size)
        return `The letter \`${letter}\` of the equation stands for axes of the sizes ${before} and ${size}, which must be the same`;
      sizes.set(letter, size);
    }
  return undefined;
}
