import type { Analysis } from '../../languages/language';

const ids = new WeakMap<Analysis, string>();
let count = 0;

/** Names the diagnostics of one analysis; another text or other settings make another result. */
export function resultIdOf(analysis: Analysis): string {
  const id = ids.get(analysis) ?? `${++count}`;
  ids.set(analysis, id);
  return id;
}
