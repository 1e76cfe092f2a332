import { findEntry } from '../catalogue';
import type { Call, Node } from '../python/tree';
import { givenTo } from './arguments';
import type { Evaluator, Given, Value } from './evaluator';
import { listOf, tupleOf } from './evaluator/containers';
import type { InferredTensor } from './types';

/** The tensors that an op gives. */
export function outputsOf(name: string, given: Given, node: Call, ev: Evaluator): Value | undefined {
  const entry = findEntry(name);
  const outputs = entry?.op?.outputs ?? [];
  const tensor = (type: string): Value =>
    made(name, given, node, { kind: 'tensor', dtype: DTYPE.test(type) ? type : undefined, shape: undefined });
  const [only, ...others] = outputs.map(({ type, numberAttr }) => {
    if (numberAttr === undefined) return tensor(type);
    const count = entry && givenTo(entry, numberAttr, given, node);
    const length = count?.kind === 'int' && count.value !== undefined ? Number(count.value) : undefined;
    const isKnown = length !== undefined && length >= 0 && length <= MAX_OUTPUTS;
    return listOf(ev, isKnown ? Array.from({ length }, () => tensor(type)) : undefined, node);
  });
  return others.length > 0 ? tupleOf([only!, ...others], node) : only;
}

const DTYPE = /^(?:bool|string|u?int\d+|b?float\d+)$/;
const MAX_OUTPUTS = 1000;

/** One row of a tensor. */
export function rowOf(value: Value, node: Node): Value | undefined {
  if (value.kind !== 'made' || value.facts?.kind !== 'tensor') return undefined;
  const { dtype, shape } = value.facts;
  if (shape?.length === 0) return undefined;
  return made(value.by, value.given, node, { kind: 'tensor', dtype, shape: shape?.slice(1) });
}

const made = (by: string, given: Given, node: Node, facts: InferredTensor): Value => ({
  kind: 'made',
  by,
  given,
  facts,
  node,
});
