import type {
  CancellationToken,
  Connection,
  Diagnostic,
  WorkspaceDiagnosticParams,
  WorkspaceDiagnosticReport,
} from 'vscode-languageserver';
import type { Environment } from '../../catalogue/environment';
import type { Analyzer } from '../../languages/snapshot';
import type { Documents } from '../documents/documents';
import type { ProgramInputs, ReadableWorkspace } from '../documents/program-inputs';
import { resultIdOf } from '../documents/result-ids';
import type { LinkToRule } from '../files/installed';
import { uriKey, uriPath } from '../files/uri-keys';
import { bundle } from '../load-analysis-bundle';
import type { Log } from '../log';
import { toDiagnostics } from '../requests/convert';
import type { Turns } from '../turns';
import type { NearbyFacts } from './nearby-facts';
import type { FilesByKey, Workspace, WorkspaceFile } from './workspace';
import { WorkspaceReport } from './workspace-report';

/** In bytes. Larger files are checked when they are open: other answers would wait too long for them. */
const MAX_CLOSED_FILE = 2 * 1024 * 1024;

/** Analyses leave much garbage: without collections in between, the process would keep growing. */
const FILES_PER_COLLECTION = 5;

/** The result for a closed file, without its diagnostics. */
interface CachedResult {
  readonly stamp: unknown;
  /** The id of its diagnostics; undefined if there are none. */
  readonly id: string | undefined;
  /** The files that the program reads, without their texts. */
  readonly files: ProgramInputs;
}

/** Finds the diagnostics of all files of the workspace. For closed files, only the id of the result is cached. */
export class WorkspaceDiagnostics {
  private readonly cached = new Map<string, CachedResult>();
  private analyzer: Analyzer | undefined;
  private checked = 0;
  private changes = 0;
  private waiting: (() => void)[] = [];
  private isFirst = true;

  constructor(
    private readonly connection: Connection,
    private readonly documents: Documents,
    private readonly workspace: Workspace,
    private readonly readable: ReadableWorkspace,
    private readonly versions: Pick<NearbyFacts<Environment>, 'around'>,
    private readonly turns: Turns,
    private readonly log: Log,
    private readonly host: { readonly collectGarbage: () => void },
  ) {}

  /** A file, a document or something that their diagnostics depend on has changed. */
  changed(): void {
    this.changes++;
    for (const wake of this.waiting.splice(0)) wake();
  }

  /** Something that applies to all files has changed. */
  forget(): void {
    this.cached.clear();
    this.changed();
  }

  /** Clients poll. If there is nothing new for a client, the answer waits until something changes. */
  async pull(
    params: WorkspaceDiagnosticParams,
    linkTo: LinkToRule,
    token: CancellationToken,
  ): Promise<WorkspaceDiagnosticReport> {
    const { changes, isFirst } = this;
    this.isFirst = false;
    const report = new WorkspaceReport(this.connection, params);
    await this.fill(report, linkTo, token);
    const answer = report.end();
    if (report.hasNews || isFirst || !this.workspace.isWatched) return answer;
    if (changes === this.changes && !token.isCancellationRequested) await this.nextChange(token);
    // The next request contains the result ids that the client has.
    return { items: [] };
  }

  private nextChange(token: CancellationToken): Promise<void> {
    return new Promise((wake) => {
      this.waiting.push(wake);
      token.onCancellationRequested(() => wake());
    });
  }

  private async fill(report: WorkspaceReport, linkTo: LinkToRule, token: CancellationToken): Promise<void> {
    const { analyzer } = this.documents;
    if (analyzer !== this.analyzer) this.cached.clear();
    this.analyzer = analyzer;
    this.addOpen(report, linkTo);
    const files: FilesByKey = analyzer.settings.workspaceDiagnostics
      ? await this.workspace.byKey()
      : new Map();
    const closed = [...files.values()].filter(({ isOpen }) => !isOpen);
    for (const [i, file] of closed.entries()) {
      report.reached(i, closed.length);
      await this.addClosed(report, file, files, linkTo);
      if (token.isCancellationRequested) return;
    }
    const keys = new Set(closed.map(({ uri }) => uriKey(uri)));
    for (const key of this.cached.keys()) if (!keys.has(key)) this.cached.delete(key);
    report.addSolved();
  }

  private addOpen(report: WorkspaceReport, linkTo: LinkToRule): void {
    for (const document of this.documents.all()) {
      const { uri, version } = document;
      // The client asks for these by another registration, and would show their problems twice.
      if (bundle().isDependencyFile(uriPath(uri))) continue;
      const id = resultIdOf(document.analysis);
      if (report.knows(uri, id)) report.addUnchanged(uri, version, id);
      else {
        const diagnose = () => toDiagnostics(document, document.diagnose(), linkTo);
        report.add(uri, version, id, this.log.attempt(`The diagnostics of ${uri}`, diagnose, []));
      }
    }
  }

  private async addClosed(
    report: WorkspaceReport,
    file: WorkspaceFile,
    files: FilesByKey,
    linkTo: LinkToRule,
  ): Promise<void> {
    const { uri, stamp } = file;
    const key = uriKey(uri);
    const known = this.cached.get(key);
    if (known && known.stamp === stamp && (await known.files.isCurrent(files, this.readable))) {
      const { id } = known;
      if (id === undefined) return;
      if (report.knows(uri, id) && (await file.isThere())) return report.addUnchanged(uri, null, id);
    }
    // Requests that a person waits for come first.
    await this.turns.next();
    const read = new (bundle().ProgramInputs)(uri);
    const what = `The diagnostics of ${uri}`;
    const found = await this.log.attemptLater(what, this.check(file, read, linkTo), []);
    read.release();
    if (++this.checked % FILES_PER_COLLECTION === 0) this.host.collectGarbage();
    const id = found.length === 0 ? undefined : `closed ${this.checked}`;
    this.cached.set(key, { stamp, id, files: read });
    if (id !== undefined) report.add(uri, null, id, found);
  }

  private async check(file: WorkspaceFile, files: ProgramInputs, linkTo: LinkToRule): Promise<Diagnostic[]> {
    const environment = (await this.versions.around(file.uri)) ?? {};
    const accepted = await this.documents.acceptedAround(file.uri);
    const options = { maxBytes: MAX_CLOSED_FILE, environment: () => environment, files };
    for (;;) {
      const document = await file.read(options);
      const found = document?.analysis.isOurs ? bundle().unaccepted(document.analysis, accepted) : [];
      // Only the analysis shows which files the program reads.
      if (await files.settle(this.readable)) continue;
      return document ? toDiagnostics(document, found, linkTo) : [];
    }
  }
}
