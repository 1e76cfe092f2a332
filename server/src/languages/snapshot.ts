import type { TextChange } from '../basics/range';
import { type BoundTree, bind } from '../configuration/bind';
import { type Configuration, readConfiguration } from '../configuration/configuration';
import { type Derived, derive } from '../configuration/derive';
import type { Settings } from '../project/settings';
import { type Failure, Guard, rethrow } from '../rules/guard';
import { type Resolution, resolveMessage } from '../schema/resolve';
import type { Schema } from '../schema/types';
import { parse, reparse, unread } from '../textproto/parser';
import type { Tree } from '../textproto/tree';

/** One version of one text with its analysis; immutable. */
export interface Snapshot {
  readonly options: SnapshotOptions;
  readonly text: string;
  readonly tree: Tree;
  readonly resolution: Resolution;
  readonly settings: Settings;
  readonly schema: Schema;
  /** The tree bound to its message. */
  readonly bound: BoundTree | undefined;
  /** Undefined for another message. */
  readonly configuration: Configuration | undefined;
  /** Undefined without a configuration. */
  readonly derived: Derived | undefined;
}

interface SnapshotOptions {
  readonly path: string;
  readonly named?: boolean;
}

/** Makes snapshots for one schema and one set of settings. */
export class Analyzer {
  private readonly reported = new Set<string>();

  constructor(
    readonly schema: Schema,
    readonly settings: Settings,
    private readonly onFailure: (failure: Failure) => void = rethrow,
  ) {}

  /** A guard for the analysis of one text. A rule may fail at many places and after each edit, but is reported once. */
  guard(path: string): Guard {
    return new Guard(path, (failure) => {
      const key = JSON.stringify([failure.rule, path]);
      if (this.reported.has(key)) return;
      this.onFailure(failure);
      this.reported.add(key);
    });
  }

  open(text: string, options: SnapshotOptions): Snapshot {
    return this.snapshot(this.isTooLarge(text) ? unread(text) : parse(text), options);
  }

  /** The snapshot after one change to the text of an earlier one. */
  change(before: Snapshot, text: string, change: TextChange): Snapshot {
    const tree = this.isTooLarge(text) ? unread(text) : reparse(before.tree, text, change);
    return this.snapshot(tree, before.options, before);
  }

  /** The snapshot of a text that is parsed already, with a message that its surroundings determine. */
  adopt(bound: BoundTree, path: string): Snapshot {
    const { tree, root, schema } = bound;
    const resolution = {
      message: root.type,
      reason: 'named',
      detail: 'Named by the code around it.',
    } as const;
    return new LazySnapshot({ path }, tree, resolution, this.settings, schema, bound);
  }

  /** In bytes; larger files are not read. */
  get maxFileBytes(): number {
    return this.settings.maxFileSize * 1024 * 1024;
  }

  isTooLarge(text: string): boolean {
    return text.length > this.maxFileBytes;
  }

  private snapshot(tree: Tree, options: SnapshotOptions, before?: Snapshot): Snapshot {
    const { schema, settings } = this;
    const { path, named } = options;
    const { filePatterns: patterns } = settings;
    const resolution = resolveMessage(tree, { schema, path, patterns, ...(named && { named }) });
    const boundBefore =
      before instanceof LazySnapshot && before.schema === schema ? before.newestBound : undefined;
    return new LazySnapshot(options, tree, resolution, settings, schema, boundBefore);
  }
}

/** Binds and derives on first use: a highlight or an outline needs neither. */
class LazySnapshot implements Snapshot {
  private boundTree: BoundTree | undefined;
  private model: { configuration: Configuration | undefined } | undefined;
  private consequences: { derived: Derived | undefined } | undefined;

  constructor(
    readonly options: SnapshotOptions,
    readonly tree: Tree,
    readonly resolution: Resolution,
    readonly settings: Settings,
    readonly schema: Schema,
    /** Of this version of the text or an earlier one. */
    private boundBefore: BoundTree | undefined,
  ) {}

  get text(): string {
    return this.tree.text;
  }

  get bound(): BoundTree | undefined {
    const { message } = this.resolution;
    if (message && !this.boundTree) {
      this.boundTree = bind(this.tree, message, this.schema, this.boundBefore);
      this.boundBefore = undefined;
    }
    return this.boundTree;
  }

  get newestBound(): BoundTree | undefined {
    return this.boundTree ?? this.boundBefore;
  }

  get configuration(): Configuration | undefined {
    this.model ??= { configuration: this.bound && readConfiguration(this.bound) };
    return this.model.configuration;
  }

  get derived(): Derived | undefined {
    this.consequences ??= { derived: this.configuration && derive(this.configuration) };
    return this.consequences.derived;
  }
}
