import type * as vscode from 'vscode';
import type { ValueChange } from '../../../server/src/configuration/value-change';
import type { OptimizerEditResult, PlannedConfiguration } from '../../../server/src/languages/protocol';
import type { ToPage } from '../../messages/messages';
import type { Server } from '../server';
import { fileName } from '../words';

/** Sends the sizes in a document to the memory page while that page is shown. */
export class Sizes {
  private isWanted = false;
  private revision = 0;
  private sent: { uri: vscode.Uri; configurations: PlannedConfiguration[] } | undefined;

  constructor(
    private readonly server: Server,
    private readonly post: (message: ToPage) => void,
  ) {}

  /** Whether the memory page is shown. */
  want(isWanted: boolean): void {
    this.isWanted = isWanted;
  }

  /** Sends the document's current sizes to the page. */
  async tell(uri: vscode.Uri): Promise<void> {
    if (!this.isWanted) return;
    const revision = ++this.revision;
    const configurations = (await this.server.plan(uri)) ?? [];
    // A later request is pending; its answer will be used.
    if (revision !== this.revision) return;
    this.sent = { uri, configurations };
    const file = fileName(uri);
    this.post({ kind: 'sizes', revision, file, configurations });
  }

  /**
   * Edits that write changes into the configuration that the page shows; undefined if the document has another one now.
   */
  async edits(
    revision: number,
    index: number,
    changes: ValueChange[],
  ): Promise<{ uri: vscode.Uri; result: OptimizerEditResult | undefined } | undefined> {
    const { sent } = this;
    const version = sent?.configurations[index]?.version;
    if (!sent || version === undefined || revision !== this.revision) return undefined;
    return { uri: sent.uri, result: await this.server.planEdit(sent.uri, { version, index, changes }) };
  }
}
