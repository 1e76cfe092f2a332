import type { ShardingStrategy } from './tables';

/** More hosts than any TPU slice has. A longer list of rows would not be useful. */
const MAX_HOSTS = 65_536;

/** The first `rows mod hosts` hosts own one row more than the others, in both strategies. */
export function rowsPerHost(rows: number, hosts: number): number[] {
  if (hosts <= 0 || hosts > MAX_HOSTS) return [];
  return Array.from({ length: hosts }, (_, host) => rowsOfHost(host, rows, hosts));
}

const rowsOfHost = (host: number, rows: number, hosts: number): number =>
  Math.floor(rows / hosts) + (host < rows % hosts ? 1 : 0);

/** Rows of the host that owns the most. */
export const mostRows = (rows: number, hosts: number): number => rowsOfHost(0, rows, hosts);

/** Ids in equal steps. */
interface Ids {
  readonly first: number;
  readonly step: number;
  readonly count: number;
}

/** The ids of a table's rows that a host owns: with DIV a range, with MOD those whose remainder is the host's number. */
export function idsOf(host: number, rows: number, hosts: number, strategy: ShardingStrategy): Ids {
  const count = rowsOfHost(host, rows, hosts);
  if (strategy === 'MOD') return { first: host, step: hosts, count };
  return { first: host * Math.floor(rows / hosts) + Math.min(host, rows % hosts), step: 1, count };
}

/**
 * The share of look-ups that go to some ids, if ids are numbered by decreasing frequency and follow Zipf's law with
 * exponent 1.
 */
export const shareOf = (ids: Ids, rows: number): number =>
  ids.count > 0 ? reciprocals(ids) / reciprocals({ first: 0, step: 1, count: rows }) : 0;

/** The sum of 1/(id + 1). */
function reciprocals({ first, step, count }: Ids): number {
  const from = (first + 1) / step;
  return (digamma(from + count) - digamma(from)) / step;
}

/** Below this, the series for large arguments is not exact enough. */
const LARGE = 12;

/** The logarithmic derivative of the gamma function: sums of reciprocals of any length at once. */
function digamma(x: number): number {
  let argument = x;
  let shift = 0;
  for (; argument < LARGE; argument++) shift += 1 / argument;
  const square = 1 / argument ** 2;
  return Math.log(argument) - 0.5 / argument - square * (1 / 12 - square * (1 / 120 - square / 252)) - shift;
}
