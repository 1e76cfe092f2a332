/** A string of its own: a slice would keep the whole text that it is a part of in memory. */
export function detached(slice: string): string {
  // Short slices are copies already.
  return slice.length < 13 ? slice : JSON.parse(JSON.stringify(slice));
}
