import {
  CodeLensRefreshRequest,
  type Connection,
  DiagnosticRefreshRequest,
  InlayHintRefreshRequest,
  SemanticTokensRefreshRequest,
} from 'vscode-languageserver';
import type { Log } from '../log';
import { canPull, type Session } from '../session';
import type { Turns } from '../turns';
import type { Documents, Notebook } from './documents';
import type { ReadableWorkspace } from './program-inputs';

/** Asks the client to refresh the features that it shows permanently. */
export class Refresh {
  private readonly waiting = new Set<Notebook>();
  private isReading = false;

  constructor(
    private readonly connection: Pick<Connection, 'sendRequest'>,
    private readonly session: Session,
    private readonly documents: Pick<Documents, 'all' | 'analyzerOf' | 'settle'>,
    private readonly readable: ReadableWorkspace,
    private readonly turns: Turns,
    private readonly log: Log,
  ) {}

  all(): void {
    const { session, connection, log } = this;
    const { codeLens, inlayHint, semanticTokens } = session.client.capabilities.workspace ?? {};
    const wanted = [
      [canPull(session.client), DiagnosticRefreshRequest.type],
      [codeLens?.refreshSupport, CodeLensRefreshRequest.type],
      [inlayHint?.refreshSupport, InlayHintRefreshRequest.type],
      [semanticTokens?.refreshSupport, SemanticTokensRefreshRequest.type],
    ] as const;
    for (const [isWanted, type] of wanted)
      if (isWanted)
        connection
          .sendRequest(type)
          .catch((error) => log.error(`The client did not answer ${type.method}`, error));
  }

  /** Without this, the client would ask again for the changed cell only. Runs once for a burst of changes. */
  async cells(notebook: Notebook): Promise<void> {
    if (this.waiting.has(notebook)) return;
    this.waiting.add(notebook);
    await this.turns.next();
    this.waiting.delete(notebook);
    const wasOurs = notebook.isOurs;
    notebook.isOurs = notebook.analysis(this.documents.analyzerOf(notebook.uri)).isOurs;
    if (wasOurs || notebook.isOurs) this.all();
  }

  /** Reads the files of open programs again, because these may have changed. */
  async programs(): Promise<void> {
    const readers = this.documents.all().filter((document) => document.files.hasAsked);
    if (this.isReading || readers.length === 0) return;
    this.isReading = true;
    await this.turns.next();
    this.isReading = false;
    const changed = await this.log.attemptLater(
      'Reading again what programs read',
      Promise.all(readers.map((document) => this.documents.settle(document, this.readable))),
      [],
    );
    if (changed.includes(true)) this.all();
  }
}
