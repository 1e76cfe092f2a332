import { optimizerNamed } from './all';
import { type Assignment, parseAssignment } from './expression';
import type { Optimizer } from './optimizer';
import type { Limits, OptimizerSettings } from './settings';

/** The formula for a cell: `update` runs for each gradient, `finish` once a step. */
interface Program {
  readonly optimizer: Optimizer;
  readonly update: readonly Assignment[];
  readonly finish: readonly Assignment[];
}

/** Settings ask for an optimizer without a published formula. */
export class UnpublishedError extends Error {}

/**
 * The formula of the settings, with the limits and the weight decay around it. Throws an UnpublishedError where no
 * formula is known.
 */
export function programOf(settings: OptimizerSettings): Program {
  const optimizer = optimizerNamed(settings.optimizer);
  if (!optimizer?.formula) {
    throw new UnpublishedError(
      `${optimizer?.title ?? settings.optimizer} cannot be simulated. ${optimizer?.note ?? ''}`,
    );
  }
  return {
    optimizer,
    update: [
      ...limit('g', 'gradient_clipping_limits', settings.gradientClippingLimits),
      ...weightDecay(settings, optimizer.rate ?? 'lr'),
      ...optimizer.formula(settings.hyperparameters),
    ].map(parseAssignment),
    finish: limit('w', 'clipping_limits', settings.clippingLimits).map(parseAssignment),
  };
}

/** The numbers that formulas read by name, in one step. A number that the step lacks is NaN. */
export function scalars(
  settings: OptimizerSettings,
  learningRates: readonly number[],
): (name: string) => number {
  const { hyperparameters, learningRate, inputs, weightDecay } = settings;
  const byTag = (tag: number) => Math.fround(learningRates[tag] ?? Number.NaN);
  const rate =
    learningRate === undefined
      ? Number.NaN
      : 'tag' in learningRate
        ? byTag(learningRate.tag)
        : Math.fround(learningRate.constant);
  const { rate: rateName = 'lr', ofStep } = optimizerNamed(settings.optimizer) ?? {};
  const values = new Map<string, number>([
    [rateName, rate],
    ...Object.entries(ofStep?.(hyperparameters, byTag(inputs['step'] ?? 0)) ?? {}),
    ['weight_decay_factor', weightDecay.factor],
    ['clipping_limits.lower', settings.clippingLimits.lower],
    ['clipping_limits.upper', settings.clippingLimits.upper],
    ['gradient_clipping_limits.lower', settings.gradientClippingLimits.lower],
    ['gradient_clipping_limits.upper', settings.gradientClippingLimits.upper],
    ...Object.entries(hyperparameters).map(([name, value]) => [name, Number(value)] as const),
    ...Object.entries(inputs).map(([name, tag]) => [name, byTag(tag)] as const),
  ]);
  return (name) => Math.fround(values.get(name) ?? Number.NaN);
}

function limit(name: string, field: string, { lower, upper }: Limits): string[] {
  return [
    ...(lower !== Number.NEGATIVE_INFINITY ? [`${name} = max(${name}, ${field}.lower)`] : []),
    ...(upper !== Number.POSITIVE_INFINITY ? [`${name} = min(${name}, ${field}.upper)`] : []),
  ];
}

function weightDecay({ weightDecay: { factor, timesLearningRate } }: OptimizerSettings, rate: string) {
  if (factor === 0) return [];
  return [`w = w - weight_decay_factor${timesLearningRate ? ` * ${rate}` : ''} * w`];
}
