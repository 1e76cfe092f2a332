/** What sizing needs to know of a configuration: plain data, so that an editor's page can hold and change it. */
export interface SizedTables {
  readonly tables: readonly SizedTable[];
  /** Absent where it is not set or not known. */
  readonly numHosts?: number;
  readonly strategy: ShardingStrategy;
}

export type ShardingStrategy = 'DIV_DEFAULT' | 'MOD';

/** A table; what is not known is absent. */
export interface SizedTable {
  readonly name: string;
  readonly vocabularySize?: number;
  readonly dimension?: number;
  /** Field of OptimizationParameters that chooses it; null where none is chosen. */
  readonly optimizer?: string | null;
  /** Slot variables, parameters and gradient accumulators left out. */
  readonly slots?: readonly string[];
  readonly accumulatesGradients?: boolean;
  /** Whether low-dimensional packing is asked for. */
  readonly asksForPacking?: boolean;
  readonly decaysWeights?: boolean;
  /** Vectors of it that a replica looks up in a step. */
  readonly lookups?: number;
  /** The optimizer's settings as one text: SparseCores stack only tables of equal ones. */
  readonly settings?: string;
}
