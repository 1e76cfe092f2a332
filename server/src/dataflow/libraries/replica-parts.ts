// Tensors that a strategy distributes: one value stands for the parts of all replicas, of which each looks like it.
import type { Value } from '../../evaluator';
import type { Node } from '../../python/tree';
import { tensorOfSpec } from './specs';

/** The parts that replicas have of a tensor; with one replica that is the tensor itself. */
export const ofReplicas = (part: Value): Value =>
  part.kind === 'made' ? { ...part, callee: OF_REPLICAS } : part;

export const isOfReplicas = (value: Value): boolean => value.kind === 'made' && value.callee === OF_REPLICAS;

const OF_REPLICAS = 'tensorflow.distribute.DistributedValues';

/** The part that one replica gets. */
export function partOfReplica(parts: Value, node: Node): Value {
  const part = tensorOfSpec(parts, node);
  return isOnTpu(parts) ? noteOnTpu(part) : part;
}

/** The tensors of distributed datasets that are fetched to TPUs. */
const onTpu = new WeakSet<Value>();

/** Notes a tensor that a distributed dataset gives on a TPU. */
export function noteOnTpu(tensor: Value): Value {
  onTpu.add(tensor);
  return tensor;
}

export const isOnTpu = (tensor: Value): boolean => onTpu.has(tensor);
