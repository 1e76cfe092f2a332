import { evaluate, parseAssignment } from './expression';
import { programOf, scalars } from './program';
import type { OptimizerSettings } from './settings';

/**
 * What a gradient that stays the same would be multiplied by in a step, from the slots of a cell after it; undefined
 * where the optimizer has no expression of its own for it.
 */
export function effectiveRate(
  settings: OptimizerSettings,
): ((learningRates: readonly number[]) => (slot: (name: string) => number) => number) | undefined {
  const { optimizer } = programOf(settings);
  const written = optimizer.effectiveRate?.(settings.hyperparameters);
  if (written === undefined) return undefined;
  const { expression } = parseAssignment(`rate = ${written}`);
  const names = new Map(optimizer.slots.map(({ name, symbol }) => [symbol, name]));
  return (learningRates) => {
    const shared = scalars(settings, learningRates);
    return (slot) =>
      evaluate(expression, (symbol) => {
        const name = names.get(symbol);
        return name === undefined ? shared(symbol) : slot(name);
      });
  };
}
