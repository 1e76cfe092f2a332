import { performance } from 'node:perf_hooks';

/** Durations over many rounds, in milliseconds. */
export interface Times {
  readonly p50: number;
  readonly p95: number;
}

export function timesOf(times: readonly number[]): Times {
  const sorted = times.toSorted((a, b) => a - b);
  const percentile = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  return { p50: percentile(0.5), p95: percentile(0.95) };
}

export interface Rounds {
  readonly rounds: number;
  /** A contender that has used this many milliseconds in total stops early, but not before ten rounds. */
  readonly patience?: number;
}

/** The share of rounds or time that is warm-up and does not count. */
const WARM_UP = 0.1;
const FEWEST = 10;

/** Measures all contenders in turn, so that a busy moment of the machine affects all of them. */
export async function race(
  { rounds, patience = Number.POSITIVE_INFINITY }: Rounds,
  contenders: readonly (() => unknown)[],
): Promise<Times[]> {
  const courses = contenders.map((run) => ({ run, times: [] as number[], spent: 0 }));
  for (let round = 0; round < rounds; round++) {
    for (const course of courses) {
      if (course.spent > patience && course.times.length >= FEWEST) continue;
      const warm = round >= rounds * WARM_UP || course.spent > patience * WARM_UP;
      const start = performance.now();
      await dropped(course.run);
      const time = performance.now() - start;
      course.spent += time;
      if (warm) course.times.push(time);
    }
  }
  return courses.map(({ times }) => timesOf(times));
}

/** Runs a contender in a function of its own, so that its results can be collected while the next one runs. */
async function dropped(run: () => unknown): Promise<void> {
  await run();
}

/** Rejects if a promise takes longer than this many milliseconds. */
export function within<T>(patience: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: no answer within ${patience} ms.`)), patience);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
