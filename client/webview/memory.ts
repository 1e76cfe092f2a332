// What happens on the page about memory.
import type { OptimizerChange, PlannedConfiguration } from '../../server/src/protocol';
import { type Slice, sliceNamed } from '../../server/src/sizing/slices';
import type { PageName } from '../messages/messages';
import type { App } from './app';
import type { Host, MemoryNews } from './host';
import { History } from './model/history';
import { t } from './model/l10n';
import { type SizeChanges, unwrittenSizes, withChanges } from './model/plan';

/** What the extension said last. */
interface Received {
  readonly revision: number;
  readonly file: string;
  readonly configurations: readonly PlannedConfiguration[];
}

export class Memory {
  received: Received | undefined;
  /** What the last request to write came to. */
  notice: { readonly text: string; readonly canUndo: boolean } | undefined;
  private readonly history = new History<SizeChanges>();
  private wrote = false;

  constructor(
    private readonly host: Host,
    readonly app: App,
  ) {
    host.onMemory((message) => this.receive(message));
  }

  /** Asks for the sizes if the page shows that was shown before a restart. */
  start(): void {
    if (this.app.view.memory.page === 'memory') this.open('memory');
  }

  open(page: PageName): void {
    this.host.send({ kind: 'page', page });
    this.app.remember({ page });
  }

  chooseSlice(tpu: string): void {
    this.app.remember({ tpu });
  }

  chooseConfiguration(index: number): void {
    this.history.clear();
    this.notice = undefined;
    this.app.remember({ index, table: 0, changes: {} });
  }

  chooseTable(table: number): void {
    this.app.remember({ table });
  }

  /** Changes a size, or takes it back where none is given. */
  change(path: string, value: number | string | undefined): void {
    const { [path]: _, ...others } = this.changes;
    this.choose(path, value === undefined ? others : { ...others, [path]: value });
  }

  revert(): void {
    this.choose('revert', {});
  }

  /** Writes the changes into the document. */
  async write(): Promise<void> {
    const { received } = this;
    if (!received) return;
    const { index } = this.app.view.memory;
    const before = this.changes;
    const { revision } = received;
    const problem = await this.host.request({ kind: 'write', revision, index, changes: this.writable() });
    if (problem === undefined) {
      this.history.note('write', before, performance.now(), true);
      this.wrote = true;
    }
    this.tell(problem ?? t('Written to the document.'), problem === undefined);
  }

  async travel(way: 'back' | 'forth'): Promise<void> {
    const step = this.history[way](this.changes);
    if (!step) return;
    const kind = way === 'back' ? 'undo' : 'redo';
    const problem = step.written ? await this.host.request({ kind }) : undefined;
    if (problem !== undefined) return this.tell(problem, false);
    this.notice = undefined;
    this.app.remember({ changes: step.state });
  }

  // What follows.

  /** The configuration in view. */
  get configuration(): PlannedConfiguration | undefined {
    return this.received?.configurations[this.app.view.memory.index];
  }

  /** Its sizes with what was changed. */
  get sizes() {
    const sizes = this.configuration?.sizes;
    return sizes && withChanges(sizes, this.changes);
  }

  get slice(): Slice | undefined {
    const slice = sliceNamed(this.app.view.memory.tpu);
    return 'problem' in slice ? undefined : slice;
  }

  /** Changes that the document can take. */
  writable(): OptimizerChange[] {
    const editable = new Set(this.configuration?.editable);
    return Object.entries(this.changes).flatMap(([path, value]) =>
      editable.has(path) ? [{ path, value }] : [],
    );
  }

  get changes(): SizeChanges {
    return this.app.view.memory.changes;
  }

  private receive(message: MemoryNews): void {
    if (message.kind === 'page') return this.open(message.page);
    const before = this.received;
    this.received = message;
    if (!this.wrote) this.notice = undefined;
    this.wrote = false;
    const { index } = this.app.view.memory;
    // Another document, or one with fewer configurations.
    const isAnother = before !== undefined && before.file !== message.file;
    if (isAnother) this.history.clear();
    if (isAnother || index >= message.configurations.length)
      return this.app.remember({ index: 0, table: 0, changes: {} });
    const sizes = this.configuration?.sizes;
    this.app.remember({ changes: sizes ? unwrittenSizes(sizes, this.changes) : this.changes });
  }

  private choose(what: string, changes: SizeChanges): void {
    this.history.note(what, this.changes, performance.now());
    this.notice = undefined;
    const sizes = this.configuration?.sizes;
    this.app.remember({ changes: sizes ? unwrittenSizes(sizes, changes) : changes });
  }

  private tell(text: string, canUndo: boolean): void {
    this.notice = { text, canUndo };
    this.app.remember({});
  }
}
