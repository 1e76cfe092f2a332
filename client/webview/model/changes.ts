/** Tells of some values whether any is another than the time before; the first time, all are. */
export function changes(): (...values: unknown[]) => boolean {
  let before: unknown[] | undefined;
  return (...values) => {
    const changed =
      before?.length !== values.length || values.some((value, index) => !Object.is(value, before![index]));
    before = values;
    return changed;
  };
}
