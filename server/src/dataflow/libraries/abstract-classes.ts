// Classes of libraries that only those derived from them have objects of.
import { findEntry } from '../../catalogue';
import type { Failure, OfCall } from '../../evaluator';
import { attributesSetOutside } from '../../evaluator/overrides';
import { refused } from '../../evaluator/refusals';

/** A program may say that nothing is abstract, as tests do. */
export const abstractFailure: OfCall<Failure> = (name, _given, _node, { tree }) => {
  const entry = findEntry(name);
  return entry?.isAbstract && !attributesSetOutside(tree).has('__abstractmethods__')
    ? refused(`\`${entry.name}\` is only the base of other classes and has no objects of its own`)
    : undefined;
};
