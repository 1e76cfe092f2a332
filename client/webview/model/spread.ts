/** Moves labels up and down until none overlaps another or leaves the available space. */
export function spread(
  names: readonly { y: number }[],
  { top, bottom }: { top: number; bottom: number },
  lineHeight: number,
): void {
  const down = names.toSorted((a, b) => a.y - b.y);
  let least = top;
  for (const name of down) {
    name.y = Math.max(name.y, least);
    least = name.y + lineHeight;
  }
  let most = bottom;
  for (const name of down.reverse()) {
    name.y = Math.min(name.y, most);
    most = name.y - lineHeight;
  }
}
