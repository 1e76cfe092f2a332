import { format } from '../../../textproto/formatting/format';

/**
 * Formats a text in a string of a program. The indentation and the blanks at its ends are kept, and a text on one line stays on
 * one line. Undefined if that is impossible.
 */
export function formatString(text: string): string | undefined {
  return text.includes('\n') ? formatLines(text) : formatLine(text);
}

function formatLine(text: string): string | undefined {
  const [, before, said, after] = /^([ \t]*)([^\n]*?)([ \t]*)$/.exec(text)!;
  const block = /^_ \{(?: ([^\n]*) )?\}\n$/.exec(format(`_ {${said}}`));
  return block ? before + (block[1] ?? '') + after : undefined;
}

function formatLines(text: string): string {
  const head = /^(?:[ \t]*\n)*/.exec(text)![0];
  const body = text.slice(head.length).trimEnd();
  const tail = text.slice(head.length + body.length);
  const [first = '', ...others] = body.split('\n');
  const indent = head === '' ? shortestIndent(others) : indentOf(first);
  const flush = [first, ...others].map((line) =>
    line.startsWith(indent) ? line.slice(indent.length) : line,
  );
  const formatted = format(flush.join('\n')).trimEnd().split('\n');
  const lines = formatted.map((line, i) => (line === '' || (i === 0 && head === '') ? line : indent + line));
  return head + lines.join('\n') + tail;
}

const indentOf = (line: string) => /^[ \t]*/.exec(line)![0];

/** A first line right after the quotes does not show the indentation of the other lines. */
function shortestIndent(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== '').map(indentOf);
  return indents.reduce((a, b) => (b.length < a.length ? b : a), indents[0] ?? '');
}
