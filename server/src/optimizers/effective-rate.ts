import { evaluate, parseAssignment } from './expression';
import { programOf, scalars } from './program';
import type { OptimizerSettings } from './settings';

/**
 * The factor by which a step multiplies a constant gradient, from the slots of a cell after the step; undefined if the
 * optimizer has no expression for it.
 */
export function effectiveRate(
  settings: OptimizerSettings,
): ((learningRates: readonly number[]) => (slot: (name: string) => number) => number) | undefined {
  const { optimizer } = programOf(settings);
  const written = optimizer.effectiveRate?.(settings.hyperparameters);
  if (written === undefined) return undefined;
  const { expression } = parseAssignment(`rate = ${written}`);
  const names = new Map(optimizer.slots.map(({ name, symbol }) => [symbol, name]));
  let known: { of: readonly number[]; value: (name: string) => number } | undefined;
  return (learningRates) => {
    // Most runs have the same rate in all steps.
    if (!known || !isSame(known.of, learningRates))
      known = { of: learningRates, value: scalars(settings, learningRates) };
    const shared = known.value;
    return (slot) =>
      evaluate(expression, (symbol) => {
        const name = names.get(symbol);
        return name === undefined ? shared(symbol) : slot(name);
      });
  };
}

const isSame = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((value, i) => Object.is(value, other[i]));
