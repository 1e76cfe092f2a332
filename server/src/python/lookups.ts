import { type Range, rangeOf } from '../basics/range';
import type { Attribute, Call, Expression } from './tree';

/** The name that `getattr(object, 'name')` looks up, which fails if there is no such attribute. */
export const askedFor = ({ callee, arguments: given }: Call): Expression | undefined =>
  callee.kind === 'name' && callee.name === 'getattr' && given.length === 2 ? given[1]!.value : undefined;

/** The object in which a lookup looks, and the place of the name that it looks for. */
export function partsOfLookup(node: Attribute | Call): { object: Expression; place: Range } {
  if (node.kind === 'attribute')
    return { object: node.object, place: { start: node.nameStart, end: node.end } };
  const [object, name] = node.arguments;
  return { object: object!.value, place: rangeOf(name!) };
}
