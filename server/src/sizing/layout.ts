// How accelerators hold tables: each is a set of figures, which a plan adds up.
import type { ShardingStrategy, SizedTables } from '../protocol';
import { deviceBytes, hostBytes, type KnownTable, padded, type Variable, variablesOf } from './memory';
import { mostRows, rowsPerHost } from './sharding';
import type { Slice } from './slices';
import { chipsOf, paddedRows, type Stack, shardBytes, sparseCores, stacksOf } from './stacking';

/** What a variable of a table has on the devices: rows × width × 4 bytes, packed ones in whole units of 32 bytes. */
export interface TableShape {
  readonly rows: number;
  readonly width: number;
  readonly isPacked: boolean;
}

export interface PlannedVariable extends Variable {
  /** On the fullest chip. */
  readonly perDeviceBytes?: number;
}

export interface Layout {
  /** Whether it is stated that the slice runs the tables; else it is only shown what they take. */
  readonly isStated: boolean;
  readonly shape: (table: KnownTable) => TableShape;
  readonly variables: (table: KnownTable) => PlannedVariable[];
  readonly rowsPerHost: (rows: number) => number[];
  /** Rows of the host that has the most; absent where it is not known how they spread. */
  readonly mostRows?: (rows: number) => number;
  /** Those that a configuration may choose from. */
  readonly strategies: readonly ShardingStrategy[];
  /** Absent where tables share none; undefined as a result where not all is known that decides which do. */
  readonly stacks?: (tables: SizedTables['tables']) => Stack[] | undefined;
}

/** Undefined where it depends on a slice with SparseCores, and there is none. Without a slice, that of TPUEmbedding. */
export function layoutOf({ isForSparseCores, numHosts }: SizedTables, slice?: Slice): Layout | undefined {
  if (slice?.generation.accelerator === 'V2') return onSparseCores(slice);
  if (isForSparseCores) return undefined;
  const hosts = slice?.hosts ?? numHosts;
  return slice && slice.generation.accelerator !== 'V1' ? notStated(hosts) : onHosts(hosts, slice);
}

function onHosts(hosts: number | undefined, slice?: Slice): Layout {
  return {
    ...notStated(hosts),
    variables: (table) =>
      variablesOf(table).map((variable) => ({
        ...variable,
        ...(slice && { perDeviceBytes: evenShare(table, slice) }),
      })),
    ...(hosts !== undefined && {
      mostRows: (rows: number) => mostRows(rows, hosts),
      strategies: ['DIV_DEFAULT', 'MOD'],
    }),
  };
}

/** How rows spread inside a host is not published. */
function evenShare({ vocabularySize, dimension, isPacked }: KnownTable, { hosts, chips }: Slice): number {
  const onHost = deviceBytes(mostRows(vocabularySize, hosts), dimension, isPacked);
  return Math.ceil((onHost * hosts) / chips);
}

/** Of TPUs of which nothing is stated: what tables take in all. */
const notStated = (hosts = 0): Layout => ({
  isStated: false,
  shape: ({ vocabularySize, dimension, isPacked }) => ({
    rows: vocabularySize,
    width: isPacked ? dimension : padded(dimension),
    isPacked,
  }),
  variables: variablesOf,
  rowsPerHost: (rows) => rowsPerHost(rows, hosts),
  strategies: [],
});

function onSparseCores(slice: Slice): Layout {
  const chips = chipsOf(slice);
  const shards = sparseCores(chips);
  return {
    isStated: true,
    shape: ({ vocabularySize, dimension }) => ({
      rows: paddedRows(vocabularySize, chips),
      width: padded(dimension),
      isPacked: false,
    }),
    // Gradients are not accumulated there, and narrow rows not packed.
    variables: ({ vocabularySize, dimension, slots }) => {
      const perDeviceBytes = shardBytes(vocabularySize, dimension, chips);
      return ['parameters', ...slots].map((name) => ({
        name,
        deviceBytes: perDeviceBytes * slice.chips,
        hostBytes: hostBytes(vocabularySize, dimension),
        perDeviceBytes,
      }));
    },
    rowsPerHost: () => [],
    mostRows: (rows) => {
      const onHost = shards / slice.hosts;
      return Math.floor(rows / shards) * onHost + Math.min(rows % shards, onHost);
    },
    strategies: [],
    stacks: (tables) => {
      const stackable = tables.flatMap(({ name, vocabularySize, dimension, lookups, settings: group }) =>
        vocabularySize === undefined ||
        dimension === undefined ||
        lookups === undefined ||
        group === undefined
          ? []
          : [{ name, vocabularySize, dimension, lookups, group }],
      );
      return stackable.length === tables.length ? stacksOf(stackable, chips) : undefined;
    },
  };
}
