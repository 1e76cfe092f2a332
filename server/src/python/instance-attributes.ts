import { addTo } from '../basics/groups';
import { once, onceWithin } from '../basics/once';
import {
  type ClassDefinition,
  cachedByTree,
  type Expression,
  type FunctionDefinition,
  type Tree,
  walk,
} from './tree';

type Values = ReadonlyMap<string, readonly Expression[]>;

/** The expressions that the methods of a class assign to an attribute of its instances. */
export const attributeValues = (tree: Tree, owner: ClassDefinition, name: string): readonly Expression[] =>
  valuesIn(tree)(owner).get(name) ?? [];

/** All attributes that the methods of a class assign on `self`. */
export const attributeNames = ({ body }: ClassDefinition): readonly string[] => [
  ...new Set(body.flatMap((method) => (method.kind === 'function' ? [...assignedBy(method).keys()] : []))),
];

/** Anew for each tree, as a class may get other members. */
const valuesIn = cachedByTree((_tree) => onceWithin(collect));

function collect({ body }: ClassDefinition): Values {
  const all = new Map<string, readonly Expression[]>();
  for (const method of body) {
    if (method.kind !== 'function') continue;
    for (const [name, values] of assignedBy(method)) {
      const known = all.get(name);
      all.set(name, known ? known.concat(values) : values);
    }
  }
  return all;
}

const assignedBy = once((method: FunctionDefinition): Values => {
  const values = new Map<string, Expression[]>();
  const self = method.parameters[0]?.name;
  for (const node of walk(method)) {
    if (node.kind !== 'assignment' || node.operator !== '=' || !node.value) continue;
    for (const target of node.targets) {
      if (target.kind !== 'attribute' || target.object.kind !== 'name' || target.object.name !== self)
        continue;
      // A declaration with `None` gives no information about later values.
      if (node.value.kind === 'constant' && node.value.value === 'None') continue;
      addTo(values, target.name, node.value);
    }
  }
  return values;
});
