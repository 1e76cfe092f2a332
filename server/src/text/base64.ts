/** As many arguments as any engine takes in a call. */
const MOST = 8192;

export function toBase64(bytes: Uint8Array): string {
  let characters = '';
  for (let start = 0; start < bytes.length; start += MOST)
    characters += String.fromCharCode(...bytes.subarray(start, start + MOST));
  return btoa(characters);
}

/** Throws where it is none. */
export const fromBase64 = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
