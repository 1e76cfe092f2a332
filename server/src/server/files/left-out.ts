import type { ProjectConfiguration } from '../../project/configuration-file/project-configuration';
import type { IgnoreFile } from '../../project/files/ignore-files';
import { parentOf, rootOf } from '../../project/files/paths';
import type { Settings } from '../../project/settings';
import type { Ignores } from '../../schema/ignore';
import { core } from '../load-core';
import type { Session } from '../session';
import type { NearbyFacts } from '../workspace/nearby-facts';
import type { Files } from './files';
import { isIn, keyOf } from './uri-keys';

/** In bytes. Files written by hand are smaller. */
const MAX_IGNORE_FILE = 1024 * 1024;

/** The files without problems: excluded by configuration files or, without one, by the settings, or ignored by git. */
export class LeftOut {
  private ignoreFiles = new Map<string, Promise<readonly IgnoreFile[]>>();
  private readonly read = new WeakMap<readonly string[], Ignores>();

  constructor(
    private readonly session: Session,
    private readonly configurations: Pick<NearbyFacts<ProjectConfiguration>, 'of' | 'around'>,
    /** Those of the editor. */
    private readonly settings: () => Settings,
    private readonly files: Pick<Files, 'readFile' | 'stampOf'>,
  ) {}

  /** Ignore files have changed. */
  forget(): void {
    this.ignoreFiles = new Map();
  }

  /** Whether a file or a folder around it is excluded, according to the facts known so far. */
  excludes(uri: string): boolean {
    const path = this.exclusion(uri, this.configurations.of(uri));
    return path !== undefined && core().ignoresWithin(path.ignores, path.inFolder);
  }

  /** Whether a file or folder itself is excluded or ignored. */
  async has(uri: string, isFolder: boolean): Promise<boolean> {
    const path = this.exclusion(uri, await this.configurations.around(uri));
    if (path?.ignores(path.inFolder, isFolder)) return true;
    return core().isIgnored(keyOf(uri), isFolder, await this.ignoreFilesOf(parentOf(uri)));
  }

  private exclusion(uri: string, found: ProjectConfiguration | undefined) {
    const folder = found?.folder.place ?? this.session.client.folders.find((each) => isAround(each, uri));
    if (folder === undefined || !isAround(folder, uri)) return undefined;
    return {
      ignores: found?.excludes ?? this.ignoresOf(this.settings().exclude),
      inFolder: keyOf(uri).slice(keyOf(folder).length + 1),
    };
  }

  private ignoresOf(patterns: readonly string[]): Ignores {
    const ignores = this.read.get(patterns) ?? core().readIgnores(patterns);
    this.read.set(patterns, ignores);
    return ignores;
  }

  /** The ignore files for a folder, the nearest first: up to the root of the repository or, outside of one, of the workspace. */
  private ignoreFilesOf(folder: string): Promise<readonly IgnoreFile[]> {
    const files = this.ignoreFiles.get(folder) ?? this.find(folder);
    this.ignoreFiles.set(folder, files);
    return files;
  }

  private async find(folder: string): Promise<readonly IgnoreFile[]> {
    const own: IgnoreFile[] = [];
    for (const name of core().IGNORE_FILES) {
      const bytes = await this.files.readFile(`${folder}/${name}`, MAX_IGNORE_FILE).catch(() => undefined);
      if (bytes)
        own.unshift({
          folder: keyOf(folder),
          ignores: core().readIgnores(new TextDecoder().decode(bytes).split('\n')),
        });
    }
    const { folders } = this.session.client;
    const isTop = !folders.some((each) => isAround(each, folder));
    const isLast =
      (await this.isRepository(folder)) || (isTop && !(await this.isInRepository(parentOf(folder))));
    return isLast ? own : [...own, ...(await this.ignoreFilesOf(parentOf(folder)))];
  }

  private async isInRepository(folder: string): Promise<boolean> {
    for (let at = folder; isIn(at, rootOf(folder)); at = parentOf(at))
      if (await this.isRepository(at)) return true;
    return false;
  }

  private isRepository(folder: string): Promise<boolean> {
    const mark = this.files.stampOf(`${folder}/.git`);
    return mark.then(
      () => true,
      () => false,
    );
  }
}

const isAround = (folder: string, uri: string) => keyOf(uri).startsWith(`${keyOf(folder)}/`);
