// State and actions of the memory page.

import type { ValueChange } from '../../server/src/configuration/value-change';
import type { PlannedConfiguration } from '../../server/src/languages/protocol';
import { devicesOf } from '../../server/src/sizing/library-stacks';
import { callsFor } from '../../server/src/sizing/limit-calls';
import { LIKELY_EXPONENT, type LimitsReport, limitsReport } from '../../server/src/sizing/limits';
import { likelySlice } from '../../server/src/sizing/plan';
import { type Slice, sliceNamed } from '../../server/src/sizing/slices';
import type { App } from './app';
import type { Host, News } from './host';
import { type SizeChanges, sizePath, unwrittenSizes, withChanges } from './model/plan';
import { Steps } from './steps';

export class Memory {
  received: News<'sizes'> | undefined;
  readonly steps: Steps<SizeChanges>;
  private chosenExponent: number | undefined;
  private computed: { readonly key: string; readonly report: LimitsReport } | undefined;

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

  /** Only the last exponent of a frame is computed. */
  chooseExponent(exponent: number): void {
    const isWaiting = this.chosenExponent !== undefined;
    this.chosenExponent = exponent;
    if (isWaiting) return;
    requestAnimationFrame(() => {
      this.app.remember({ exponent: this.chosenExponent! });
      this.chosenExponent = undefined;
    });
  }

  /** Writes the proposed limits of all stacks whose tables can say them. */
  async writeLimits(): Promise<void> {
    const { received, proposedLimits: changes } = this;
    if (!received || changes.length === 0) return;
    const { index } = this.app.view.memory;
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

  get exponent(): number {
    return this.app.view.memory.exponent ?? LIKELY_EXPONENT;
  }

  /** What ids do to the limits of stacks on the slice; undefined where tables have no such limits. */
  get limits(): LimitsReport | undefined {
    const { sizes, slice, exponent } = this;
    if (!sizes?.stacking || slice?.generation.accelerator !== 'V2') return undefined;
    const key = JSON.stringify([sizes, slice.name, exponent]);
    if (this.computed?.key !== key) {
      const question = { chips: devicesOf(slice), source: { kind: 'zipf', exponent } } as const;
      this.computed = { key, report: limitsReport(sizes, question) };
    }
    return this.computed.report;
  }

  /** The proposed limits that can be written and that the document does not have yet. */
  get proposedLimits(): ValueChange[] {
    const { sizes, limits: calls, editable } = this.configuration ?? {};
    const { tables = [] } = sizes ?? {};
    const paths = new Set(editable);
    return (this.limits?.stacks ?? []).flatMap((stack) => {
      const { idsPerPartition, uniqueIdsPerPartition } = stack;
      const limits = { maxIds: idsPerPartition.proposed, maxUniqueIds: uniqueIdsPerPartition.proposed };
      const own = callsFor(stack, calls).filter(({ takesFunctions }) => !takesFunctions);
      const names = own.flatMap((call) => call.tables).filter((name) => stack.tables.includes(name));
      return names.flatMap((name) => {
        const index = tables.findIndex((table) => table.name === name);
        return (['maxIds', 'maxUniqueIds'] as const).flatMap((limit) => {
          const path = sizePath(index, limit);
          const isNew = tables[index]?.[limit] !== limits[limit];
          return isNew && paths.has(path) ? [{ path, value: limits[limit] }] : [];
        });
      });
    });
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
