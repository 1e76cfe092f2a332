/** Compares by code points, as Python does, which is the order of bytes in UTF-8; JavaScript compares by UTF-16. */
export function compareCodePoints(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  if (i === a.length || i === b.length) return a.length - b.length;
  // The second halves of two surrogate pairs with the same first half.
  if (isHighSurrogate(a.charCodeAt(i - 1))) i--;
  return a.codePointAt(i)! - b.codePointAt(i)!;
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code < 0xdc00;
