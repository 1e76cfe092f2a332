/** The candidate that a mistyped name most likely means; undefined if none is similar. */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  const candidates = [...names];
  const wanted = normalize(name);
  return (
    likeliest(wanted, candidates) ??
    only(candidates, (c) => isAbbreviation(name, c)) ??
    only(candidates, (c) => isStart(wanted, c))
  );
}

/** A question about a mistyped name, in quotes if there are some; undefined if no candidate is similar. */
export function didYouMean(name: string, names: Iterable<string>, quote = ''): string | undefined {
  const meant = nearest(name, names);
  return meant === undefined ? undefined : `Did you mean ${quote}${meant}${quote}?`;
}

/** The same if nothing else can be meant: no other candidate is near, and no word is missing. */
export function unmistakable(name: string, names: Iterable<string>): string | undefined {
  const candidates = [...names];
  const found = nearest(name, candidates);
  const others = candidates.filter((candidate) => candidate !== found);
  if (found === undefined || nearest(name, others) !== undefined) return undefined;
  const isSpelledAlike = likeliest(normalize(name), [found]) !== undefined;
  return isSpelledAlike || name.split('_').length === found.split('_').length ? found : undefined;
}

/** The candidate with the fewest changes from a name; undefined if that takes many. */
function likeliest(wanted: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const near = normalize(candidate);
    const distance = editDistance(wanted, near, bestDistance);
    if (distance < bestDistance && !differsInDigits(wanted, near))
      [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/**
 * The candidate that a typing error turns into another name. Too many short words differ by that little: `ad` and `id`,
 * `query_a` and `query_b`.
 */
export function misspelled(name: string, names: Iterable<string>): string | undefined {
  const found = likeliest(normalize(name), [...names]);
  if (found === undefined) return undefined;
  const words = name.toLowerCase().split('_');
  const others = found.toLowerCase().split('_');
  const isLong = (word: string, other: string) => word === other || Math.max(word.length, other.length) > 3;
  const isSure =
    words.length === others.length
      ? words.every((word, i) => isLong(word, others[i]!))
      : isLong(normalize(name), normalize(found));
  return isSure ? found : undefined;
}

/** The candidate that differs only in case and underscores. */
export function sameName(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = normalize(name);
  return [...candidates].find((candidate) => normalize(candidate) === wanted);
}

/** `beta1` is not a misspelt `beta2`. */
function differsInDigits(a: string, b: string): boolean {
  return a !== b && a.replaceAll(/\d/g, '') === b.replaceAll(/\d/g, '');
}

/** Case and word separators do not matter: `numHosts` and `NUM_HOSTS` mean `num_hosts`. */
function normalize(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}

function only(candidates: readonly string[], matches: (candidate: string) => boolean): string | undefined {
  const found = candidates.filter(matches);
  return found.length === 1 ? found[0] : undefined;
}

/** Each word is the beginning of a word of the candidate: `vocab_size` for `vocabulary_size`. */
function isAbbreviation(name: string, candidate: string): boolean {
  const words = name.toLowerCase().split('_');
  const whole = candidate.split('_');
  return words.length === whole.length && words.every((word, i) => word !== '' && whole[i]!.startsWith(word));
}

function isStart(wanted: string, candidate: string): boolean {
  return wanted.length >= 3 && normalize(candidate).startsWith(wanted);
}

/** Insertions, deletions, replacements and swaps of neighbors; `limit` if there are more. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let previous: number[] = [];
  let current = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const before = previous;
    previous = current;
    current = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(previous[j]! + 1, current[j - 1]! + 1, previous[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, before[j - 2]! + 1);
      current.push(cost);
    }
  }
  return current[b.length]!;
}
