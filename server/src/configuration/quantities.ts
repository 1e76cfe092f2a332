const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];

/** A number of bytes in readable form, such as `732 MiB`; `write` writes the number before the unit. */
export function bytes(count: number, write: (value: number) => string = String): string {
  let unit = 0;
  let value = count;
  for (; value >= 1024 && unit < UNITS.length - 1; unit++) value /= 1024;
  return unit === 0 ? `${count} bytes` : `${write(Number(value.toPrecision(3)))} ${UNITS[unit]}`;
}

/** A whole number with separated thousands, such as `1,000,000`. */
export function grouped(count: number | bigint): string {
  return count.toString().replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 table`, `2 tables`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Rows per host, such as `26 on the first 2, 25 on the others`. */
export function shards(rows: readonly number[]): string {
  if (rows.length === 0) return 'unknown, as num_hosts is not set';
  const [most, least] = [rows[0]!, rows.at(-1)!];
  if (most === least) return grouped(most);
  const longer = rows.filter((count) => count === most).length;
  const first = longer === 1 ? 'the first' : `the first ${longer}`;
  return `${grouped(most)} on ${first}, ${grouped(least)} on the others`;
}
