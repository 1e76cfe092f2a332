// Numbers as people read and type them.

const words = new Map([
  ['nan', Number.NaN],
  ['inf', Infinity],
  ['infinity', Infinity],
]);

/** The number that a text stands for; undefined where it stands for none. NaN and the infinities may be written. */
export function parseNumber(text: string): number | undefined {
  const trimmed = text.trim().toLowerCase();
  const [, sign = '', word = ''] = /^([+-]?)([a-z]+)$/.exec(trimmed) ?? [];
  const named = words.get(word);
  if (named !== undefined) return sign === '-' ? -named : named;
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(trimmed) ? Number(trimmed) : undefined;
}

const notFinite = (value: number) => (Number.isNaN(value) ? 'NaN' : value > 0 ? '∞' : '−∞');

/** A few significant digits in at most nine characters, with a minus as wide as a digit. */
export function formatNumber(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return notFinite(value);
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size >= 1e5 || size < 1e-3) {
    const [mantissa, exponent] = size.toExponential(2).split('e');
    return `${value < 0 ? '−' : ''}${mantissa}e${exponent!.replace('+', '').replace('-', '−')}`;
  }
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
  return `${value < 0 ? '−' : ''}${size.toFixed(Math.min(decimals, digits))}`;
}

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** A size to three digits, such as `9.54 GiB`. */
export function formatBytes(bytes: number): string {
  let unit = 0;
  let size = bytes;
  for (; size >= 1024 && unit < units.length - 1; unit++) size /= 1024;
  return `${unit === 0 ? size : Number(size.toPrecision(3))} ${units[unit]}`;
}

/** With commas between thousands. */
export const formatCount = (count: number): string => count.toLocaleString('en-US');
