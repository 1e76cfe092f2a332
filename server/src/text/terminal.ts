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

/** JSON that a terminal can show as well; its data are the same. */
export const json = (value: unknown, indent?: number): string =>
  `${escapeExcept('\n', JSON.stringify(value, null, indent))}\n`;
