import type { Connection } from 'vscode-languageserver';
import { type Installed, ruleLinks } from '../files/installed';
import type { Log } from '../log';
import { toDiagnostics } from '../requests/convert';
import { canPull, type Session } from '../session';
import { settledWithin } from '../timeout';
import type { Turns } from '../turns';
import type { Documents } from './documents';
import type { ReadableWorkspace } from './program-inputs';

/** Pushes diagnostics to a client that does not pull them: it cannot, or it announces pulling and never does it. */
export class PushDiagnostics {
  private readonly waiting = new Set<string>();
  /** The documents whose diagnostics were pushed to the client. */
  private readonly sent = new Set<string>();
  private hasPulled = false;
  private whenPulled = () => {};
  private readonly firstPull = new Promise<void>((resolve) => {
    this.whenPulled = resolve;
  });
  /** Resolves when the client has pulled diagnostics, or the timeout has passed. */
  private decision: Promise<unknown> | undefined;

  constructor(
    private readonly connection: Pick<Connection, 'sendDiagnostics'>,
    private readonly session: Session,
    private readonly documents: Pick<Documents, 'get' | 'settle'>,
    private readonly turns: Turns,
    private readonly log: Log,
    private readonly host: Installed & { readonly pullTimeout: number },
    private readonly readable: ReadableWorkspace,
  ) {}

  /** Sends them once for a burst of changes. */
  async changed(uri: string): Promise<void> {
    if (this.hasPulled || this.waiting.has(uri)) return;
    this.waiting.add(uri);
    this.decision ??= canPull(this.session.client)
      ? settledWithin(this.firstPull, this.host.pullTimeout)
      : Promise.resolve();
    await this.decision;
    await this.turns.next();
    const document = this.waiting.delete(uri) ? this.documents.get(uri) : undefined;
    if (!document || this.hasPulled) return;
    const what = `textDocument/publishDiagnostics of ${uri}`;
    await this.log.attemptLater(what, this.documents.settle(document, this.readable), false);
    if (this.documents.get(uri) !== document || this.hasPulled) return;
    const linkTo = ruleLinks(this.session.client, this.host);
    const diagnose = () => toDiagnostics(document, document.diagnose(), linkTo);
    const diagnostics = this.log.attempt(what, diagnose, []);
    this.sent.add(uri);
    void this.connection.sendDiagnostics({ uri, version: document.version, diagnostics });
  }

  /** The client has pulled. From now on nothing is pushed, and pushed diagnostics are cleared, else they would show twice. */
  pulled(): void {
    this.hasPulled = true;
    this.whenPulled();
    for (const uri of this.sent) this.clear(uri);
  }

  closed(uri: string): void {
    this.waiting.delete(uri);
    this.clear(uri);
  }

  private clear(uri: string): void {
    if (this.sent.delete(uri)) void this.connection.sendDiagnostics({ uri, diagnostics: [] });
  }
}
