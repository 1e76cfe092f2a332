import type { BoundField } from '../../configuration/bind';
import {
  type Configuration,
  childMessage,
  fieldOf,
  type Optimization,
  type Table,
} from '../../configuration/configuration';

/** Optimizers that change the parameters without a learning rate, or use it for something else. */
const WITHOUT_RATE = new Set(['assign', 'frequency_estimator', 'user_defined_program']);
const INFERENCE = 1;

/** A table's optimizer, if its learning rate decides how fast it learns. */
export function learner({ optimization }: Table, { mode }: Configuration): Optimization | undefined {
  const name = optimization?.choice?.field.type.name;
  return name === undefined || WITHOUT_RATE.has(name) || mode === INFERENCE ? undefined : optimization;
}

/** The constant learning rate, if one is written and can be read. */
export function constantRate(
  table: Table,
  configuration: Configuration,
): { field: BoundField; value: number } | undefined {
  const optimization = learner(table, configuration);
  const rate = optimization && childMessage(optimization.message, 'learning_rate');
  const field = rate && fieldOf(rate, 'constant');
  const value = field?.value;
  return field && typeof value === 'number' ? { field, value } : undefined;
}
