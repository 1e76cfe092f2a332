/** What ends a line, moves the cursor, turns the direction of writing around or is not seen. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/gu;

const escapeExcept = (kept: string, text: string) =>
  text.replace(UNPRINTABLE, (char) =>
    char === kept ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A text from anywhere as a terminal can show it on one line. */
export const printable = (text: string): string => escapeExcept('\t', text);

/** Lines for a terminal or a log: whatever they hold, each of them stays one line. */
export const lines = (texts: readonly string[]): string =>
  texts.map((text) => `${printable(text)}\n`).join('');

/** Whether a stream shows colours, or people say that it does. */
export function showsColors(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  const { FORCE_COLOR: force, NO_COLOR: none, TERM: terminal } = env;
  if (force !== undefined) return force !== '0' && force !== 'false';
  return !none && stream.isTTY === true && terminal !== 'dumb';
}

/** JSON that a terminal can show as well; its data are the same. */
export const json = (value: unknown, indent?: number): string =>
  `${escapeExcept('\n', JSON.stringify(value, null, indent))}\n`;
