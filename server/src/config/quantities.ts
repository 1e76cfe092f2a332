const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];

/** A number of bytes for people, such as `732 MiB`. */
export function bytes(count: number): string {
  let unit = 0;
  let value = count;
  for (; value >= 1024 && unit < UNITS.length - 1; unit++) value /= 1024;
  return unit === 0 ? `${count} bytes` : `${Number(value.toPrecision(3))} ${UNITS[unit]}`;
}

/** A whole number with its thousands set apart, such as `1,000,000`. */
export function grouped(count: number | bigint): string {
  return count.toString().replaceAll(/\B(?=(\d{3})+$)/g, ',');
}
