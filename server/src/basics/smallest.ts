/** Limits the work on texts of many thousand parts; what is left then is small enough to read. */
const MAX_TRIES = 600;

/**
 * As few of the parts, in their order, as still show something: halves are left out while it shows, then quarters, and in the end
 * single parts, until none can go. All parts if not even they show it.
 */
export function smallest<Part>(
  parts: readonly Part[],
  shows: (left: readonly Part[]) => boolean,
): readonly Part[] {
  if (!shows(parts)) return parts;
  let left = parts;
  let tries = MAX_TRIES;
  for (let size = Math.ceil(left.length / 2); size > 0 && left.length > 1 && tries > 0; ) {
    const before = left.length;
    // From the end: what comes later needs what comes before, seldom the other way round.
    for (let end = left.length; end > 0 && tries > 0; end -= size, tries--) {
      const without = [...left.slice(0, Math.max(0, end - size)), ...left.slice(end)];
      if (without.length > 0 && shows(without)) left = without;
    }
    if (left.length === before) size = size === 1 ? 0 : Math.ceil(size / 2);
    else size = Math.min(size, Math.ceil(left.length / 2));
  }
  return left;
}
