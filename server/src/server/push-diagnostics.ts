import type { Connection } from 'vscode-languageserver';
import { toDiagnostic } from './convert';
import type { Documents } from './documents';
import { type Installed, ruleLinks } from './installed';
import type { Log } from './log';
import type { Readable } from './program-files';
import type { Session } from './session';
import type { Turns } from './turns';

/** Sends diagnostics to a client that cannot ask for them. */
export class PushDiagnostics {
  private readonly waiting = new Set<string>();

  constructor(
    private readonly connection: Connection,
    private readonly session: Session,
    private readonly documents: Documents,
    private readonly turns: Turns,
    private readonly log: Log,
    private readonly installed: Installed,
    private readonly around: Readable,
  ) {}

  /** Sends them once for a burst of changes. */
  async changed(uri: string): Promise<void> {
    if (this.session.pulls || this.waiting.has(uri)) return;
    this.waiting.add(uri);
    await this.turns.next();
    const document = this.waiting.delete(uri) ? this.documents.get(uri) : undefined;
    if (!document) return;
    const what = `textDocument/publishDiagnostics of ${uri}`;
    await this.log.attemptLater(what, this.documents.settle(document, this.around), false);
    if (this.documents.get(uri) !== document) return;
    const linkTo = ruleLinks(this.session.client, this.installed);
    const diagnostics = this.log.attempt(
      what,
      () => document.diagnose().map((diagnostic) => toDiagnostic(document, diagnostic, linkTo)),
      [],
    );
    void this.connection.sendDiagnostics({ uri, version: document.version, diagnostics });
  }

  closed(uri: string): void {
    this.waiting.delete(uri);
    if (!this.session.pulls) void this.connection.sendDiagnostics({ uri, diagnostics: [] });
  }
}
