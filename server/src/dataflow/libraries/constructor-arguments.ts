import { once } from '../../basics/once';
import type { Parameter } from '../../catalogue';
import type { Evaluator, Value } from '../../evaluator';
import type { Node, Tree } from '../../python/tree';
import { valueOfParameter } from '../calls/arguments';
import { instanceOf } from '../calls/types';

/** Whether objects hold an argument in another form, in an attribute of its name. */
export const isConverted = ({ name, attributes }: Parameter): boolean => attributes?.includes(name) === true;

/** The constructor argument behind an attribute of an object, unless the text changes attributes of that name. */
export function constructorArgument(
  object: Value,
  name: string,
  _node: Node,
  { tree }: Evaluator,
): Value | undefined {
  const { entry, call } = instanceOf(object) ?? {};
  if (
    object.kind !== 'made' ||
    !entry ||
    !call ||
    !entry.attributes?.includes(name) ||
    assignsAttribute(tree, name)
  )
    return undefined;
  if (entry.parameters.some((each) => each.name === name && isConverted(each))) return undefined;
  const value = valueOfParameter(entry, name, object.given, call);
  // The class computes some attributes whose arguments are left out.
  return value && value.kind !== 'none' ? value : undefined;
}

/** Whether the text assigns an attribute of this name on any object other than those of its own classes. */
export function assignsAttribute(tree: Tree, name: string): boolean {
  const { any, names } = assignedIn(tree);
  return any || names.has(name);
}

const assignedIn = once(({ text }: Tree): { readonly any: boolean; readonly names: ReadonlySet<string> } => {
  const other = /^(?:async )?def \w+\(\s*self\b/m.test(text) ? '' : '(?<!\\bself)';
  const assigned = new RegExp(`${other}\\.([\\p{L}\\p{N}_]+)\\s*[-+*/|&]?=(?!=)`, 'gu');
  return {
    any: /\b(?:setattr|vars)\(|\.__dict__\b/.test(text),
    names: new Set([...text.matchAll(assigned)].map(([, name]) => name!)),
  };
});
