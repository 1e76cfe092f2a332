import type { Range, TextEdit } from '../basics/range';

/** The libraries that programs can be migrated to. */
export const MIGRATION_TARGETS = ['keras-rs', 'jax'] as const;
export type MigrationTarget = (typeof MIGRATION_TARGETS)[number];

/** What does not carry over, at what the program says. */
export interface Remark extends Range {
  /** A sentence that names it. */
  readonly message: string;
  /** The argument or class that the other library lacks, if there is one. */
  readonly lost?: string;
}

/** A program written for another library. */
export interface Migration {
  readonly edits: readonly TextEdit[];
  readonly remarks: readonly Remark[];
}
