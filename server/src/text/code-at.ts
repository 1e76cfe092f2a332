/**
 * As `charCodeAt`, but 0 behind the end of the text. Where the original is asked once for what is not there, V8 calls it
 * from then on, which takes several times as long as the code that it inlines before.
 */
export const codeAt = (text: string, at: number): number => (at < text.length ? text.charCodeAt(at) : 0);
