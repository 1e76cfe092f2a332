// Browser storage: each tab has its own values, and a new tab starts with the ones stored last.

const STORES = ['sessionStorage', 'localStorage'] as const;

export function stored(key: string): string | undefined {
  for (const name of STORES) {
    const value = attempt(() => globalThis[name].getItem(key));
    if (typeof value === 'string') return value;
  }
  return undefined;
}

/** False if the browser stores nothing, or has no space for the value. */
export function store(key: string, value: string): boolean {
  const done = STORES.map((name) =>
    attempt(() => {
      // Remove the old value first: it is outdated even if there is no space for the new one.
      globalThis[name].removeItem(key);
      globalThis[name].setItem(key, value);
      return true;
    }),
  );
  return done.some(Boolean);
}

export function forget(key: string): void {
  for (const name of STORES) attempt(() => globalThis[name].removeItem(key));
}

/** Some browsers throw on access to storage. */
function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
