export function startOfLine(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

export function endOfLine(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  return newline < 0 ? text.length : newline;
}

/** The blanks that a line begins with. */
export function indentAt(text: string, lineStart: number): string {
  let end = lineStart;
  while (isBlank(text[end])) end++;
  return text.slice(lineStart, end);
}

export function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}
