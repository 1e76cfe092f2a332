/** Columns that fit beside a program. */
const WIDTH = 80;

/** A comment after `#`, wrapped at spaces; every line has the indentation. */
export function commentLines(text: string, indent = ''): string[] {
  const room = WIDTH - indent.length - 2;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && longer.length > room) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line].map((each) => `${indent}# ${each}`);
}
