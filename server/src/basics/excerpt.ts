/** About as much of a name as a person reads; all names in TensorFlow are shorter. */
const LONGEST = 80;

/** Text from any source for use in a message: on one line, and cut if it is long. */
export function excerpt(text: string, longest = LONGEST): string {
  // A text may have millions of characters, so only its beginning is processed.
  const line = text.slice(0, 2 * longest).replaceAll(/\s*[\r\n]\s*/g, ' ');
  if (line.length <= longest && text.length <= 2 * longest) return line;
  return `${line.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
