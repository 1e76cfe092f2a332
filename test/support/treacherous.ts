const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCharCode(first + i));

/** Control characters, bidirectional and invisible characters; not the tab. */
export const TREACHEROUS: readonly string[] = [
  ...range(0x00, 0x08),
  ...range(0x0a, 0x1f),
  ...range(0x7f, 0x9f),
  '\u061c',
  ...range(0x200e, 0x200f),
  ...range(0x2028, 0x202e),
  ...range(0x2066, 0x2069),
  '\ufeff',
];
