import { addTo } from '../../../basics/groups';
import { dependOnAll } from '../../../dataflow/calls/evaluation';
import { type ApiCall, type PythonFile, typeOfIn } from '../../../dataflow/calls/python-file';
import { ownersOfChangedDicts } from '../../../python/attribute-dicts';
import { stringValue } from '../../../python/strings';
import { functionOf } from '../../../python/surroundings';
import { type Attribute, allOfKind, cachedByTree, type Expression, type Tree } from '../../../python/tree';

/** Whether the program may give an attribute of the object that a call makes another value, before anything reads it. */
export function maySetLater({ entry }: ApiCall, attribute: string, { tree }: PythonFile): boolean {
  dependOnAll(tree);
  const typeOf = typeOfIn(tree);
  const isOfClass = (object: Expression) => {
    const value = typeOf(object);
    return value.kind === 'instance' && value.entry === entry;
  };
  const mayBe = (object: Expression) =>
    isOfClass(object) || (typeOf(object).kind === 'unknown' && !isSelf(object));
  return (setIn(tree).get(attribute) ?? []).some(mayBe) || (setIn(tree).get(ANY) ?? []).some(isOfClass);
}

/** In the place of the names of attributes that are not written. */
const ANY = '';

/** The objects whose attributes are set, by the names of these. */
const setIn = cachedByTree((tree): ReadonlyMap<string, readonly Expression[]> => {
  const objects = new Map<string, Expression[]>();
  for (const { name, object } of allOfKind(tree, 'attribute').filter(isTarget)) addTo(objects, name, object);
  for (const {
    callee,
    arguments: [object, name],
  } of tree.calls)
    if ('name' in callee && SETTERS.has(callee.name) && object && name)
      addTo(objects, textOf(tree, name.value) ?? ANY, object.value);
  for (const object of ownersOfChangedDicts(tree)) addTo(objects, ANY, object);
  return objects;
});

/** Whether an assignment sets an attribute. */
export const isTarget = (node: Attribute): boolean =>
  node.parent?.kind === 'assignment' && node.parent.targets.includes(node);

/** Functions and methods that get an object and the name of an attribute. */
const SETTERS: ReadonlySet<string> = new Set(['setattr', '__setattr__']);

const textOf = (tree: Tree, name: Expression): string | undefined =>
  name.kind === 'string' ? stringValue(tree.text, name) : undefined;

/** Whether this is the object of a method, which a class of the program's own has. */
const isSelf = (object: Attribute['object']): boolean =>
  object.kind === 'name' && functionOf(object)?.parameters[0]?.name === object.name;
