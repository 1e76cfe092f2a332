// A constructor of the library stores its arguments as attributes, which a derived class may make properties without setters.
import { excerpt } from '../../basics/excerpt';
import { type Entry, findEntry } from '../../catalogue';
import { parameterLifetime } from '../../catalogue/lifetimes';
import type { Evaluator } from '../../evaluator';
import { memberOf } from '../../evaluator/attributes';
import { isSelfAlone } from '../../evaluator/failures';
import { isReadOnly, refuse, refused } from '../../evaluator/refusals';
import type { InstanceValue } from '../../evaluator/value';
import type { Node } from '../../python/tree';

/** The constructor of a class of the library runs for an object of a derived class. */
export function checkStored(object: InstanceValue, entry: Entry, node: Node, ev: Evaluator): void {
  const { cls } = object;
  const isKnown = cls.inherited.every(
    (each) => each.kind === 'class' || (each.kind === 'reference' && findEntry(each.name) === entry),
  );
  if (!isKnown || isSelfAlone(object) || memberOf(cls, '__setattr__')) return;
  const name = storedBy(entry).find((each) => isReadOnly(memberOf(cls, each)));
  if (name === undefined) return;
  refuse(
    ev,
    node,
    [object],
    refused(
      `The constructor of \`${entry.name}\` sets \`${name}\`, which \`${excerpt(cls.name)}\` makes a property without a setter. Give it one, or another name`,
      'AttributeError',
    ),
  );
}

/** The attributes in which a constructor of each release stores its arguments. */
const storedBy = (entry: Entry): readonly string[] =>
  entry.parameters.flatMap(({ name }) =>
    entry.attributes?.includes(name) && !parameterLifetime(entry, name) ? name : [],
  );
