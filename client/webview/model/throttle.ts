/** The action, done at once and then at most once in so many milliseconds; the last call is never lost. */
export function throttled(action: () => void, everyMs: number): () => void {
  let waiting = false;
  let again = false;
  return function call() {
    again = waiting;
    if (waiting) return;
    waiting = true;
    action();
    setTimeout(() => {
      waiting = false;
      if (again) call();
    }, everyMs);
  };
}
