/** About as much as a person reads of a name; every name of TensorFlow's is shorter. */
const LONGEST = 80;

/** Text from anywhere as a message quotes it: one line, and only its beginning where it is long. */
export function excerpt(text: string, longest = LONGEST): string {
  // A text may have millions of characters, of which most need not be looked at.
  const line = text.slice(0, 2 * longest).replaceAll(/\s*[\r\n]\s*/g, ' ');
  if (line.length <= longest && text.length <= 2 * longest) return line;
  return `${line.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
