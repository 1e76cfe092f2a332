/** The number of arguments that any engine accepts in a call. */
const MOST = 8192;

export function encodeBase64(bytes: Uint8Array): string {
  let characters = '';
  for (let start = 0; start < bytes.length; start += MOST)
    characters += String.fromCharCode(...bytes.subarray(start, start + MOST));
  return btoa(characters);
}

/**
 * Decodes base64 in the usual alphabet or the one for URLs, with or without padding and line breaks; undefined if the text
 * is invalid.
 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  const plain = text
    .replaceAll(/\s+/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '');
  if (!/^[A-Za-z\d+/]*$/.test(plain) || plain.length % 4 === 1) return undefined;
  return Uint8Array.from(atob(plain), (character) => character.charCodeAt(0));
}
