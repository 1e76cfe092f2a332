/** The files that there are. */
export interface KnownFiles {
  /** Whether there is one of this decoded URI. */
  readonly has: (key: string) => boolean;
  /** All of a name, in any folder. */
  readonly called: (name: string) => readonly string[];
}

export function filesOf(keys: readonly string[]): KnownFiles {
  const all = new Set(keys);
  const byName = new Map<string, string[]>();
  for (const key of keys) {
    const same = byName.get(baseName(key)) ?? [];
    same.push(key);
    byName.set(baseName(key), same);
  }
  return { has: (key) => all.has(key), called: (name) => byName.get(name) ?? [] };
}

interface Around extends KnownFiles {
  /** The decoded URI of the program. */
  readonly from: string;
  /** That of its workspace folder. */
  readonly folder: string | undefined;
}

/** A file that a path may mean. */
export interface FileMeant {
  readonly file: string;
  /** Where the path counts from. */
  readonly base: string;
  /** Whether that is the program's folder or one around it; else it only ends like this, or is absolute. */
  readonly isAround: boolean;
}

/**
 * The file that a path in a program means. Where the program runs is not known, so the path may count from its own folder
 * and from each around it; else it is the only file of the workspace folder whose path ends like this.
 */
export const resolvePath = (path: string, around: Around): string | undefined => pathsMeant(path, around)[0];

/** All files that it may be, the likeliest first. */
export const pathsMeant = (path: string, around: Around): readonly string[] =>
  filesMeant(path, around).map(({ file }) => file);

/** The file that it means if it can mean no other. */
export function onlyFileMeant(path: string, around: Around): string | undefined {
  const [only, ...others] = pathsMeant(path, around);
  return others.length === 0 ? only : undefined;
}

/** The same as `pathsMeant`, with where the path counts from. */
export function filesMeant(path: string, { from, folder, has, called }: Around): readonly FileMeant[] {
  // Such as `gs://`: not on this computer.
  if (/^[a-z][\w+.-]+:\/\//i.test(path)) return [];
  const parts = path.replaceAll('\\', '/');
  if (/^(?:\/|[a-z]:)/i.test(parts)) {
    const base = rootOf(from);
    const file = `${base}${parts.startsWith('/') ? '' : '/'}${parts}`;
    return has(file) ? [{ file, base, isAround: false }] : [];
  }
  const found: FileMeant[] = [];
  const own = parentOf(from);
  for (const base of upwards(own)) {
    if (base.length < (folder ?? own).length) break;
    const file = joinPath(base, parts);
    if (has(file)) found.push({ file, base, isAround: true });
  }
  if (found.length > 0) return found;
  const tail = `/${parts.replace(/^(?:\.\.?\/)+/, '')}`;
  const [only, ...others] = called(baseName(tail)).filter(
    (file) => folder !== undefined && file.startsWith(`${folder}/`) && file.endsWith(tail),
  );
  return only === undefined || others.length > 0
    ? []
    : [{ file: only, base: only.slice(0, -tail.length), isAround: false }];
}

/** What absolute paths count from: a URI up to its path. */
export const rootOf = (uri: string) => /^[^/]*(?:\/\/[^/]*)?/.exec(uri)![0];

export const baseName = (key: string) => key.slice(key.lastIndexOf('/') + 1);

export const parentOf = (key: string) => key.slice(0, Math.max(0, key.lastIndexOf('/')));

/** In characters. No system opens a path of more than 4096 bytes, and a URI may take three for each. */
const LONGEST_PATH = 3 * 4096;

/**
 * A folder and those around it, the nearest first, without any that cannot exist. Each is shorter than the one before, so this
 * ends for any text.
 */
export function* upwards(folder: string, parent = parentOf): Generator<string> {
  for (let at = folder, last = Number.POSITIVE_INFINITY; at.length < last; at = parent(at)) {
    if (at.length <= LONGEST_PATH) yield at;
    last = at.length;
  }
}

export function joinPath(folder: string, path: string): string {
  const names = folder.split('/');
  for (const name of path.split('/')) {
    if (name === '..') names.splice(Math.max(1, names.length - 1));
    else if (name !== '.' && name !== '') names.push(name);
  }
  return names.join('/');
}

/** The path from a folder to a file. */
export function relativePath(base: string, file: string): string {
  const from = base.split('/');
  const to = file.split('/');
  let common = 0;
  while (common < from.length && common < to.length - 1 && from[common] === to[common]) common++;
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/');
}
