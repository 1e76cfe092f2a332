import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { decode } from '../../basics/decode';
import { excerpt } from '../../basics/excerpt';
import { readFile } from '../../basics/regular-file';
import { ENVIRONMENT_MARK, isInToolFolder } from '../../project/files/files';
import { IGNORE_FILES, type IgnoreFile, isIgnored } from '../../project/files/ignore-files';
import { type Ignores, readIgnores, readPattern } from '../../schema/ignore';
import { UsageError, type Values } from '../command';
import { filesIn, isFolder, type Selection } from './files';
import { NearbyFacts } from './nearby-facts';
import { pathInside, repositoryAround } from './paths';

/** In bytes. Files written by hand are smaller. */
const MAX_IGNORE_FILE = 1024 * 1024;

/** Decides what is left out, by the command line, ignore files, configuration files and virtual environments. */
export class ChosenFiles implements Selection {
  private readonly ignoreFiles = new Map<string, readonly IgnoreFile[]>();
  private readonly roots = new Map<string, string | undefined>();
  private readonly given: Ignores | undefined;
  private readonly leftOut: { readonly path: string; readonly isFolder: boolean }[] = [];

  constructor(
    private readonly values: Values,
    private readonly nearby: NearbyFacts,
  ) {
    const patterns = (values['exclude'] ?? []) as string[];
    const wrong = patterns.find((pattern) => !readPattern(pattern));
    if (wrong !== undefined)
      throw new UsageError(`--exclude: "${excerpt(wrong)}" is not a pattern as in .gitignore.`);
    this.given = patterns.length > 0 ? readIgnores(patterns) : undefined;
  }

  excludes(path: string, isFolder: boolean, top: string): boolean {
    const isOut = this.isOut(resolve(path), isFolder, resolve(top));
    if (isOut) this.leftOut.push({ path, isFolder });
    return isOut;
  }

  /** The files left out so far: for each folder, one file that may be relevant. */
  get leftOutFiles(): readonly string[] {
    return this.leftOut.flatMap(({ path, isFolder }) => {
      if (!isFolder) return path;
      for (const file of filesIn(path)) return file;
      return [];
    });
  }

  private isOut(file: string, isFolder: boolean, top: string): boolean {
    const says = (folder: string, ignores: Ignores) => {
      const inside = pathInside(folder, file);
      return inside !== undefined && ignores(inside, isFolder) === true;
    };
    if (this.given && says(process.cwd(), this.given)) return true;
    const folder = dirname(file);
    const configuration = this.nearby.configuration(file);
    if (configuration && says(configuration.folder.place, configuration.excludes)) return true;
    if (this.values['no-ignore']) return false;
    return isIgnored(file.replaceAll(sep, '/'), isFolder, this.ignoreFilesOf(folder, top));
  }

  leavesOutNamed(path: string): boolean {
    if (!this.values['force-exclude']) return false;
    const here = process.cwd();
    for (let at = resolve(path); dirname(at) !== at; at = dirname(at)) {
      if (this.isOut(at, isFolder(at), here)) return true;
      const isInside = at !== here && pathInside(here, at) !== undefined;
      if (isInside && (isInToolFolder(basename(at)) || existsSync(join(at, ENVIRONMENT_MARK)))) return true;
    }
    return false;
  }

  /** The ignore files for a folder, the nearest first: up to the root of the repository or, outside of one, up to `top`. */
  private ignoreFilesOf(folder: string, top: string): readonly IgnoreFile[] {
    const root = repositoryAround(folder, this.roots) ?? top;
    const key = `${root}\0${folder}`;
    const known = this.ignoreFiles.get(key);
    if (known) return known;
    const parent = dirname(folder);
    const isLast = parent === folder || folder === root;
    const files = [...ignoreFilesIn(folder), ...(isLast ? [] : this.ignoreFilesOf(parent, top))];
    this.ignoreFiles.set(key, files);
    return files;
  }
}

/** Both belong to one run of a command. */
export function choose(values: Values) {
  const nearby = new NearbyFacts(values);
  return { nearby, selection: new ChosenFiles(values, nearby) };
}

function ignoreFilesIn(folder: string): IgnoreFile[] {
  return [...IGNORE_FILES].reverse().flatMap((name) => {
    const path = join(folder, name);
    if (!existsSync(path)) return [];
    try {
      const { text } = decode(readFile(path, { maxSize: MAX_IGNORE_FILE }));
      return {
        folder: folder.replaceAll(sep, '/').replace(/\/$/, ''),
        ignores: readIgnores(text.split('\n')),
      };
    } catch {
      // An ignore file that cannot be read leaves nothing out.
      return [];
    }
  });
}
