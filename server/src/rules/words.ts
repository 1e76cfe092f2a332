import type { Table } from '../config/configuration';

/** A table as messages call it: by its name, or by its id where it has none. */
export function tableTitle({ id, name }: Table): string {
  return name ? `table "${name}"` : `table ${id}`;
}

/** `a, b and c`. */
export function listing(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** `1 table`, `2 tables`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** A number of bytes to three digits, such as `15.3 MiB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < BYTE_UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? value : Number(value.toPrecision(3))} ${BYTE_UNITS[unit]}`;
}

const BYTE_UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
