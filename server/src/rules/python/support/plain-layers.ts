import { onceWithin } from '../../../basics/once';
import { resolve } from '../../../python/names';
import {
  type Attribute,
  cachedByTree,
  type Expression,
  type Name,
  type Node,
  type Tree,
} from '../../../python/tree';
import { usesByName } from '../../../python/uses';

/** Whether an object is an attribute that only ever is a layer of Keras that runs no code of the program, and so builds nothing else. */
export const isPlainLayer = (tree: Tree, object: Expression): boolean =>
  object.kind === 'attribute' && holdsPlainLayer(tree)(object.name);

const holdsPlainLayer = cachedByTree((tree) =>
  onceWithin((name: string) => {
    const uses = usesByName(tree).get(name) ?? [];
    const stored = uses.filter((use) => !isRead(use));
    return stored.length > 0 && stored.every(({ parent }) => makesPlainLayer(tree, parent));
  }),
);

/** Whether a name is only used, in place of being bound. */
const isRead = (use: Name | Attribute): boolean =>
  use.parent?.kind === 'attribute' ||
  use.parent?.kind === 'call' ||
  (use.parent?.kind === 'assignment' && !use.parent.targets.includes(use));

function makesPlainLayer(tree: Tree, node: Node | undefined): boolean {
  const value = node?.kind === 'assignment' ? node.value : undefined;
  return value?.kind === 'call' && PLAIN.test(resolve(tree, value.callee) ?? '');
}

const PLAIN =
  /^(?:tensorflow\.)?keras\.layers\.(?:(?:Batch|Layer|Group|Unit)Normalization|Conv[123]D|Dense|Embedding)$/;
