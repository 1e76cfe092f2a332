/** Escapes that text format and Python share. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** A text in quotes; `escaped` writes characters that are invisible or change the writing direction. */
export const quotedText = (text: string, escaped: (character: string) => string): string =>
  `"${text.replaceAll(/["\\]|[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/gu, (character) => ESCAPES.get(character) ?? escaped(character))}"`;

/** Bytes in quotes; ASCII is written as characters. */
export const quotedBytes = (bytes: Uint8Array, escaped: (byte: number) => string): string =>
  `"${Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    return ESCAPES.get(character) ?? (byte >= 0x20 && byte < 0x7f ? character : escaped(byte));
  }).join('')}"`;
