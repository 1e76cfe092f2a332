// Formats and parses numbers for the user.
import { language, t } from './l10n';

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

/** A number as people write it. */
export const formatPlain = (value: number): string =>
  !Number.isFinite(value)
    ? notFinite(value)
    : value !== 0 && (Math.abs(value) < 1e-3 || Math.abs(value) >= 1e6)
      ? Number(value.toPrecision(6)).toExponential().replace('e+', 'e').replace('-', '−')
      : String(Number(value.toPrecision(6)));

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

const SHORT = new Intl.NumberFormat(language, { maximumSignificantDigits: 3, useGrouping: false });

/** A number in a sentence, to three digits. */
export const formatShort = (value: number): string =>
  value === 0 || (Math.abs(value) >= 1e-3 && Math.abs(value) < 1e6)
    ? SHORT.format(value)
    : String(Number(value.toPrecision(3)));

/** A size to three digits, such as `9.54 GiB`. */
export function formatBytes(bytes: number): string {
  let unit = 0;
  let size = bytes;
  for (; size >= 1024 && unit < UNITS.length - 1; unit++) size /= 1024;
  return `${unit === 0 ? formatCount(size) : SHORT.format(size)} ${UNITS[unit]}`;
}

const PERCENT = new Intl.NumberFormat(language, { style: 'percent', maximumSignificantDigits: 2 });

/** A share in percent, to two digits. Where it has grown out of hand, as a factor. */
export function formatShare(share: number): string {
  if (!Number.isFinite(share)) return notFinite(share);
  if (share >= 100) return `${share < 1e4 ? formatShort(share) : roundPower(share)} ×`;
  return share > 0 && share < 1e-4 ? `< ${PERCENT.format(1e-4)}` : PERCENT.format(share);
}

const roundPower = (value: number) => Number(value.toPrecision(2)).toExponential().replace('e+', 'e');

const COUNT = new Intl.NumberFormat(language);

/** A whole number with the separators of the language. */
export const formatCount = (count: number): string => COUNT.format(count);

/** The whole number that a text in the language or in English has; undefined if it has none. */
export function parseCount(text: string): number | undefined {
  const trimmed = text.trim();
  return /^(?:\d+|\d{1,3}(?:[.,’\s]\d{3})+)$/.test(trimmed)
    ? Number(trimmed.replaceAll(/\D/g, ''))
    : undefined;
}
