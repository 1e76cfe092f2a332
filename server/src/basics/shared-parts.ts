/** Deeper parts, and parts beyond that number, are not looked at. */
const MAX_DEPTH = 32;
const MAX_PARTS = 100_000;

/**
 * A function of a value and of its parts, which it gets by `inner`: each part is looked at once, as `[x, x]` of `[x, x]` and so
 * on has exponentially many. Where a value holds itself, or too much, the answer is `otherwise`.
 */
export function onceForEachPart<T extends object, R>(
  look: (part: T, inner: (part: T) => R) => R,
  otherwise: R,
): (value: T) => R {
  const known = new Map<T, R>();
  let depth = 0;
  const inner = (part: T): R => {
    if (known.has(part)) return known.get(part)!;
    if (depth === MAX_DEPTH || known.size === MAX_PARTS) return otherwise;
    known.set(part, otherwise);
    depth++;
    const found = look(part, inner);
    depth--;
    known.set(part, found);
    return found;
  };
  return inner;
}
