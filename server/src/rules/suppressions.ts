import { Kind } from '../textproto/lexer';
import { sectionIndexAt, type Tree, tokensOf } from '../textproto/tree';

/** A comment `# tpu-embedding: ignore[code, …]` or `ignore-file[code, …]`; without codes it means all. */
export interface Suppression {
  /** Absolute range from `ignore` to the end of its codes. */
  readonly start: number;
  readonly end: number;
  readonly codes: readonly SuppressedCode[];
  /** Absolute range of the line that it silences; the whole text for `ignore-file`. */
  readonly from: number;
  readonly to: number;
}

export interface SuppressedCode {
  /** Undefined means every rule. */
  readonly code: string | undefined;
  readonly start: number;
  readonly end: number;
}

const MARK = 'tpu-embedding:';
const DIRECTIVE = /tpu-embedding:[ \t]*(ignore(?:-file)?)\b[ \t]*(?:\[([^\]\n]*)\])?/;

export function readSuppressions(tree: Tree): Suppression[] {
  const found: Suppression[] = [];
  for (let at = tree.text.indexOf(MARK); at >= 0; at = tree.text.indexOf(MARK, at + 1)) {
    if (tree.tooLarge || !isInComment(tree, at)) continue;
    const match = DIRECTIVE.exec(tree.text.slice(at, lineEnd(tree.text, at)));
    if (match?.index === 0) found.push(readSuppression(tree.text, at, match));
  }
  return found;
}

function readSuppression(text: string, at: number, match: RegExpExecArray): Suppression {
  const [all, keyword, list] = match as unknown as [string, string, string | undefined];
  const start = at + all.indexOf(keyword, MARK.length);
  const end = at + all.trimEnd().length;
  const range = keyword === 'ignore-file' ? { from: 0, to: text.length } : silencedLine(text, at);
  if (list === undefined) return { start, end, codes: [{ code: undefined, start, end }], ...range };
  const listStart = at + all.indexOf('[') + 1;
  const codes = [...list.matchAll(/[^\s,]+/g)].map((code) => ({
    code: code[0],
    start: listStart + code.index,
    end: listStart + code.index + code[0].length,
  }));
  return { start, end, codes, ...range };
}

/** The comment's own line, or, where it stands alone, the next line that holds more than a comment. */
function silencedLine(text: string, at: number): { from: number; to: number } {
  let from = text.lastIndexOf('\n', at) + 1;
  let to = lineEnd(text, at);
  while (/^[ \t]*#/.test(text.slice(from, to)) && to < text.length) {
    from = to + 1;
    to = lineEnd(text, from);
    while (to < text.length && text.slice(from, to).trim() === '') {
      from = to + 1;
      to = lineEnd(text, from);
    }
  }
  return { from, to };
}

function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  return newline < 0 ? text.length : newline;
}

function isInComment(tree: Tree, offset: number): boolean {
  const index = sectionIndexAt(tree, offset);
  const local = offset - tree.starts[index]!;
  for (const token of tokensOf(tree.sections[index]!)) {
    if (local < token.end) return token.kind === Kind.Comment;
  }
  return false;
}
