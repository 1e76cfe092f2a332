// Lets a test of timing decide what happens when: promises that it settles itself, and a clock that it moves.
import { mock } from 'node:test';

/** More turns of the event loop than any chain of steps takes that waits for nothing else. */
const MANY_TURNS = 20;

/** Resolves once all that waits only for its turn has run. */
export async function quiet(): Promise<void> {
  for (let turn = 0; turn < MANY_TURNS; turn++) await new Promise(setImmediate);
}

/** A promise that the test settles. */
interface Late<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
}

export function late<T = void>(): Late<T> {
  let resolve: Late<T>['resolve'] = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Runs a test with a clock that stands still until `pass` is called: `Date.now` and `setTimeout` follow it. */
export async function withClock(run: (pass: (milliseconds: number) => void) => Promise<void>): Promise<void> {
  let now = 0;
  const timers = new Map<number, { readonly at: number; readonly callback: () => void }>();
  const set = (callback: () => void, delay: number) => {
    timers.set(timers.size, { at: now + delay, callback });
    return timers.size - 1;
  };
  const mocked = [
    mock.method(Date, 'now', () => now),
    mock.method(globalThis, 'setTimeout', set as never),
    mock.method(globalThis, 'clearTimeout', ((timer: number) => timers.delete(timer)) as never),
  ];
  const pass = (milliseconds: number) => {
    now += milliseconds;
    for (const [timer, { at, callback }] of timers)
      if (at <= now) {
        timers.delete(timer);
        callback();
      }
  };
  try {
    await run(pass);
  } finally {
    for (const { mock } of mocked) mock.restore();
  }
}
