import { type Connection, DiagnosticSeverity } from 'vscode-languageserver';
import { SOURCE } from '../../languages/protocol';
import type { ProjectConfiguration } from '../../project/configuration-file/project-configuration';
import type { Schema } from '../../schema/types';
import { FileSearch } from '../files/file-search';
import type { FileSystem } from '../files/file-system';
import type { FileWatchers } from '../files/file-watchers';
import { uriKey } from '../files/uri-keys';
import { bundle } from '../load-analysis-bundle';
import type { Log } from '../log';
import type { Session } from '../session';
import { NearbyFacts } from './nearby-facts';

const UNWATCHED = 'Changes of the configuration will go unnoticed';

/** The configuration files around documents, up to the root of the file system. Their problems are shown in these files. */
export class NearbyConfigurations extends NearbyFacts<ProjectConfiguration> {
  private readonly shown = new WeakSet<ProjectConfiguration>();
  private readonly withProblems = new Set<string>();

  constructor(
    private readonly connection: Connection,
    session: Session,
    log: Log,
    files: FileSystem,
    watchers: FileWatchers,
    timeout: number,
    changed: (uri: string) => void,
  ) {
    /** An untrusted folder may not name files to read. */
    const schemaAt = async (folder: string, path: string): Promise<Schema | string | undefined> => {
      if (!session.client.isTrusted) return undefined;
      const { loadSchema, locateSets, watchersOf } = bundle();
      const problems: string[] = [];
      const report = (problem: string) => void problems.push(problem);
      const sets = locateSets([path], folder, report);
      const { relativePatternSupport = false } =
        session.client.capabilities.workspace?.didChangeWatchedFiles ?? {};
      if (sets.length > 0) void watchers.watch(watchersOf(sets, folder, relativePatternSupport), UNWATCHED);
      const schema = await loadSchema(sets, files, report);
      return problems[0] ?? schema;
    };
    super(log, new FileSearch(files, schemaAt), timeout, changed, {
      search: (folder) => bundle().configurationAround(folder),
      isSame: (one, other) => one === other,
      watch() {
        const all = [...bundle().PROJECT_FILES, bundle().BASELINE_NAME].map((name) => ({
          globPattern: `**/${name}`,
        }));
        void watchers.watch(all, UNWATCHED);
      },
    });
  }

  override searchAgain(): void {
    for (const uri of this.withProblems) void this.connection.sendDiagnostics({ uri, diagnostics: [] });
    this.withProblems.clear();
    super.searchAgain();
  }

  override async around(uri: string): Promise<ProjectConfiguration | undefined> {
    const found = await super.around(uri);
    if (found && !this.shown.has(found)) this.show(found);
    return found;
  }

  private show(configuration: ProjectConfiguration): void {
    this.shown.add(configuration);
    const { folder, fileName, problems } = configuration;
    if (problems.length === 0) return;
    const uri = `${folder.place}/${fileName}`;
    this.withProblems.add(uri);
    const diagnostics = problems.map(({ start, end, message }) => ({
      range: { start, end },
      severity: DiagnosticSeverity.Warning,
      source: SOURCE,
      message,
    }));
    void this.connection.sendDiagnostics({ uri, diagnostics });
    for (const { message } of problems) this.log.warn(`${uriKey(uri)}: ${message}`);
  }
}
