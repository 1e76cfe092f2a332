// Classes of the program that leave out what an abstract class of a library wants them to define.
import { excerpt } from '../../basics/excerpt';
import { findEntry } from '../../catalogue';
import type { Evaluator, Failure, Value } from '../../evaluator';
import { isRewritten, memberOf } from '../../evaluator/attributes';
import { attributesSetOutside } from '../../evaluator/overrides';
import { refused } from '../../evaluator/refusals';

/** A class that makes no objects, as a member of its base is abstract. */
export function abstractFailure(callee: Value, { tree }: Evaluator): Failure | undefined {
  if (callee.kind !== 'class' || isRewritten(callee)) return undefined;
  const [base, ...others] = callee.inherited.filter(({ kind }) => kind !== 'class');
  // Another base may define it.
  const entry = base?.kind === 'reference' && others.length === 0 ? findEntry(base.name) : undefined;
  const missing = entry?.abstractMembers?.find((name) => !memberOf(callee, name));
  if (!entry || missing === undefined || MADE_CONCRETE.some((name) => memberOf(callee, name)))
    return undefined;
  if (attributesSetOutside(tree).has('__abstractmethods__')) return undefined;
  return refused(
    `\`${excerpt(callee.name)}\` makes no objects before it defines \`${missing}\`, which is abstract in \`${entry.name}\``,
  );
}

const MADE_CONCRETE = ['__new__', '__abstractmethods__'];
