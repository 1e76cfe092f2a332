import { join, resolve } from 'node:path';
import { decode } from '../../basics/decode';
import { readFile } from '../../basics/regular-file';
import { UsageError } from '../../basics/usage-error';
import type { Environment } from '../../catalogue/environment';
import {
  configurationAround,
  type ProjectConfiguration,
  readConfiguration,
} from '../../project/configuration-file/project-configuration';
import { JSON_NAME, MAX_PROJECT_FILE } from '../../project/configuration-file/project-file';
import { environmentAround } from '../../project/environment/folder';
import { environmentIn, type Listing, listingsAround } from '../../project/environment/listings';
import { ignoreFilesAround, isIgnored } from '../../project/files/excluded-files';
import { type Folder, repositoryOrTop, type Search } from '../../project/nearby';
import type { Values } from '../command';
import { DiskSearch } from './disk-search';
import { shownPath, slashed } from './paths';

/** The facts from the files around those that a command reads. */
export class NearbyFacts {
  /** The problems of all configuration files that were read, with their places. */
  readonly problems: string[] = [];
  /** What they should say otherwise, though it counts. */
  readonly notices: string[] = [];
  private readonly reported = new Set<ProjectConfiguration>();
  private readonly named: { readonly configuration: ProjectConfiguration | undefined } | undefined;
  private readonly searches = new DiskSearch((path, { message }) => {
    // A pyproject.toml has other purposes, and may contain no configuration for this tool.
    if (path.endsWith(JSON_NAME)) this.problems.push(message);
  });

  constructor({ config, 'no-config': none }: Values = {}) {
    if (none) this.named = { configuration: undefined };
    else if (config !== undefined) this.named = { configuration: this.readNamed(String(config)) };
  }

  /** The configuration for a file: that of the nearest folder, or the one that the command line names. */
  configuration(path: string): ProjectConfiguration | undefined {
    if (this.named) return this.named.configuration;
    const found = this.around(path, configurationAround);
    if (found) this.report(found, join(found.folder.place, found.fileName));
    return found;
  }

  /** The libraries that a program runs on. */
  environment(path: string): Environment {
    return this.around(path, function* (folder) {
      return yield* environmentAround(folder, yield* topAround(folder));
    });
  }

  /** What the files and environments in a folder, and in those around it, say about packages. */
  listings(folder: string): readonly Listing[] {
    const found = this.around(join(folder, 'any'), function* (at) {
      return yield* listingsAround(at, yield* topAround(at));
    });
    return found.flatMap(({ folder: { place }, listings }) =>
      listings.map((listing) => ({ ...listing, source: shownPath(join(place, listing.source)) })),
    );
  }

  /** What is installed in the environment with a folder; undefined if it is no environment. */
  installed(folder: string): Listing | undefined {
    return this.around(join(folder, 'any'), (at) => environmentIn(at, [], shownPath(folder)));
  }

  /** The repository's root, or else the working directory. Outside of both, the folder of the file. */
  top(path: string): string {
    return resolve(`${this.around(path, topAround)}/`);
  }

  /** Whether a file or folder is ignored by git, or outside of a repository by ignore files up to the folder `top`. */
  isIgnored(path: string, isFolder: boolean, top: string): boolean {
    const files = this.around(path, (folder) => ignoreFilesAround(folder, [slashed(top)]));
    return isIgnored(slashed(path), isFolder, files);
  }

  private around<Fact>(path: string, search: (folder: Folder) => Search<Fact>): Fact {
    return this.searches.run(search(this.searches.folderOf(path)));
  }

  private readNamed(path: string): ProjectConfiguration {
    const { text } = decode(readFile(path, { maxSize: MAX_PROJECT_FILE }));
    const configuration = this.around(path, (folder) => readConfiguration(folder, path, text));
    if (!configuration) throw new UsageError(`--config: ${path} has no table [tool.tpu-embedding].`);
    this.report(configuration, path);
    return configuration;
  }

  private report(configuration: ProjectConfiguration, path: string): void {
    if (this.reported.has(configuration)) return;
    this.reported.add(configuration);
    for (const { message, start, isNotice } of configuration.problems)
      (isNotice ? this.notices : this.problems).push(
        `${shownPath(path)}:${start.line + 1}:${start.character + 1}: ${message}`,
      );
  }
}

const topAround = (folder: Folder) => repositoryOrTop(folder, [slashed(process.cwd())]);
