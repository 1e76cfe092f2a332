import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Test cases as text. Each case in a file starts with a line `=== name`; words in brackets after the name are flags. A
 * line of carets marks the range above it: `^^^^ error[code] words of the message`. Further parts of a case start with
 * a line `--- key: argument`.
 */
export interface Case {
  readonly file: string;
  /** The line that starts the case, without its `===`. */
  readonly title: string;
  readonly name: string;
  readonly flags: readonly string[];
  /** The text without its marks. */
  readonly text: string;
  readonly marks: readonly Mark[];
  readonly parts: readonly Part[];
}

export interface Mark {
  /** From 0. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly severity: string;
  readonly code: string;
  /** Words that the message must contain. */
  readonly words: string;
}

export interface Part {
  readonly key: string;
  readonly argument: string;
  readonly text: string;
}

const MARK = /^( *)(\^+) (error|warning|information|hint)\[([\w-]+)\] ?(.*)$/;

export function readCases(file: string): Case[] {
  const cases: Case[] = [];
  for (const chunk of `\n${readFileSync(file, 'utf8')}`.split('\n=== ').slice(1)) {
    const [title = '', ...lines] = chunk.replace(/\n$/, '').split('\n');
    const [, name = '', flags = ''] = /^(.*?)(?: \[([\w ,.=-]*)\])?$/.exec(title)!;
    const [text = [], ...parts] = splitParts(lines);
    const { source, marks } = readMarks(text);
    cases.push({
      file,
      title,
      name,
      flags: flags.split(/[ ,]+/).filter(Boolean),
      text: source,
      marks,
      parts: parts.map(([head = '', ...body]) => {
        const [, key = '', argument = ''] = /^--- ([\w-]+)(?:: (.*))?$/.exec(head) ?? [];
        return { key, argument, text: body.map((line) => `${line}\n`).join('') };
      }),
    });
  }
  return cases;
}

function splitParts(lines: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  for (const line of lines) {
    if (line.startsWith('--- ')) parts.push([]);
    parts.at(-1)!.push(line);
  }
  return parts;
}

function readMarks(lines: readonly string[]): { source: string; marks: Mark[] } {
  const source: string[] = [];
  const marks: Mark[] = [];
  for (const line of lines) {
    const match = MARK.exec(line);
    if (!match) {
      source.push(line);
      continue;
    }
    const [, indent = '', carets = '', severity = '', code = '', words = ''] = match;
    marks.push({
      line: source.length - 1,
      start: indent.length,
      end: indent.length + carets.length,
      severity,
      code,
      words: words.trim(),
    });
  }
  return { source: source.map((line) => `${line}\n`).join(''), marks };
}

/** All case files below a folder of test/fixtures. */
export function caseFiles(folder: string): string[] {
  const root = join('test/fixtures', folder);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.cases'))
    .map((file) => join(root, file))
    .sort();
}

/** A mark as it stands in a case file. */
export function renderMark({ start, end, severity, code, words }: Mark): string {
  return `${' '.repeat(start)}${'^'.repeat(Math.max(end - start, 1))} ${severity}[${code}] ${words}`.trimEnd();
}

/** Rewrites the marks in a case's file, for `UPDATE=1`. */
export function updateMarks({ file, title, text }: Case, marks: readonly Mark[]): void {
  const chunks = `\n${readFileSync(file, 'utf8')}`.split('\n=== ');
  const at = chunks.findIndex((chunk) => chunk.startsWith(`${title}\n`));
  const [, ...parts] = chunks[at]!.split(/^(?=--- )/m);
  const lines = text.replace(/\n$/, '').split('\n');
  const marked = lines.flatMap((line, i) => [
    line,
    ...marks.filter((mark) => Math.min(mark.line, lines.length - 1) === i).map(renderMark),
  ]);
  chunks[at] = `${title}\n${marked.join('\n')}\n${parts.join('')}`;
  writeFileSync(file, chunks.join('\n=== ').slice(1));
}
