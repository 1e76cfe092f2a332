import { type Glob, readExactGlob } from './glob';

/** A line of an ignore file. */
interface Pattern {
  readonly fits: Glob;
  /** It fits the name alone, in whichever folder. */
  readonly byName: boolean;
  readonly foldersOnly: boolean;
  /** What it fits is not ignored after all. */
  readonly negated: boolean;
}

/** Whether a file or folder is ignored, by its path from the folder that the patterns count from; undefined where none fits. */
export type Ignores = (path: string, isFolder: boolean) => boolean | undefined;

/** The lines of a `.gitignore`: the last one that fits counts. */
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

/** Reads a pattern as gitignore(5) describes it; undefined for a comment, an empty line or nonsense. */
export function readPattern(line: string): Pattern | undefined {
  const text = line.slice(0, lengthWithoutBlanks(line));
  const [, negation, body = ''] = /^(!?)(.*)$/s.exec(text)!;
  if (text.startsWith('#') || body.trim() === '') return undefined;
  const foldersOnly = body.endsWith('/');
  const path = foldersOnly ? body.slice(0, -1) : body;
  const anchored = path.includes('/');
  const glob = path
    .replace(/^\//, '')
    // Braces mean themselves here.
    .replaceAll(/\\.|[{}]/g, (found) => (found.length === 1 ? `\\${found}` : found))
    // What is in the folder, not the folder itself.
    .replace(/\/\*\*$/, '/**/*');
  const fits = readExactGlob(glob);
  return fits && { fits, byName: !anchored, foldersOnly, negated: negation === '!' };
}

/** A blank at the end counts only behind a backslash. */
function lengthWithoutBlanks(line: string): number {
  let length = line.length - (line.endsWith('\r') ? 1 : 0);
  while (line[length - 1] === ' ' && line[length - 2] !== '\\') length--;
  return length;
}

/** Whether a file or a folder around it is ignored, by its path from the folder that the patterns count from. */
export function ignoresWithin(ignores: Ignores, path: string): boolean {
  const names = path.split('/');
  return names.some((_, i) => ignores(names.slice(0, i + 1).join('/'), i + 1 < names.length) === true);
}
