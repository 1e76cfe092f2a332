// State and actions of the memory page.

import type { ValueChange } from '../../server/src/configuration/value-change';
import type { PlannedConfiguration } from '../../server/src/languages/protocol';
import { likelySlice } from '../../server/src/sizing/plan';
import { type Slice, sliceNamed } from '../../server/src/sizing/slices';
import type { App } from './app';
import type { Host, News } from './host';
import { type SizeChanges, unwrittenSizes, withChanges } from './model/plan';
import { Steps } from './steps';

export class Memory {
  received: News<'sizes'> | undefined;
  readonly steps: Steps<SizeChanges>;

  constructor(
    host: Host,
    readonly app: App,
  ) {
    this.steps = new Steps(host, {
      state: () => this.changes,
      restore: (changes) => app.remember({ changes }),
      show: () => app.remember({}),
    });
    app.stepsOf.memory = this.steps;
    host.on('sizes', (message) => this.receive(message));
  }

  chooseSlice(tpu: string): void {
    this.app.remember({ tpu });
  }

  chooseConfiguration(index: number): void {
    this.steps.received(true);
    this.app.remember({ index, table: 0, changes: {} });
  }

  chooseTable(table: number): void {
    this.app.remember({ table });
  }

  /** Changes a size; undefined resets it. */
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
    const changes = this.writable();
    await this.steps.write({ kind: 'write', revision: received.revision, index, changes });
  }

  // Values derived from the state.

  /** The shown configuration. */
  get configuration(): PlannedConfiguration | undefined {
    return this.received?.configurations[this.app.view.memory.index];
  }

  /** Its sizes, including the changes. */
  get sizes() {
    const sizes = this.configuration?.sizes;
    return sizes && withChanges(sizes, this.changes);
  }

  get slice(): Slice | undefined {
    const { tpu } = this.app.view.memory;
    const { sizes } = this.configuration ?? {};
    if (tpu === undefined) return sizes && likelySlice(sizes);
    const slice = sliceNamed(tpu);
    return 'problem' in slice ? undefined : slice;
  }

  /** Changes that can be written to the document. */
  writable(): ValueChange[] {
    const editable = new Set(this.configuration?.editable);
    return Object.entries(this.changes).flatMap(([path, value]) =>
      editable.has(path) ? [{ path, value }] : [],
    );
  }

  get changes(): SizeChanges {
    return this.app.view.memory.changes;
  }

  private receive(message: News<'sizes'>): void {
    const before = this.received;
    this.received = message;
    const { index } = this.app.view.memory;
    const isAnother = before !== undefined && before.file !== message.file;
    this.steps.received(isAnother);
    // Another document, or one with fewer configurations.
    if (isAnother || index >= message.configurations.length)
      return this.app.remember({ index: 0, table: 0, changes: {} });
    const sizes = this.configuration?.sizes;
    this.app.remember({ changes: sizes ? unwrittenSizes(sizes, this.changes) : this.changes });
  }

  private choose(what: string, changes: SizeChanges): void {
    this.steps.note(what);
    const sizes = this.configuration?.sizes;
    this.app.remember({ changes: sizes ? unwrittenSizes(sizes, changes) : changes });
  }
}
