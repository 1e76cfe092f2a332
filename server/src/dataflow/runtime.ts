import type { Tree } from '../python/tree';
import { isKnown, type TensorflowInForce } from '../releases/in-force';

const inForce = new WeakMap<Tree, TensorflowInForce>();

/** Says which TensorFlow a text runs on, before anything else is asked about it. */
export function runOn(tree: Tree, tensorflow: TensorflowInForce | undefined): void {
  if (tensorflow && isKnown(tensorflow)) inForce.set(tree, tensorflow);
}

export const tensorflowOf = (tree: Tree): TensorflowInForce | undefined => inForce.get(tree);
