import assert from 'node:assert/strict';

/** Seconds of the processor: far above what a slow machine needs, far below what a quadratic step takes. */
const LIMIT = 5;

/** Runs it, and fails where it takes long. What else keeps the machine busy does not count. */
export function soon(run: () => void): void {
  const start = process.cpuUsage();
  run();
  const seconds = process.cpuUsage(start).user / 1e6;
  assert.ok(seconds < LIMIT, `took ${seconds.toFixed(1)} s of the processor`);
}
