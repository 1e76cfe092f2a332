import {
  type Connection,
  type Diagnostic,
  DocumentDiagnosticReportKind,
  type WorkDoneProgressReporter,
  type WorkspaceDiagnosticParams,
  WorkspaceDiagnosticRequest,
  type WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver';
import { uriKey } from '../files/uri-keys';

/** A client that accepts partial results gets them after each batch of this many files. */
const FILES_PER_PART = 20;

/** One answer about the diagnostics of a workspace, and its progress. */
export class WorkspaceReport {
  /** Whether it says anything that the client does not know. */
  hasNews = false;
  private items: WorkspaceDocumentDiagnosticReport[] = [];
  private readonly known: ReadonlyMap<string, { readonly uri: string; readonly value: string }>;
  private readonly reported = new Set<string>();
  private readonly progress: WorkDoneProgressReporter;

  constructor(
    private readonly connection: Connection,
    private readonly params: Partial<WorkspaceDiagnosticParams>,
  ) {
    const { previousResultIds = [], workDoneToken } = params;
    this.known = new Map(previousResultIds.map((previous) => [uriKey(previous.uri), previous]));
    this.progress = connection.window.attachWorkDoneProgress(workDoneToken);
    this.progress.begin('Checking the files of the workspace', 0, '', true);
  }

  knows(uri: string, resultId: string): boolean {
    return this.known.get(uriKey(uri))?.value === resultId;
  }

  addUnchanged(uri: string, version: number | null, resultId: string): void {
    this.reported.add(uriKey(uri));
    this.items.push({ kind: DocumentDiagnosticReportKind.Unchanged, uri, version, resultId });
  }

  add(uri: string, version: number | null, resultId: string, items: Diagnostic[]): void {
    this.reported.add(uriKey(uri));
    this.hasNews = true;
    this.items.push({ kind: DocumentDiagnosticReportKind.Full, uri, version, resultId, items });
  }

  /** Reports progress: the number of files that are checked. */
  reached(files: number, all: number): void {
    if (files % FILES_PER_PART !== 0) return;
    this.progress.report((100 * files) / all, `${files} of ${all} files`);
    const { partialResultToken } = this.params;
    if (partialResultToken === undefined || this.items.length === 0) return;
    const items = this.items.splice(0);
    void this.connection.sendProgress(WorkspaceDiagnosticRequest.partialResult, partialResultToken, {
      items,
    });
  }

  /** Files that were deleted, and files without problems now. */
  addSolved(): void {
    for (const [key, { uri }] of this.known) {
      if (this.reported.has(key)) continue;
      this.hasNews = true;
      this.items.push({ kind: DocumentDiagnosticReportKind.Full, uri, version: null, items: [] });
    }
  }

  /** The part that has not been sent yet. */
  end(): { items: WorkspaceDocumentDiagnosticReport[] } {
    this.progress.done();
    return { items: this.items };
  }
}
