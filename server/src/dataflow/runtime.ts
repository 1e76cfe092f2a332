import type { Tree } from '../python/tree';
import { isKnown, type TargetTensorflow } from '../releases/target';

const targets = new WeakMap<Tree, TargetTensorflow>();

/** Says which TensorFlow a text runs on, before anything else is asked about it. */
export function runOn(tree: Tree, tensorflow: TargetTensorflow | undefined): void {
  if (tensorflow && isKnown(tensorflow)) targets.set(tree, tensorflow);
}

export const tensorflowOf = (tree: Tree): TargetTensorflow | undefined => targets.get(tree);
