import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { excerpt } from '../../basics/excerpt';
import { UsageError } from '../../basics/usage-error';
import { excludes, type FolderPatterns } from '../../project/files/excluded-files';
import { ENVIRONMENT_MARK, isInToolFolder } from '../../project/files/files';
import { upwards } from '../../project/files/paths';
import { readIgnores, readPattern } from '../../schema/ignore';
import type { Values } from '../command';
import { filesIn, isFolder, type Selection } from './files';
import { NearbyFacts } from './nearby-facts';
import { pathInside, slashed } from './paths';

/** Decides what is excluded, by the command line, ignore files, configuration files and virtual environments. */
class ChosenFiles implements Selection {
  private readonly options: FolderPatterns;
  private readonly excluded: { readonly path: string; readonly isFolder: boolean }[] = [];

  constructor(
    private readonly values: Values,
    private readonly nearby: NearbyFacts,
  ) {
    const patterns = (values['exclude'] ?? []) as string[];
    const wrong = patterns.find((pattern) => !readPattern(pattern));
    if (wrong !== undefined)
      throw new UsageError(`--exclude: "${excerpt(wrong)}" is not a pattern as in .gitignore.`);
    this.options = { folder: slashed(process.cwd()), ignores: readIgnores(patterns) };
  }

  excludes(path: string, isFolder: boolean, top: string): boolean {
    const isExcluded = this.isExcluded(resolve(path), isFolder, resolve(top));
    if (isExcluded) this.excluded.push({ path, isFolder });
    return isExcluded;
  }

  /** The files excluded so far: for each folder, one file that may be relevant. */
  get excludedFiles(): readonly string[] {
    return this.excluded.flatMap(({ path, isFolder }) => {
      if (!isFolder) return path;
      for (const file of filesIn(path)) return file;
      return [];
    });
  }

  private isExcluded(file: string, isFolder: boolean, top: string): boolean {
    const path = slashed(file);
    const stated = [this.options, this.nearby.configuration(file)?.excludes];
    if (stated.some((patterns) => patterns && excludes(patterns, path, isFolder))) return true;
    return !this.values['no-ignore'] && this.nearby.isIgnored(file, isFolder, top);
  }

  excludesNamed(path: string): boolean {
    if (!this.values['force-exclude']) return false;
    const here = process.cwd();
    for (const at of upwards(resolve(path), dirname)) {
      if (this.isExcluded(at, isFolder(at), here)) return true;
      const isInside = at !== here && pathInside(here, at) !== undefined;
      if (isInside && (isInToolFolder(basename(at)) || existsSync(join(at, ENVIRONMENT_MARK)))) return true;
    }
    return false;
  }
}

/** Both belong to one run of a command. */
export function choose(values: Values) {
  const nearby = new NearbyFacts(values);
  return { nearby, selection: new ChosenFiles(values, nearby) };
}
