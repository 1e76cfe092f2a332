import { type Glob, readExactGlob } from './glob';

/** A line of an ignore file. */
interface Pattern {
  readonly fits: Glob;
  /** It matches names in any folder. */
  readonly byName: boolean;
  readonly foldersOnly: boolean;
  /** Paths that match are not ignored after all. */
  readonly negated: boolean;
}

/** Whether a file or folder is ignored, by its path relative to the folder of the patterns; undefined if none matches. */
export type Ignores = (path: string, isFolder: boolean) => boolean | undefined;

/** The lines of a `.gitignore`: the last one that matches counts. */
export function readIgnores(lines: readonly string[]): Ignores {
  const patterns = lines.flatMap((line) => readPattern(line) ?? []).reverse();
  return (path, isFolder) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const found = patterns.find(
      ({ fits, byName, foldersOnly }) => (isFolder || !foldersOnly) && fits(byName ? name : path),
    );
    return found && !found.negated;
  };
}

/** Reads a pattern as in gitignore(5); undefined for a comment, an empty line or an invalid pattern. */
export function readPattern(line: string): Pattern | undefined {
  const text = line.slice(0, lengthWithoutBlanks(line));
  const [, negation, body = ''] = /^(!?)(.*)$/s.exec(text)!;
  if (text.startsWith('#') || body.trim() === '') return undefined;
  const foldersOnly = body.endsWith('/');
  const path = foldersOnly ? body.slice(0, -1) : body;
  const anchored = path.includes('/');
  const glob = path
    .replace(/^\//, '')
    // Braces have no special meaning here.
    .replaceAll(/\\.|[{}]/g, (found) => (found.length === 1 ? `\\${found}` : found))
    // A final `/**` means the folder's contents, not the folder itself.
    .replace(/\/\*\*$/, '/**/*');
  const fits = readExactGlob(glob);
  return fits && { fits, byName: !anchored, foldersOnly, negated: negation === '!' };
}

/** Trailing blanks count only after a backslash. */
function lengthWithoutBlanks(line: string): number {
  let length = line.length - (line.endsWith('\r') ? 1 : 0);
  while (line[length - 1] === ' ' && line[length - 2] !== '\\') length--;
  return length;
}

/** Whether a file or a folder around it is ignored, by its path relative to the folder of the patterns. */
export function ignoresWithin(ignores: Ignores, path: string): boolean {
  const names = path.split('/');
  return names.some((_, i) => ignores(names.slice(0, i + 1).join('/'), i + 1 < names.length) === true);
}
