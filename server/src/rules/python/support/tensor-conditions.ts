// Conditions on tensors, of which a graph makes control flow of its own.
import type { PythonFile } from '../../../dataflow/calls/python-file';
import { resolve } from '../../../python/names';
import type { Expression, Operation } from '../../../python/tree';

/** Whether an expression in a graph certainly is a tensor. */
export function isTensor(expression: Expression, file: Pick<PythonFile, 'tree' | 'typeOf'>): boolean {
  if (file.typeOf(expression)?.kind === 'tensor') return true;
  switch (expression.kind) {
    case 'unary':
      return isTensor(expression.operand, file);
    case 'boolean':
      return isTensor(expression.operands[0]!, file);
    case 'compare':
      return comparesTensors(expression, file);
    case 'subscript':
      return isTensor(expression.object, file);
    case 'call':
      return OPERATION.test(resolve(file.tree, expression.callee) ?? '');
    default:
      return false;
  }
}

/** Whether a comparison is one of tensors, whose outcome is a tensor, too. What is compared with None has another. */
function comparesTensors({ operators, operands }: Operation, file: Pick<PythonFile, 'tree' | 'typeOf'>) {
  const [operator = '', ...more] = operators;
  const areTensors = operands.map((each) => isTensor(each, file));
  return (
    more.length === 0 &&
    areTensors.includes(true) &&
    (ORDER.has(operator) ||
      (EQUALITY.has(operator) && operands.every((each, at) => areTensors[at] || each.kind === 'number')))
  );
}

const ORDER: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);
const EQUALITY: ReadonlySet<string> = new Set(['==', '!=']);

/** Functions that give a tensor whatever they get. */
const OPERATION =
  /^tensorflow\.(?:compat\.v[12]\.)?(?:math\.)?(?:(?:count_nonzero|reduce_(?:all|any|max|mean|min|prod|sum)|equal|not_equal|greater(?:_equal)?|less(?:_equal)?|logical_(?:and|not|or|xor))|size|rank|shape|random\.uniform)$/;
