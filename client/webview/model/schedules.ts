// Learning rates over time, as training loops feed them.
import { t } from './l10n';

export type Schedule =
  /** What the configuration says. */
  | { kind: 'configured' }
  | { kind: 'constant'; rate: number }
  /** One rate a step; the last stays. */
  | { kind: 'list'; rates: number[] }
  /** From `rate / steps` up to `rate` in `steps` steps, where it stays. */
  | { kind: 'warmup'; rate: number; steps: number }
  /** `rate` times `decay` once in every `steps` steps, smoothly. */
  | { kind: 'exponential'; rate: number; decay: number; steps: number }
  /** Half a wave of the cosine from `rate` down to `floor · rate` in `steps` steps, where it stays. */
  | { kind: 'cosine'; rate: number; floor: number; steps: number };

export type ScheduleKind = Schedule['kind'];

export const SCHEDULE_TITLES: Record<ScheduleKind, string> = {
  configured: t('As configured'),
  constant: t('Constant'),
  list: t('List'),
  warmup: t('Linear warm-up'),
  exponential: t('Exponential decay'),
  cosine: t('Cosine decay'),
};

/** The rate in a step, counted from 0; undefined where the configuration decides. */
export function rateAt(schedule: Schedule, step: number): number | undefined {
  switch (schedule.kind) {
    case 'configured':
      return undefined;
    case 'constant':
      return schedule.rate;
    case 'list':
      return schedule.rates[Math.min(step, schedule.rates.length - 1)] ?? 0;
    case 'warmup':
      return schedule.rate * Math.min(1, (step + 1) / schedule.steps);
    case 'exponential':
      return schedule.rate * schedule.decay ** (step / schedule.steps);
    case 'cosine': {
      const done = Math.min(step / schedule.steps, 1);
      const wave = (1 + Math.cos(Math.PI * done)) / 2;
      return schedule.rate * (schedule.floor + (1 - schedule.floor) * wave);
    }
  }
}

/** A schedule of a kind for so many steps, beginning from or leading to a rate. */
export function newSchedule(kind: ScheduleKind, rate: number, steps: number): Schedule {
  const schedules: Record<ScheduleKind, Schedule> = {
    configured: { kind: 'configured' },
    constant: { kind: 'constant', rate },
    list: { kind: 'list', rates: [rate, rate / 2, rate / 4] },
    warmup: { kind: 'warmup', rate, steps: Math.max(1, Math.round(steps / 5)) },
    exponential: { kind: 'exponential', rate, decay: 0.5, steps: Math.max(1, Math.round(steps / 5)) },
    cosine: { kind: 'cosine', rate, floor: 0, steps },
  };
  return schedules[kind];
}
