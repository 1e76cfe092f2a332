import {
  type Connection,
  type Diagnostic,
  DiagnosticSeverity,
  DidChangeWatchedFilesNotification,
  type FileSystemWatcher,
} from 'vscode-languageserver';
import { rootOf } from '../../project/files/paths';
import type { Settings } from '../../project/settings';
import type { Ignores } from '../../schema/ignore';
import type { Schema } from '../../schema/types';
import type { Files } from '../files/files';
import { keyOf } from '../files/uri-keys';
import { core } from '../load-core';
import type { Log } from '../log';
import { SOURCE } from '../requests/convert';
import type { Session } from '../session';
import { FactsAround } from './facts-around';

/** The content of a configuration file, which applies to the files around it. */
export interface ProjectConfiguration {
  /** The URI of the folder that its paths and patterns are relative to. */
  readonly folder: string;
  readonly settings: Partial<Settings>;
  readonly schema: Schema;
  readonly excludes: Ignores;
}

/** Finds the configuration file of each document, up to the root of the file system, and shows its problems in that file. */
export class ProjectConfigurations extends FactsAround<ProjectConfiguration> {
  private readonly watched = new Set<string>();
  private readonly withProblems = new Set<string>();

  constructor(
    private readonly connection: Connection,
    private readonly session: Session,
    log: Log,
    files: Files,
    patience: number,
    changed: (uri: string) => void,
  ) {
    super(log, files, patience, changed);
  }

  /** Whether the client reports that such a file has changed. */
  get isWatched(): boolean {
    return this.session.client.capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
  }

  override again(): void {
    for (const uri of this.withProblems) void this.connection.sendDiagnostics({ uri, diagnostics: [] });
    this.withProblems.clear();
    super.again();
  }

  protected outermost(folder: string): string {
    return rootOf(folder);
  }

  protected isSame(one: ProjectConfiguration | undefined, other: ProjectConfiguration | undefined): boolean {
    return one === other;
  }

  protected async in(folder: string): Promise<ProjectConfiguration | undefined> {
    const { PROJECT_FILES } = core();
    for (const name of PROJECT_FILES) {
      const found = await this.read(folder, name);
      if (found) return found;
    }
    return undefined;
  }

  private async read(folder: string, name: string): Promise<ProjectConfiguration | undefined> {
    const {
      lineIndex,
      loadSchema,
      locateSets,
      MAX_PROJECT_FILE,
      patternsFrom,
      readIgnores,
      readProjectFile,
    } = core();
    const uri = `${folder}/${name}`;
    const bytes = await this.files.readFile(uri, MAX_PROJECT_FILE).catch(() => undefined);
    const text = bytes && new TextDecoder().decode(bytes);
    const file = text === undefined ? undefined : readProjectFile(name, text);
    if (!file) return undefined;
    const { settings } = file;
    const { filePatterns = [], exclude = [], descriptorSets = [] } = settings;
    const problems = [...file.problems];
    // An untrusted folder may not name files to read.
    const named = this.session.client.isTrusted ? descriptorSets : [];
    const schemas: Schema[] = [];
    for (const path of named) {
      const report = (message: string) => problems.push({ message, ...file.placeOfSet(path) });
      const sets = locateSets([path], folder, report);
      this.watchFiles(core().watchersOf(sets, folder, this.hasRelativePatterns));
      schemas.push(await loadSchema(sets, this.files, report));
    }
    this.show(uri, problems, lineIndex(text!).position);
    return {
      folder,
      settings: { ...settings, filePatterns: patternsFrom(filePatterns, core().pathOf(folder)) },
      schema: core().combine(core().builtin, ...schemas),
      excludes: readIgnores(exclude),
    };
  }

  private show(
    uri: string,
    problems: readonly { readonly start: number; readonly end: number; readonly message: string }[],
    position: (offset: number) => Diagnostic['range']['start'],
  ): void {
    if (problems.length === 0) return;
    this.withProblems.add(uri);
    const diagnostics = problems.map(
      ({ start, end, message }): Diagnostic => ({
        range: { start: position(start), end: position(end) },
        severity: DiagnosticSeverity.Warning,
        source: SOURCE,
        message,
      }),
    );
    void this.connection.sendDiagnostics({ uri, diagnostics });
    for (const { message } of problems) this.log.warn(`${keyOf(uri)}: ${message}`);
  }

  private get hasRelativePatterns(): boolean {
    return this.session.client.capabilities.workspace?.didChangeWatchedFiles?.relativePatternSupport === true;
  }

  protected watch(): void {
    this.watchFiles(core().PROJECT_FILES.map((name) => ({ globPattern: `**/${name}` })));
  }

  private watchFiles(wanted: readonly FileSystemWatcher[]): void {
    const watchers = wanted.filter((watcher) => !this.watched.has(JSON.stringify(watcher)));
    if (!this.isWatched || watchers.length === 0) return;
    for (const watcher of watchers) this.watched.add(JSON.stringify(watcher));
    this.connection.client
      .register(DidChangeWatchedFilesNotification.type, { watchers })
      .catch((error) => this.log.error('Changes of the configuration will go unnoticed', error));
  }
}
