import {
  CodeLensRefreshRequest,
  type Connection,
  DiagnosticRefreshRequest,
  InlayHintRefreshRequest,
} from 'vscode-languageserver';
import type { Documents, Notebook } from './documents';
import type { Log } from './log';
import type { Session } from './session';
import type { Turns } from './turns';

/** Asks the client to ask again for what it shows all the time. */
export class Refresh {
  private readonly waiting = new Set<Notebook>();

  constructor(
    private readonly connection: Connection,
    private readonly session: Session,
    private readonly documents: Documents,
    private readonly turns: Turns,
    private readonly log: Log,
  ) {}

  all(): void {
    const { session, connection, log } = this;
    const { capabilities } = session.client;
    const { diagnostics, codeLens, inlayHint } = capabilities.workspace ?? {};
    if (session.pulls && diagnostics?.refreshSupport) {
      connection
        .sendRequest(DiagnosticRefreshRequest.type)
        .catch((error) => log.error('The client did not ask for new diagnostics', error));
    }
    if (codeLens?.refreshSupport) {
      connection
        .sendRequest(CodeLensRefreshRequest.type)
        .catch((error) => log.error('The client did not ask for new lenses', error));
    }
    if (inlayHint?.refreshSupport) {
      connection
        .sendRequest(InlayHintRefreshRequest.type)
        .catch((error) => log.error('The client did not ask for new hints', error));
    }
  }

  /** Without this, the client would ask again for the changed cell only. Runs once for a burst of changes. */
  async cells(notebook: Notebook): Promise<void> {
    if (this.waiting.has(notebook)) return;
    this.waiting.add(notebook);
    await this.turns.next();
    this.waiting.delete(notebook);
    const wasOurs = notebook.isOurs;
    notebook.isOurs = notebook.analysis(this.documents.analyzer).isOurs;
    if (wasOurs || notebook.isOurs) this.all();
  }
}
