import { addTo } from '../../../basics/groups';
import { once } from '../../../basics/once';
import { dependOnAll } from '../../../dataflow/calls/evaluation';
import { type ApiCall, type PythonFile, typeOfIn } from '../../../dataflow/calls/python-file';
import { functionOf } from '../../../python/surroundings';
import { type Attribute, allOfKind, type Tree } from '../../../python/tree';

/** Whether the program may give an attribute of the object that a call makes another value, before anything reads it. */
export function maySetLater({ entry }: ApiCall, attribute: string, { tree }: PythonFile): boolean {
  dependOnAll(tree);
  const typeOf = typeOfIn(tree);
  return (assignedIn(tree).get(attribute) ?? []).some(({ object }) => {
    const value = typeOf(object);
    return value.kind === 'instance' ? value.entry === entry : value.kind === 'unknown' && !isSelf(object);
  });
}

/** The attributes that are assigned, by their names. */
const assignedIn = once((tree: Tree): ReadonlyMap<string, readonly Attribute[]> => {
  const assigned = new Map<string, Attribute[]>();
  for (const node of allOfKind(tree, 'attribute'))
    if (node.parent?.kind === 'assignment' && node.parent.targets.includes(node))
      addTo(assigned, node.name, node);
  return assigned;
});

/** Whether this is the object of a method, which a class of the program's own has. */
const isSelf = (object: Attribute['object']): boolean =>
  object.kind === 'name' && functionOf(object)?.parameters[0]?.name === object.name;
