// Formats and parses numbers for the user.
import { t } from './l10n';

const WORDS = new Map([
  ['nan', Number.NaN],
  ['inf', Infinity],
  ['infinity', Infinity],
]);

/** Parses a number, also NaN and the infinities; undefined if the text is not a number. */
export function parseNumber(text: string): number | undefined {
  const trimmed = text.trim().toLowerCase();
  const [, sign = '', word = ''] = /^([+-]?)([a-z]+)$/.exec(trimmed) ?? [];
  const named = WORDS.get(word);
  if (named !== undefined) return sign === '-' ? -named : named;
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(trimmed) ? Number(trimmed) : undefined;
}

/** Numbers separated by commas or blanks. */
export function parseNumbers(text: string): number[] | undefined {
  const numbers = text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(parseNumber);
  return numbers.length > 0 && numbers.every((number) => number !== undefined) ? numbers : undefined;
}

const notFinite = (value: number) => (Number.isNaN(value) ? 'NaN' : value > 0 ? '∞' : '−∞');

/** A few significant digits in at most nine characters. The minus sign is as wide as a digit. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return notFinite(value);
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size >= 1e5 || size < 1e-3) {
    const [mantissa, exponent] = size.toExponential(2).split('e');
    return `${value < 0 ? '−' : ''}${mantissa}e${exponent!.replace('+', '').replace('-', '−')}`;
  }
  const decimals = Math.max(0, 3 - Math.floor(Math.log10(size)));
  return `${value < 0 ? '−' : ''}${size.toFixed(decimals)}`;
}

/** The exponent of the unit in which the largest of some numbers is easy to read; 0 if it needs no unit. */
export function readablePower(largest: number): number {
  if (!(largest > 0 && largest < Infinity) || (largest >= 0.01 && largest < 1000)) return 0;
  return Math.floor(Math.log10(largest));
}

/** A number in units of a power of ten, in at most seven characters. A nonzero value that rounds to 0 is `~0`. */
export function formatIn(power: number, value: number): string {
  if (!Number.isFinite(value)) return notFinite(value);
  if (value === 0) return '0';
  const size = Math.abs(value) / 10 ** power;
  if (size < 0.0005) return '~0';
  return `${value < 0 ? '−' : ''}${size.toFixed(size < 9.9995 ? 3 : size < 99.995 ? 2 : 1)}`;
}

/** The unit as a suffix for a name, such as ` (× 10⁻⁴)`. */
export const powerText = (power: number): string =>
  power === 0 ? '' : ` (× 10${String(power).replaceAll(/./g, (sign) => SUPERSCRIPTS[sign] ?? sign)})`;

const SUPERSCRIPTS: Record<string, string> = Object.fromEntries(
  [...'-0123456789'].map((sign, index) => [sign, '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'[index]!]),
);

const UNITS = [t('bytes'), 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** A size to three digits, such as `9.54 GiB`. */
export function formatBytes(bytes: number): string {
  let unit = 0;
  let size = bytes;
  for (; size >= 1024 && unit < UNITS.length - 1; unit++) size /= 1024;
  return `${unit === 0 ? size : Number(size.toPrecision(3))} ${UNITS[unit]}`;
}

/** With commas as thousands separators. */
export const formatCount = (count: number): string => count.toLocaleString('en-US');
