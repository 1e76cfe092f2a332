import type { FunctionDefinition, Lambda, Parameter } from '../../python/tree';
import type { Evaluator } from './evaluator';
import type { Frame, FunctionValue, Value } from './value';

export function lambdaOf(ev: Evaluator, node: Lambda, frame: Frame): FunctionValue {
  return functionOf(ev, node, frame);
}

/** A function as it is defined: its defaults are evaluated then and there. */
export function functionOf(ev: Evaluator, node: FunctionDefinition | Lambda, frame: Frame): FunctionValue {
  const defaults = new Map<string, Value>();
  for (const parameter of node.parameters)
    if (parameter.default) defaults.set(parameter.name, ev.evaluate(parameter.default, frame));
  return {
    kind: 'function',
    definition: node,
    closure: frame.isClass ? frame.around! : frame,
    defaults,
    node,
  };
}

/** The parameters that are no stars, in their order. */
export const plainParameters = ({ definition }: FunctionValue): readonly Parameter[] =>
  definition.parameters.filter(({ star }) => star === '');
