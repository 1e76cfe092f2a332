import type { Argument } from '../catalogue';
import type * as python from '../python/tree';

/** An argument as the catalogue's binding takes it. */
export function asArgument({ kind, name }: python.Argument, index: number): Argument {
  return { kind: kind === 'doubleStar' ? 'double-star' : kind, ...(name !== undefined && { name }), index };
}
