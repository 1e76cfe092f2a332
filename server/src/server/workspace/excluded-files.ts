import type { ProjectConfiguration } from '../../project/configuration-file/project-configuration';
import type { FolderPatterns } from '../../project/files/excluded-files';
import type { Settings } from '../../project/settings';
import type { Ignores } from '../../schema/ignore';
import { FileSearch } from '../files/file-search';
import type { FileSystem } from '../files/file-system';
import { folderAround, uriPath } from '../files/uri-keys';
import { bundle } from '../load-analysis-bundle';
import type { Session } from '../session';
import type { NearbyFacts } from './nearby-facts';

/** The files without problems: excluded by configuration files or, without one, by the settings, or ignored by git. */
export class ExcludedFiles {
  private readonly searches: FileSearch;
  private readonly read = new WeakMap<readonly string[], Ignores>();

  constructor(
    private readonly session: Session,
    private readonly configurations: Pick<NearbyFacts<ProjectConfiguration>, 'of' | 'around'>,
    /** The editor's settings. */
    private readonly settings: () => Settings,
    files: FileSystem,
  ) {
    this.searches = new FileSearch(files);
  }

  /** Ignore files have changed. */
  forget(): void {
    this.searches.forget();
  }

  /** Whether a file or a folder around it is excluded, according to the facts known so far. */
  excludes(uri: string): boolean {
    return this.patterns(uri, this.configurations.of(uri)).some((each) =>
      bundle().excludesWithin(each, uriPath(uri)),
    );
  }

  /** Whether a file or folder itself is excluded or ignored. */
  async has(uri: string, isFolder: boolean): Promise<boolean> {
    const { excludes, ignoreFilesAround, isIgnored } = bundle();
    const path = uriPath(uri);
    const patterns = this.patterns(uri, await this.configurations.around(uri));
    if (patterns.some((each) => excludes(each, path, isFolder))) return true;
    const folder = this.searches.folderOf(uri);
    if (!folder) return false;
    const search = ignoreFilesAround(folder, this.session.folderPaths);
    return isIgnored(path, isFolder, await this.searches.run(search));
  }

  private patterns(uri: string, found: ProjectConfiguration | undefined): readonly FolderPatterns[] {
    if (found) return [found.excludes];
    const folder = folderAround(uri, this.session.client.folders);
    if (folder === undefined) return [];
    return [{ folder: uriPath(folder), ignores: this.ignoresOf(this.settings().exclude) }];
  }

  private ignoresOf(patterns: readonly string[]): Ignores {
    const ignores = this.read.get(patterns) ?? bundle().readIgnores(patterns);
    this.read.set(patterns, ignores);
    return ignores;
  }
}
