// Learning rates over time, as training loops feed them.
import { t } from './l10n';

/** Where no `rate` is given, it is the one that the optimizer in view is configured with. */
export type Schedule =
  /** What the configuration says. */
  | { kind: 'configured' }
  | { kind: 'constant'; rate?: number }
  /** One rate a step; the last stays. Without any, the configured rate is halved twice. */
  | { kind: 'list'; rates?: number[] }
  /** From `rate / steps` up to `rate` in `steps` steps, where it stays. */
  | { kind: 'warmup'; rate?: number; steps: number }
  /** `rate` times `decay` once in every `steps` steps, smoothly. */
  | { kind: 'exponential'; rate?: number; decay: number; steps: number }
  /** Half a wave of the cosine from `rate` down to `floor · rate` in `steps` steps, where it stays. */
  | { kind: 'cosine'; rate?: number; floor: number; steps: number };

export type ScheduleKind = Schedule['kind'];

export const SCHEDULE_TITLES: Record<ScheduleKind, string> = {
  configured: t('As configured'),
  constant: t('Constant'),
  list: t('List'),
  warmup: t('Linear warm-up'),
  exponential: t('Exponential decay'),
  cosine: t('Cosine decay'),
};

/** Whether it does without a configured rate. */
export const setsRate = (schedule: Schedule): boolean =>
  ('rate' in schedule ? schedule.rate : 'rates' in schedule ? schedule.rates : undefined) !== undefined;

/** The rates of a list. */
export const ratesOf = ({ rates }: { rates?: number[] }, configured: number): number[] =>
  rates ?? [configured, configured / 2, configured / 4];

/** The rate in a step, counted from 0. */
export function rateAt(schedule: Schedule, step: number, configured: number): number {
  if (schedule.kind === 'configured') return configured;
  if (schedule.kind === 'list') {
    const rates = ratesOf(schedule, configured);
    return rates[Math.min(step, rates.length - 1)] ?? 0;
  }
  const rate = schedule.rate ?? configured;
  switch (schedule.kind) {
    case 'constant':
      return rate;
    case 'warmup':
      return rate * Math.min(1, (step + 1) / schedule.steps);
    case 'exponential':
      return rate * schedule.decay ** (step / schedule.steps);
    case 'cosine': {
      const done = Math.min(step / schedule.steps, 1);
      const wave = (1 + Math.cos(Math.PI * done)) / 2;
      return rate * (schedule.floor + (1 - schedule.floor) * wave);
    }
  }
}

/** A schedule of a kind for so many steps, beginning from or leading to the configured rate. */
export function newSchedule(kind: ScheduleKind, steps: number): Schedule {
  const fifth = Math.max(1, Math.round(steps / 5));
  const schedules: Record<ScheduleKind, Schedule> = {
    configured: { kind: 'configured' },
    constant: { kind: 'constant' },
    list: { kind: 'list' },
    warmup: { kind: 'warmup', steps: fifth },
    exponential: { kind: 'exponential', decay: 0.5, steps: fifth },
    cosine: { kind: 'cosine', floor: 0, steps },
  };
  return schedules[kind];
}
