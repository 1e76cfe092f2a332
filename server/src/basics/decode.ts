/** The text of a file. */
export interface Decoded {
  readonly text: string;
  /** Invalid bytes, with their positions in the text. */
  readonly misfits: readonly Misfit[];
}

export interface Misfit {
  readonly start: number;
  readonly end: number;
  /** The beginning of a sentence for users. */
  readonly what: string;
}

/** A longer list does not help: the file must be saved in another encoding. */
const MAX_MISFITS = 100;
const MAX_BYTES_SHOWN = 8;

/** A byte order mark stays part of the text. */
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const tolerant = new TextDecoder('utf-8', { ignoreBOM: true });

/** Decodes UTF-8. A Python file may declare another encoding. */
export function decode(bytes: Uint8Array, isPython = false): Decoded {
  const text = utf8Text(bytes);
  return text === undefined ? decodeOther(bytes, isPython) : { text, misfits: [] };
}

/** The text of bytes; undefined if they are not UTF-8. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

function decodeOther(bytes: Uint8Array, isPython: boolean): Decoded {
  const wide = utf16Of(bytes);
  if (wide)
    return {
      text: new TextDecoder(wide).decode(bytes),
      misfits: [{ start: 0, end: 0, what: 'This is UTF-16' }],
    };
  const encoding = isPython ? declaredEncoding(bytes) : undefined;
  if (encoding !== undefined) return { text: decodeAs(encoding, bytes), misfits: [] };
  const text = tolerant.decode(bytes);
  return { text, misfits: misfitsOf(bytes, text) };
}

const UTF16 = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const;

/** The UTF-16 encoding whose byte order mark the bytes begin with. */
export const utf16Of = (bytes: Uint8Array) =>
  UTF16.find(([, [first, second]]) => bytes[0] === first && bytes[1] === second)?.[0];

export const isUtf16 = (bytes: Uint8Array): boolean => utf16Of(bytes) !== undefined;

const latin1 = new TextDecoder('latin1');

/** PEP 263: a comment in the first line, or in the second line after a line with nothing but a comment. */
const COOKIE = /^(?:[ \t\f]*(?:#[^\r\n]*)?(?:\r\n|\r|\n))??[ \t\f]*#[^\r\n]*?coding[:=][ \t]*([-\w.]+)/;

/** The encoding that a Python file declares; undefined for UTF-8. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const name = COOKIE.exec(latin1.decode(bytes))?.[1];
  return name === undefined || /^utf[-_]?8\b/i.test(name) ? undefined : name;
}

function decodeAs(encoding: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    // For an unknown encoding, latin1 is good enough: almost all encodings have the ASCII characters at the same bytes.
    return latin1.decode(bytes);
  }
}

/** Each run of invalid bytes, which the text shows as U+FFFD. */
function misfitsOf(bytes: Uint8Array, text: string): Misfit[] {
  const misfits: Misfit[] = [];
  let offset = 0;
  let i = 0;
  while (i < text.length && misfits.length < MAX_MISFITS) {
    const [start, first] = [i, offset];
    while (text.charCodeAt(i) === REPLACEMENT && !isReplacement(bytes, offset)) {
      offset += subpartLength(bytes, offset);
      i++;
    }
    if (i > start) misfits.push({ start, end: i, what: describe(bytes.subarray(first, offset), first) });
    else {
      const code = text.codePointAt(i)!;
      offset += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      i += code < 0x10000 ? 1 : 2;
    }
  }
  return misfits;
}

const REPLACEMENT = 0xfffd;

/** Whether the file itself contains U+FFFD. */
const isReplacement = (bytes: Uint8Array, offset: number) =>
  bytes[offset] === 0xef && bytes[offset + 1] === 0xbf && bytes[offset + 2] === 0xbd;

/** How many bytes become one U+FFFD: as many as could begin a character. */
function subpartLength(bytes: Uint8Array, offset: number): number {
  const lead = bytes[offset]!;
  const needed = lead < 0xc2 || lead > 0xf4 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  let length = 1;
  for (; length < needed; length++) {
    const next = bytes[offset + length] ?? 0;
    const [least, most] = (length === 1 && SECOND[lead]) || [0x80, 0xbf];
    if (next < least || next > most) break;
  }
  return length;
}

/**
 * The range of the second byte after these first bytes. Outside of it, a character would be overlong, a surrogate or beyond
 * Unicode.
 */
const SECOND: Readonly<Record<number, readonly [least: number, most: number]>> = {
  224: [0xa0, 0xbf],
  237: [0x80, 0x9f],
  240: [0x90, 0xbf],
  244: [0x80, 0x8f],
};

function describe(bytes: Uint8Array, offset: number): string {
  const shown = Array.from(
    bytes.subarray(0, MAX_BYTES_SHOWN),
    (byte) => `0x${byte.toString(16).toUpperCase()}`,
  );
  if (bytes.length > shown.length) shown.push('…');
  return bytes.length === 1
    ? `Byte ${shown[0]} at offset ${offset} is not UTF-8`
    : `The bytes ${shown.join(' ')} at offset ${offset} are not UTF-8`;
}
