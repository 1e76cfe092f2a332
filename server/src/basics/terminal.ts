/** Characters that end a line, move the cursor, change the writing direction or are invisible. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/gu;

const escapeExcept = (kept: string, text: string) =>
  text.replace(UNPRINTABLE, (char) =>
    char === kept ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Text from any source, safe for a terminal and on one line. */
export const printable = (text: string): string => escapeExcept('\t', text);

/** Lines for a terminal or a log: each stays on one line, whatever it contains. */
export const lines = (texts: readonly string[]): string =>
  texts.map((text) => `${printable(text)}\n`).join('');

/** Whether a stream shows colors, or the user forces them. */
export function showsColors(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  const { FORCE_COLOR: force, NO_COLOR: none, TERM: terminal } = env;
  if (force !== undefined) return force !== '0' && force !== 'false';
  return !none && stream.isTTY === true && terminal !== 'dumb';
}

/** JSON that is safe for a terminal; its data are unchanged. */
export const json = (value: unknown, indent?: number): string =>
  `${escapeExcept('\n', JSON.stringify(value, null, indent))}\n`;
