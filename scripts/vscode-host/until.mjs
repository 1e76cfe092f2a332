// Waiting for what must happen. Also runs in VS Code's extension hosts, so it imports nothing.

/** Timeout in milliseconds that even a busy machine does not reach. */
export const HANGS = 3 * 60_000;

/**
 * Polls until the probe's answer is truthy, and returns the answer. The last look comes after the timeout: between two
 * looks a busy machine may have stood still.
 */
export async function until(what, probe, pause = 50) {
  const deadline = Date.now() + HANGS;
  for (;;) {
    const isLast = Date.now() > deadline;
    const answer = await probe();
    if (answer) return answer;
    if (isLast) throw new Error(`Waited ${HANGS / 1000} s in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
