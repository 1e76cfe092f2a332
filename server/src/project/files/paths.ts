import { addTo } from '../../basics/groups';

/** The files of a workspace. */
export interface KnownFiles {
  /** Whether a file has this decoded URI. */
  readonly has: (key: string) => boolean;
  /** All files of a name, in any folder. */
  readonly called: (name: string) => readonly string[];
}

export function filesOf(keys: readonly string[]): KnownFiles {
  const all = new Set(keys);
  const byName = new Map<string, string[]>();
  for (const key of keys) addTo(byName, baseName(key), key);
  return { has: (key) => all.has(key), called: (name) => byName.get(name) ?? [] };
}

interface PathContext extends KnownFiles {
  /** The decoded URI of the program. */
  readonly from: string;
  /** The decoded URI of its workspace folder. */
  readonly folder: string | undefined;
}

/** A file that a path may mean. */
export interface CandidateFile {
  readonly file: string;
  /** The folder that the path is relative to. */
  readonly base: string;
  /** Whether that is the program's folder or a folder around it. Otherwise the path is absolute, or the file's path ends with it. */
  readonly isAround: boolean;
}

/**
 * The file that a path in a program means. The working directory is unknown, so the path may be relative to the program's
 * folder or to any folder around it. Otherwise it means the only file of the workspace folder whose path ends with it.
 */
export const resolvePath = (path: string, around: PathContext): string | undefined =>
  candidatePaths(path, around)[0];

/** All files that the path may mean, the likeliest first. */
export const candidatePaths = (path: string, around: PathContext): readonly string[] =>
  candidateFiles(path, around).map(({ file }) => file);

/** The file that the path means, if it can mean no other. */
export function onlyCandidate(path: string, around: PathContext): string | undefined {
  const [only, ...others] = candidatePaths(path, around);
  return others.length === 0 ? only : undefined;
}

/** The same as `candidatePaths`, with the folders that the path is relative to. */
export function candidateFiles(
  path: string,
  { from, folder, has, called }: PathContext,
): readonly CandidateFile[] {
  // A path such as `gs://` is not on this computer.
  if (/^[a-z][\w+.-]+:\/\//i.test(path)) return [];
  const parts = path.replaceAll('\\', '/');
  if (/^(?:\/|[a-z]:)/i.test(parts)) {
    const base = rootOf(from);
    const file = `${base}${parts.startsWith('/') ? '' : '/'}${parts}`;
    return has(file) ? [{ file, base, isAround: false }] : [];
  }
  const found: CandidateFile[] = [];
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

/** The part of a URI before its path. */
export const rootOf = (uri: string) => /^[^/]*(?:\/\/[^/]*)?/.exec(uri)![0];

export const baseName = (key: string) => key.slice(key.lastIndexOf('/') + 1);

export const parentOf = (key: string) => key.slice(0, Math.max(0, key.lastIndexOf('/')));

/** In characters. No system opens a path of more than 4096 bytes, and a URI may take three for each. */
const LONGEST_PATH = 3 * 4096;

/**
 * A folder and the folders around it, the nearest first, without those that cannot exist. Each is shorter than the one before,
 * so the loop ends for any text.
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
