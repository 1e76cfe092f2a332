/** A zip archive of files by their paths. */
export function zip(
  files: Iterable<readonly [string, Buffer]>,
  isProgram?: (path: string) => boolean,
): Buffer;
