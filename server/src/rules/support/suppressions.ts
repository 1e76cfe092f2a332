import { addTo } from '../../basics/groups';
import { bisect } from '../../basics/search';
import { Kind } from '../../textproto/lexer';
import { type Tree, tokensOf } from '../../textproto/tree';

/** A comment `# tpu-embedding: ignore[code, …]` or `ignore-file[code, …]`; without brackets it means all. */
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

export const MARK = 'tpu-embedding:';
/** A list that is still open while it is typed must not silence everything. */
const DIRECTIVE = /tpu-embedding:[ \t]*(ignore(?:-file)?)\b[ \t]*(?:(\[)([^\]:#\n]*)\]?)?/y;

/** The suppressions of a text-format tree, in order of position. */
export function readSuppressions(tree: Tree): Suppression[] {
  return tree.tooLarge ? [] : suppressionsAt(tree.text, marksInComments(tree));
}

/** The suppressions of any text whose comments begin with `#`. `comments` holds their starts and ends in turn. */
export function suppressionsInComments(text: string, comments: readonly number[]): Suppression[] {
  return suppressionsAt(text, marksInRanges(text, comments));
}

function suppressionsAt(text: string, marks: Iterable<number>): Suppression[] {
  const lines = new SilencedLines(text);
  const found: Suppression[] = [];
  for (const at of marks) {
    DIRECTIVE.lastIndex = at;
    const match = DIRECTIVE.exec(text);
    if (!match) continue;
    const [all, keyword, bracket, list = ''] = match as unknown as [string, string, string?, string?];
    const start = at + all.indexOf(keyword, MARK.length);
    const end = at + all.trimEnd().length;
    const range = keyword === 'ignore-file' ? { from: 0, to: text.length } : lines.silencedAt(at);
    const codes = bracket
      ? readCodes(list, at + all.indexOf(bracket) + 1)
      : [{ code: undefined, start, end }];
    found.push({ start, end, codes, ...range });
  }
  return found;
}

/** Offsets of the markers inside comments, found in one pass over the text. */
function* marksInComments(tree: Tree): Generator<number> {
  let at = tree.text.indexOf(MARK);
  for (let i = 0; i < tree.sections.length && at >= 0; i++) {
    const section = tree.sections[i]!;
    const base = tree.starts[i]!;
    if (at >= base + section.length) continue;
    for (const token of tokensOf(tree, section)) {
      for (; at >= 0 && at < base + token.end; at = tree.text.indexOf(MARK, at + 1)) {
        if (token.kind === Kind.Comment) yield at;
      }
    }
  }
}

function* marksInRanges(text: string, comments: readonly number[]): Generator<number> {
  let at = text.indexOf(MARK);
  for (let i = 0; i < comments.length && at >= 0; i += 2) {
    while (at >= 0 && at < comments[i]!) at = text.indexOf(MARK, at + 1);
    for (; at >= 0 && at < comments[i + 1]!; at = text.indexOf(MARK, at + 1)) yield at;
  }
}

function readCodes(list: string, listStart: number): SuppressedCode[] {
  return [...list.matchAll(/[^\s,]+/g)].map(({ 0: code, index }) => ({
    code,
    start: listStart + index,
    end: listStart + index + code.length,
  }));
}

interface Line {
  readonly from: number;
  readonly to: number;
}

/** Finds the line that a comment silences. Asked in ascending order, it scans the text once. */
class SilencedLines {
  private line: Line;
  /** The line found last, and the first of the comment lines above it. */
  private target: Line = { from: 0, to: 0 };
  private above = 0;

  constructor(private readonly text: string) {
    this.line = this.lineFrom(0);
  }

  /** The comment's own line. If the comment is alone on it, the next line that is not only a comment. */
  silencedAt(offset: number): Line {
    while (this.line.to < offset) this.line = this.lineFrom(this.line.to + 1);
    const { from } = this.line;
    if (from < this.above || from >= this.target.from) {
      this.above = from;
      this.target = this.line;
      while (this.isComment(this.target) && this.target.to < this.text.length) {
        do this.target = this.lineFrom(this.target.to + 1);
        while (this.isEmpty(this.target) && this.target.to < this.text.length);
      }
    }
    return this.target;
  }

  private lineFrom(from: number): Line {
    const newline = this.text.indexOf('\n', from);
    return { from, to: newline < 0 ? this.text.length : newline };
  }

  private isComment({ from, to }: Line): boolean {
    return /^[ \t]*#/.test(this.text.slice(from, to));
  }

  private isEmpty({ from, to }: Line): boolean {
    return this.text.slice(from, to).trim() === '';
  }
}

type CodesByName = Map<string | undefined, SuppressedCode[]>;

/** Tells which problems are silenced, and records which codes silenced any. */
export class Silencer {
  readonly used = new Set<SuppressedCode>();
  private readonly file: CodesByName = new Map();
  /** The codes of each silenced line, by its start, and the lines in ascending order. */
  private readonly byLine = new Map<number, CodesByName>();
  private readonly lines: Line[] = [];

  constructor(suppressions: readonly Suppression[], text: string) {
    for (const { from, to, codes } of suppressions) {
      const target = from === 0 && to === text.length ? this.file : this.codesOf({ from, to });
      for (const code of codes) addTo(target, code.code, code);
    }
  }

  private codesOf(line: Line): CodesByName {
    let codes = this.byLine.get(line.from);
    if (!codes) {
      codes = new Map();
      this.byLine.set(line.from, codes);
      this.lines.push(line);
    }
    return codes;
  }

  silences(offset: number, code: string): boolean {
    const line = this.lineOf(offset);
    let silenced = false;
    for (const codes of [this.file, line]) {
      for (const name of [undefined, code]) {
        const entries = codes?.get(name);
        if (!entries) continue;
        silenced = true;
        // What is marked once need not be marked again.
        for (const entry of entries.splice(0)) this.used.add(entry);
      }
    }
    return silenced;
  }

  private lineOf(offset: number): CodesByName | undefined {
    const { lines } = this;
    const line = lines[bisect(0, lines.length, (i) => lines[i]!.from > offset) - 1];
    return line && offset <= line.to ? this.byLine.get(line.from) : undefined;
  }
}
