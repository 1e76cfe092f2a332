import type { Mutable } from '../../basics/mutable';
import type { Range } from '../../basics/range';
import { Lexer } from '../lexer';
import { parse } from '../parser';
import { arrange } from './arrange';
import { type Directives, readDirectives } from './directives';
import { print } from './print';
import { readLayout } from './reader';
import { wrap } from './wrap';

/**
 * A text in txtpbfmt's format, with the same fields, values and comments; lines end in LF. Top-level fields that are not
 * understood stay as they are.
 */
export function format(text: string): string {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  const body = withLineFeeds(text.slice(mark.length));
  const directives = readDirectives(body);
  // An unknown directive might disable formatting, so the text is not changed.
  if (!directives || directives.switches.has('disable')) return text;
  const formatted = formatRun(body, directives, true) ?? formatBetween(body, directives);
  return mark + formatted;
}

function withLineFeeds(text: string): string {
  if (!text.includes('\r\n')) return text;
  const lines = text.split('\n').map((line) => {
    let end = line.length;
    while (line[end - 1] === '\r') end--;
    return line.slice(0, end);
  });
  return lines.join('\n');
}

function formatRun(text: string, directives: Directives, first: boolean): string | undefined {
  const items = readLayout(text, directives);
  return items && print(arrange(wrap(items, directives), directives), first);
}

/** Formats the text between the lines that stay as they are. */
function formatBetween(text: string, directives: Directives): string {
  let formatted = '';
  let end = 0;
  for (const unformatted of [
    ...unformattedLines(text, directives),
    { start: text.length, end: text.length },
  ]) {
    if (unformatted.start > end) {
      // With the line end before, the reader knows that it is at the start of a line.
      const run = text.slice(Math.max(0, end - 1), unformatted.start);
      formatted += formatRun(run, directives, end === 0) ?? text.slice(end, unformatted.start);
    }
    formatted += text.slice(unformatted.start, unformatted.end);
    end = unformatted.end;
  }
  return formatted;
}

const OFF = /# txtpbfmt: off[ \t]*\n(?:[\s\S]*?# txtpbfmt: on|[\s\S]*)/g;

/** Lines that stay as they are: of fields that the reader does not understand, of regions that are off, and of fields beside these. */
function unformattedLines(text: string, directives: Directives): Range[] {
  const { sections, starts } = parse(text);
  const lexer = new Lexer(text);
  const parts = Array.from(text.matchAll(OFF), ({ index, 0: all }) => ({
    start: index,
    end: index + all.length,
    stays: true,
  }));
  for (const [i, { length }] of sections.entries()) {
    const end = starts[i]! + length;
    lexer.scanSignificant(starts[i]!);
    if (lexer.start >= end) continue;
    const stays = readLayout(text.slice(starts[i]!, end), directives) === undefined;
    parts.push({ start: lexer.start, end, stays });
  }
  const groups: Mutable<(typeof parts)[number]>[] = [];
  for (const part of parts.sort((a, b) => a.start - b.start)) {
    let group = groups.at(-1);
    if (!group || group.end <= part.start) {
      const start = text.lastIndexOf('\n', part.start - 1) + 1;
      group = { start, end: start, stays: false };
      groups.push(group);
    }
    // The line of a group is searched once, however many fields are on it.
    if (group.end < part.end) group.end = text.indexOf('\n', part.end) + 1 || text.length;
    group.stays ||= part.stays;
  }
  return groups.filter(({ stays }) => stays);
}
