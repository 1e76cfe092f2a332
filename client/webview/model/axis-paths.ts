// Paths of the numbers on the axes of a heat map.
import {
  axisValuesOf,
  RATE_FACTORS,
  secondAxisOf,
} from '../../../server/src/optimizers/scenarios/second-axis';
import {
  controlsOf,
  initialPath,
  type Overrides,
  optimizerOf,
  parametersPath,
  ratePath,
  type Setup,
} from './setup';

/** Names of the numbers on the axes of a map. */
export interface AxisNames {
  rate: string;
  second?: string;
}

/** Paths of the values that the cells of a setup's map set. */
export function axisPaths(setup: Setup): { rate: string; second?: string } {
  const rate = ratePath(setup);
  const { name } = optimizerOf(setup)!;
  const second = secondAxisOf(name);
  if (!second) return { rate };
  return {
    rate,
    second: 'slot' in second ? initialPath(name, second.slot) : parametersPath(name, second.hyperparameter),
  };
}

/** The axes have the names of their controls. */
export function axisNames(setup: Setup): AxisNames {
  const labels = new Map(controlsOf(setup, {}).map(({ path, label }) => [path, label]));
  const { rate, second } = axisPaths(setup);
  return {
    rate: labels.get(rate) ?? 'learning_rate',
    ...(second !== undefined && { second: labels.get(second) ?? second }),
  };
}

/** The changed values that a map around a setup does not contain: it has to be made around these. */
export function beyondMap(setup: Setup, overrides: Overrides): Overrides {
  const { rate, second } = axisPaths(setup);
  const written = controlsOf(setup, {}).find(({ path }) => path === rate)?.value;
  const rates = RATE_FACTORS.map((factor) => factor * Number(written));
  const seconds = axisValuesOf(optimizerOf(setup)!.name);
  return Object.fromEntries(
    Object.entries(overrides).filter(
      ([path, value]) =>
        (path === rate && isBeyond(Number(value), rates)) ||
        (path === second && isBeyond(Number(value), seconds)),
    ),
  );
}

const isBeyond = (value: number, axis: readonly number[]) =>
  value < Math.min(...axis) * (1 - 1e-6) || value > Math.max(...axis) * (1 + 1e-6);
