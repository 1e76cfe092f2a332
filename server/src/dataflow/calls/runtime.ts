import { isKnown, type TargetTensorflow } from '../../catalogue/target';
import type { Tree } from '../../python/tree';

const targets = new WeakMap<Tree, TargetTensorflow>();

/** Sets the TensorFlow that a text runs on before its analysis. */
export function runOn(tree: Tree, tensorflow: TargetTensorflow | undefined): void {
  if (tensorflow && isKnown(tensorflow)) targets.set(tree, tensorflow);
}

export const tensorflowOf = (tree: Tree): TargetTensorflow | undefined => targets.get(tree);

const replicas = new WeakMap<Tree, number>();

/** Sets on how many replicas a text runs before its analysis. */
export function runOnReplicas(tree: Tree, count: number): void {
  replicas.set(tree, count);
}

export const replicasOf = (tree: Tree): number | undefined => replicas.get(tree);
