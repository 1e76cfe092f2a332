/** What text format and Python escape alike. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** A text in quotes; what could not be seen, or would turn the line around, becomes what `escaped` makes of it. */
export const quotedText = (text: string, escaped: (character: string) => string): string =>
  `"${text.replaceAll(/["\\]|[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/gu, (character) => ESCAPES.get(character) ?? escaped(character))}"`;

/** Bytes in quotes, those of ASCII as its characters. */
export const quotedBytes = (bytes: Uint8Array, escaped: (byte: number) => string): string =>
  `"${Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    return ESCAPES.get(character) ?? (byte >= 0x20 && byte < 0x7f ? character : escaped(byte));
  }).join('')}"`;
