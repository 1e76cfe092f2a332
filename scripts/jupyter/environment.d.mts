/** A Python that has these modules, by its path; or why there is none. */
export function pythonWith(
  ...modules: string[]
): { python: string; problem?: never } | { python?: never; problem: string };
