// Classes that make no objects: of libraries, and of the program where one of a library leaves members to define.
import { excerpt } from '../../basics/excerpt';
import { findEntry } from '../../catalogue';
import type { Evaluator, Failure, Value } from '../../evaluator';
import { isRewritten, memberOf } from '../../evaluator/attributes';
import { attributesSetOutside } from '../../evaluator/overrides';
import { refused } from '../../evaluator/refusals';
import type { Tree } from '../../python/tree';
import { about } from './by-package';

const ABSTRACT_MEMBERS = '__abstractmethods__';

/** Whether the program says itself what is abstract, as tests do for nothing to be so. */
export const mayMakeConcrete = (tree: Tree): boolean => attributesSetOutside(tree).has(ABSTRACT_MEMBERS);

/** A class of a library that only those derived from it have objects of. */
export const failureOfBase = about<Failure>(
  (name) => findEntry(name)?.isAbstract === true,
  (name, _given, _node, { tree }) =>
    mayMakeConcrete(tree)
      ? undefined
      : refused(
          `\`${findEntry(name)!.name}\` is only the base of other classes and has no objects of its own`,
        ),
);

/** A class of the program that leaves out what an abstract class of a library wants it to define. */
export function failureOfDerived(callee: Value, { tree }: Evaluator): Failure | undefined {
  if (callee.kind !== 'class' || isRewritten(callee)) return undefined;
  const [base, ...others] = callee.inherited.filter(({ kind }) => kind !== 'class');
  // Another base may define it.
  const entry = base?.kind === 'reference' && others.length === 0 ? findEntry(base.name) : undefined;
  const missing = entry?.abstractMembers?.find((name) => !memberOf(callee, name));
  if (!entry || missing === undefined || MADE_CONCRETE.some((name) => memberOf(callee, name)))
    return undefined;
  if (mayMakeConcrete(tree)) return undefined;
  return refused(
    `\`${excerpt(callee.name)}\` makes no objects before it defines \`${missing}\`, which is abstract in \`${entry.name}\``,
  );
}

const MADE_CONCRETE = ['__new__', ABSTRACT_MEMBERS];
