interface Around {
  /** The decoded URI of the program. */
  readonly from: string;
  /** That of its workspace folder. */
  readonly folder: string | undefined;
  /** Whether there is a file of this decoded URI. */
  readonly has: (key: string) => boolean;
  /** All files of a name, in whatever folders. */
  readonly called: (name: string) => readonly string[];
}

/**
 * The file that a path in a program means. Where the program runs is not known, so the path may count from its own folder
 * and from each around it; else it is the only file of the workspace folder whose path ends like this.
 */
export const resolvePath = (path: string, around: Around): string | undefined => pathsMeant(path, around)[0];

/** All files that it may be, the likeliest first. */
export function pathsMeant(path: string, { from, folder, has, called }: Around): readonly string[] {
  // Such as `gs://`: not on this computer.
  if (/^[a-z][\w+.-]+:\/\//i.test(path)) return [];
  const parts = path.replaceAll('\\', '/');
  if (/^(?:\/|[a-z]:)/i.test(parts)) {
    const absolute = `file://${parts.startsWith('/') ? '' : '/'}${parts}`;
    return has(absolute) ? [absolute] : [];
  }
  const found: string[] = [];
  for (
    let around = parentOf(from);
    around.length >= (folder ?? parentOf(from)).length;
    around = parentOf(around)
  ) {
    const candidate = joinPath(around, parts);
    if (has(candidate)) found.push(candidate);
  }
  if (found.length > 0) return found;
  const tail = `/${parts.replace(/^(?:\.\.?\/)+/, '')}`;
  const [only, ...others] = called(baseName(tail)).filter(
    (file) => folder !== undefined && file.startsWith(`${folder}/`) && file.endsWith(tail),
  );
  return only === undefined || others.length > 0 ? [] : [only];
}

export const baseName = (key: string) => key.slice(key.lastIndexOf('/') + 1);

export const parentOf = (key: string) => key.slice(0, Math.max(0, key.lastIndexOf('/')));

export function joinPath(folder: string, path: string): string {
  const names = folder.split('/');
  for (const name of path.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '.' && name !== '') names.push(name);
  }
  return names.join('/');
}
