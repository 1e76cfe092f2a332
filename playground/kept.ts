// What the browser keeps for the page: for each tab its own, and for one to come what was kept last.

const STORES = ['sessionStorage', 'localStorage'] as const;

export function kept(key: string): string | undefined {
  for (const name of STORES) {
    const value = attempt(() => globalThis[name].getItem(key));
    if (typeof value === 'string') return value;
  }
  return undefined;
}

/** False where the browser keeps nothing, or has no room for it. */
export function keep(key: string, value: string): boolean {
  const done = STORES.map((name) =>
    attempt(() => {
      // What was kept before is no longer true, even where there is no room for more.
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

/** Some browsers refuse. */
function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
