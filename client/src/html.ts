const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

/** A text in HTML. */
export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => ENTITIES.get(character)!);
