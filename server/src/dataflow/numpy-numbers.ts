import type { Node } from '../python/tree';
import type { Value } from './evaluator';
import { NOTHING } from './evaluator/value';
import type { Inferred } from './types';

const FACTS: Inferred = { kind: 'array', dtype: undefined, shape: [], scalar: true };
const NUMBERS: ReadonlySet<Value['kind']> = new Set<Value['kind']>(['int', 'float', 'bool']);
const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/', '//', '%', '**']);

const isOne = (value: Value) =>
  value.kind === 'made' && value.facts?.kind === 'array' && value.facts.scalar === true;
const isNumber = (value: Value) => isOne(value) || NUMBERS.has(value.kind);

/** What is computed of NumPy's numbers is NumPy's. */
export function numberAfter(left: Value, operator: string, right: Value, node: Node): Value | undefined {
  const isOfNumPy = (isOne(left) || isOne(right)) && isNumber(left) && isNumber(right);
  return isOfNumPy && ARITHMETIC.has(operator)
    ? { kind: 'made', by: 'numpy.number', given: NOTHING, facts: FACTS, node }
    : undefined;
}
