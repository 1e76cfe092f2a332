import type { Evaluator, Value } from '../../evaluator';
import type { Node, Tree } from '../../python/tree';
import { givenTo } from '../calls/arguments';
import { instanceOf } from '../calls/types';

/** The constructor argument behind an attribute of an object, unless the text changes attributes of that name. */
export function keptArgument(
  object: Value,
  name: string,
  _node: Node,
  { tree }: Evaluator,
): Value | undefined {
  const { entry, call } = instanceOf(object) ?? {};
  if (object.kind !== 'made' || !entry || !call || !entry.attributes?.includes(name) || isChanged(tree, name))
    return undefined;
  const value = givenTo(entry, name, object.given, call);
  // The class makes up values for some that are left out.
  return value && value.kind !== 'none' ? value : undefined;
}

/** Whether the text assigns an attribute of this name on any object other than those of its own classes. */
export function isChanged({ text }: Tree, name: string): boolean {
  const other = /^(?:async )?def \w+\(\s*self\b/m.test(text) ? '' : '(?<!\\bself)';
  return new RegExp(`${other}\\.${name}\\s*[-+*/|&]?=(?!=)|\\b(?:setattr|vars)\\(|\\.__dict__\\b`).test(text);
}
