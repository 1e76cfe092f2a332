import type { Optimizer } from './optimizer';
import { description, startChosen } from './sources';

export const boundedAdagrad: Optimizer = {
  name: 'bounded_adagrad',
  title: 'Bounded Adagrad',
  slots: [{ name: 'accumulators', symbol: 'accumulator', initial: 0.1 }],
  slotsStart: startChosen('Adagrad'),
  hyperparameters: [
    { name: 'update_accumulator_first', usual: true },
    { name: 'max_var_update', usual: 0, range: [0, 1] },
    { name: 'max_accumulator', usual: 0, range: [0, 10] },
  ],
  formula: ({ update_accumulator_first, max_var_update, max_accumulator }) => [
    max_accumulator === 0 ? 'sum = accumulator + g^2' : 'sum = min(accumulator + g^2, max_accumulator)',
    update_accumulator_first ? 'u = lr * g / sqrt(sum)' : 'u = lr * g / sqrt(accumulator)',
    ...(max_var_update === 0 ? [] : ['u = min(max(u, -max_var_update), max_var_update)']),
    'w = w - u',
    'accumulator = sum',
  ],
  usualRate: 0.1,
  source: description,
  approximate: 'The fields are described, but not where exactly the bounds apply.',
};
