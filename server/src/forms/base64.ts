/** The bytes that base64 says, in its usual alphabet or that of URLs, padded or not, in lines or not; undefined where it is none. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const plain = text
    .replaceAll(/\s+/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '');
  if (!/^[A-Za-z\d+/]*$/.test(plain) || plain.length % 4 === 1) return undefined;
  return Uint8Array.from(atob(plain), (character) => character.charCodeAt(0));
}

/** A character at a time: all at once may be more than a call takes. */
export const encodeBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
