import { type OptimizerSettings, optimizerNamed } from '..';

/** The numbers that a training loop passes in each step, and the settings that use them. */
interface Feed {
  readonly settings: OptimizerSettings;
  /** Numbers by tag in a step counted from 1. */
  at(step: number): number[];
}

/** The learning rate in a step counted from 1. */
export type RateAt = (step: number) => number;

/** Passes a learning rate, and the step number for every other dynamic input. */
export function feedOf(settings: OptimizerSettings, rateAt: RateAt): Feed {
  const others = Object.keys(settings.inputs);
  const { rate = 'lr', firstStep = 1 } = optimizerNamed(settings.optimizer) ?? {};
  const countsSteps = rate !== 'lr';
  return {
    settings: {
      ...settings,
      learningRate: { tag: 0 },
      inputs: Object.fromEntries(others.map((name, i) => [name, i + 1])),
    },
    at: (step) => [
      countsSteps ? step : rateAt(step),
      ...others.map(() => settings.fixedStep ?? step - 1 + firstStep),
    ],
  };
}
