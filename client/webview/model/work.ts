// Runs work in slices, so that it can be cancelled between them.

/** Long enough that most previews finish in the first slice, short enough for sixty frames a second. */
const SLICE_MS = 8;

export interface Work {
  cancel(): void;
}

export interface Hooks<Progress, Result> {
  progress(state: Progress): void;
  done(result: Result): void;
}

/**
 * Runs a generator to its end. The first slice runs at once, so short work is done when this returns. The page can
 * update between the other slices.
 */
export function work<Progress, Result>(
  generator: Generator<Progress, Result>,
  hooks: Hooks<Progress, Result>,
  { now = () => performance.now(), later = setTimeout as (slice: () => void, ms: number) => unknown } = {},
): Work {
  let cancelled = false;
  const slice = () => {
    if (cancelled) return;
    const end = now() + SLICE_MS;
    for (;;) {
      const { value, done } = generator.next();
      if (done) return hooks.done(value);
      if (now() < end) continue;
      hooks.progress(value);
      later(slice, 0);
      return;
    }
  };
  slice();
  return {
    cancel() {
      cancelled = true;
    },
  };
}
