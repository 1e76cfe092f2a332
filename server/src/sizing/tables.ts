import type { Chips } from './sparsecore/padding';
import type { StackableFeature, Stacking } from './sparsecore/stacks';

/** The tables of a configuration, as far as their memory goes. */
export interface SizedTables {
  readonly tables: readonly SizedTable[];
  /** Absent if it is not set or unknown. */
  readonly numHosts?: number;
  /** Absent if it is not set or unknown. */
  readonly numTensorCores?: number;
  readonly strategy: ShardingStrategy;
  /** What always trains them on SparseCores, `TPUEmbeddingV2` or a library: how they are padded depends on the slice. */
  readonly sparseCoreTrainer?: string;
  /** How a library stacks them that does so by jax-tpu-embedding. */
  readonly stacking?: LibraryStacking;
}

export type LibraryStacking =
  | {
      /** In the order of JAX's trees. */
      readonly features: readonly StackableFeature[];
      readonly calls: readonly Stacking[];
      /** Whether each stack gets the largest limits of its tables. */
      readonly hasLargestLimits?: true;
      /** The devices that the calls of the program name, if all name the same. */
      readonly devices?: Chips;
      /** Whether it is so only if the program runs on JAX, which is not known. */
      readonly needsJax?: true;
      readonly overflow: Overflow;
    }
  /** Why it is not known, in a sentence for people. */
  | { readonly unknown: string };

/** What becomes of ids beyond a limit. */
export interface Overflow {
  /** Whether a step with too many ids is split into minibatches: only what one of these has too much is beyond the limit. */
  readonly hasMinibatches?: true;
  /** They are dropped, or else end the process; absent where the program does not show it. */
  readonly areDropped?: boolean;
}

export const TENSORFLOWS_TRAINER = 'TPUEmbeddingV2';

/** Whether tables are trained by a library other than TensorFlow. */
export const isOfLibrary = (sparseCoreTrainer: string | undefined): boolean =>
  sparseCoreTrainer !== undefined && sparseCoreTrainer !== TENSORFLOWS_TRAINER;

export type ShardingStrategy = 'DIV_DEFAULT' | 'MOD';

/** A table; unknown members are absent. */
export interface SizedTable {
  readonly name: string;
  readonly vocabularySize?: number;
  readonly dimension?: number;
  /** The field of OptimizationParameters that chooses it; null if none is chosen. */
  readonly optimizer?: string | null;
  /** Slot variables, parameters and gradient accumulators left out. */
  readonly slots?: readonly string[];
  readonly accumulatesGradients?: boolean;
  /** Whether low-dimensional packing is asked for. */
  readonly asksForPacking?: boolean;
  readonly decaysWeights?: boolean;
  /** Vectors of the table that a replica looks up in a step. */
  readonly lookups?: number;
  /** The optimizer's settings as one text: SparseCores stack only tables of equal ones. */
  readonly settings?: string;
  /** Of a library that stacks tables: what else must be equal in a stack. The quantization is a text; null for none. */
  readonly combiner?: string;
  readonly quantization?: string | null;
  /** Limits of ids for each pair of SparseCores; null where the program gives none. */
  readonly maxIds?: number | null;
  readonly maxUniqueIds?: number | null;
  /** Ids that the buffer of each device is suggested to hold; null where the program gives none. */
  readonly suggestedBufferSize?: number | null;
}

/** The memory of a table and its slots, over all hosts. */
export interface TableCost {
  name?: string;
  vocabularySize: number;
  dimension: number;
  /** Floats that a row takes on the device: fewer than 8 where rows are packed. */
  paddedDimension: number;
  /** Empty if the number of hosts is unknown. */
  rowsPerHost: number[];
  /**
   * In TensorFlow's order: `parameters`, the slots, and `gradient_accumulators`, which only the device holds, where
   * gradients are accumulated.
   */
  variables: { name: string; deviceBytes: number; hostBytes: number }[];
  deviceBytes: number;
  hostBytes: number;
  /** The part of `deviceBytes` that padding wastes. */
  paddingBytes: number;
}
