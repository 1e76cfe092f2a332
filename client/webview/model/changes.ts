/**
 * Returns a function that tells whether any of its arguments changed since the last call. On the first call, all count
 * as changed.
 */
export function changes(): (...values: unknown[]) => boolean {
  let before: unknown[] | undefined;
  return (...values) => {
    const changed =
      before?.length !== values.length || values.some((value, index) => !Object.is(value, before![index]));
    before = values;
    return changed;
  };
}
