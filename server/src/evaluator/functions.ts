import type { FunctionDefinition, Lambda } from '../python/tree';
import type { Evaluator } from './evaluator';
import type { Frame, FunctionValue, Value } from './value';

/** A function at its definition, which evaluates its defaults. */
export function functionOf(ev: Evaluator, node: FunctionDefinition | Lambda, frame: Frame): FunctionValue {
  // Made anew each time, as they tell the functions of one definition apart.
  const defaults = new Map<string, Value>();
  for (const parameter of node.parameters)
    if (parameter.default) defaults.set(parameter.name, ev.evaluate(parameter.default, frame));
  const made: FunctionValue = {
    kind: 'function',
    definition: node,
    closure: frame.isClass ? frame.enclosing! : frame,
    defaults,
    owner: undefined,
    node,
  };
  if (ev.trials === 0) ev.activations.at(-1)!.functions.push(made);
  return made;
}
