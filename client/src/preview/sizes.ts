import type * as vscode from 'vscode';
import type {
  OptimizerChange,
  OptimizerEditResult,
  PlannedConfiguration,
} from '../../../server/src/protocol';
import type { ToPage } from '../../messages/messages';
import type { Server } from '../server';
import { nameOf } from '../words';

/** What the page about memory is told: the sizes in one document, once it shows them. */
export class Sizes {
  private isWanted = false;
  private revision = 0;
  private told: { uri: vscode.Uri; configurations: PlannedConfiguration[] } | undefined;

  constructor(
    private readonly server: Server,
    private readonly post: (message: ToPage) => void,
  ) {}

  /** Whether the page about memory is the one that shows. */
  want(isWanted: boolean): void {
    this.isWanted = isWanted;
  }

  /** Tells the page what the document says now. */
  async tell(uri: vscode.Uri): Promise<void> {
    if (!this.isWanted) return;
    const revision = ++this.revision;
    const configurations = (await this.server.plan(uri)) ?? [];
    // A later question is on its way, and its answer counts.
    if (revision !== this.revision) return;
    this.told = { uri, configurations };
    const file = nameOf(uri);
    this.post({ kind: 'sizes', revision, file, configurations });
  }

  /** The edits that write changes into the configuration that the page was told of; undefined where it is another now. */
  async edits(
    revision: number,
    index: number,
    changes: OptimizerChange[],
  ): Promise<{ uri: vscode.Uri; result: OptimizerEditResult | undefined } | undefined> {
    const { told } = this;
    const version = told?.configurations[index]?.version;
    if (!told || version === undefined || revision !== this.revision) return undefined;
    return { uri: told.uri, result: await this.server.planEdit(told.uri, { version, index, changes }) };
  }
}
