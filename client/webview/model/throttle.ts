/** Runs the action at once, and then at most once per interval. The last call always runs. */
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
