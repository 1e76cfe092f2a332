import { LOWERING } from '../../catalogue/jax-tpu-embedding/uses';
import type { Failure, OfCall } from '../../evaluator';
import { callFailure } from '../../evaluator/failures';
import { argumentAt, numberOf, passing, unknown } from '../../evaluator/value';

/** Tracing the update of a custom optimizer calls it with the gradient, the rows, each slot variable and each number. */
export const updateFailure: OfCall<Failure> = (name, given, node, ev) => {
  if (!LOWERING.includes(name) || given.hasUnknownArguments) return undefined;
  const update = argumentAt(given, 0, 'custom_computation_fn');
  const count = (position: number, key: string, usual: number) => {
    const value = argumentAt(given, position, key);
    return value ? numberOf(value) : usual;
  };
  const slots = count(2, 'num_slot_variables', 0);
  const numbers = count(3, 'num_hyperparameters', 1);
  if (!update || slots === undefined || numbers === undefined || slots + numbers > MAX_NUMBERS)
    return undefined;
  const traced = Array.from({ length: 2 + slots + numbers }, () => unknown(node, 'call'));
  return update.kind === 'function' || update.kind === 'partial'
    ? callFailure(ev, update, passing(...traced))
    : undefined;
};

const MAX_NUMBERS = 100;
