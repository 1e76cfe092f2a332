// Learning rates over time, as training loops feed them.
import { t } from './l10n';

/** Without a `rate`, the optimizer's configured rate is used. */
export type Schedule =
  /** The rate of the configuration. */
  | { kind: 'configured' }
  | { kind: 'constant'; rate?: number }
  /** One rate per step; the last one stays. Without `rates`, the configured rate is halved twice. */
  | { kind: 'list'; rates?: number[] }
  /** Linear from `rate / steps` up to `rate` in `steps` steps, then constant. */
  | { kind: 'warmup'; rate?: number; steps: number }
  /** `rate` is multiplied by `decay` once per `steps` steps, smoothly. */
  | { kind: 'exponential'; rate?: number; decay: number; steps: number }
  /** Half a cosine wave from `rate` down to `floor · rate` in `steps` steps, then constant. */
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

/** Whether the schedule needs no configured rate. */
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

/** A schedule of a kind over a number of steps, with the configured rate as its start or end. */
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
