import type { Node } from '../python/tree';
import { callImplicitly, memberOf } from './attributes';
import type { Evaluator } from './evaluator';
import { letEscape } from './join';
import { kinds, unknown, type Value } from './value';

/** The special method behind each operator. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '+': 'add',
    '-': 'sub',
    '*': 'mul',
    '/': 'truediv',
    '//': 'floordiv',
    '%': 'mod',
    '**': 'pow',
    '@': 'matmul',
    '&': 'and',
    '|': 'or',
    '^': 'xor',
    '<<': 'lshift',
    '>>': 'rshift',
  }),
);

/** The special methods of all operators. */
export const OPERATOR_METHODS: readonly string[] = [...NAMES.values()].flatMap((name) =>
  ['', 'r', 'i'].map((form) => `__${form}${name}__`),
);

/** Values whose behavior with an operand of another class is known. */
const SIMPLE = kinds('none', 'bool', 'int', 'float', 'str', 'tuple', 'list', 'dict', 'set', 'instance');
const NUMBERS = kinds('none', 'bool', 'int', 'float');

/**
 * `left operator right` where the class of an operand has a method for it. `|=` and its like use only their in-place
 * method.
 */
export function ownOperation(
  ev: Evaluator,
  left: Value,
  operator: string,
  right: Value,
  node: Node,
): Value | undefined {
  const isInPlace = operator.endsWith('=');
  const name = NAMES.get(isInPlace ? operator.slice(0, -1) : operator);
  const has = (value: Value, method: string) =>
    value.kind === 'instance' && memberOf(value.cls, method)?.kind === 'function';
  if (name === undefined || !SIMPLE.has(left.kind) || !SIMPLE.has(right.kind)) return undefined;
  if (isInPlace) {
    const method = `__i${name}__`;
    return has(left, method)
      ? told(ev, left, right, callImplicitly(ev, left, method, [right], node)!, node)
      : undefined;
  }
  const reflected = `__r${name}__`;
  const isOfOne =
    left.kind === 'instance' && right.kind === 'instance' && left.cls.members === right.cls.members;
  // The method of a subclass is called first.
  if (has(left, `__${name}__`) && (isOfOne || !has(right, reflected)))
    return told(ev, left, right, callImplicitly(ev, left, `__${name}__`, [right], node)!, node);
  if (NUMBERS.has(left.kind) && has(right, reflected))
    return told(ev, left, right, callImplicitly(ev, right, reflected, [left], node)!, node);
  return undefined;
}

/** The result of a method; if that is `NotImplemented`, the other operand is asked. */
function told(ev: Evaluator, left: Value, right: Value, value: Value, node: Node): Value {
  const options = value.kind === 'oneOf' ? value.options : [value];
  if (!options.some(({ kind }) => kind === 'unknown' || kind === 'reference')) return value;
  for (const each of [left, right, value]) letEscape(each, ev.state);
  return unknown(node, 'call');
}
