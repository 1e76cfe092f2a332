import { inOctal } from './bytes';
import { printable } from './terminal';

/** Lines of one text that replace lines of another. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** Unchanged lines around changes. */
const CONTEXT = 3;

/** The largest distance at which matching lines are searched; beyond it, the rest counts as changed. */
const MAX_GAP = 200;

/** The difference between two texts as in `diff -u`, line by line; empty if they are equal. */
export function unifiedDiff(name: string, before: string, after: string): string[] {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const changes = changesBetween(old, fresh);
  if (changes.length === 0) return [];
  const shown = quoted(name);
  return [`--- ${shown}`, `+++ ${shown}`, ...hunks(changes).flatMap((hunk) => hunkLines(hunk, old, fresh))];
}

/** A file name in the form that git and GNU patch expect for blanks and control characters: bytes in octal. */
function quoted(name: string): string {
  if (printable(name) === name && !/\s/.test(name)) return name;
  return `"${name.replaceAll(/["\\]|[^ -~]/gu, (character) => inOctal(Buffer.from(character)))}"`;
}

/** With their line ends. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

function changesBetween(old: readonly string[], fresh: readonly string[]): Change[] {
  const changes: Change[] = [];
  for (let i = 0, j = 0; i < old.length || j < fresh.length; ) {
    if (i < old.length && old[i] === fresh[j]) {
      i++;
      j++;
      continue;
    }
    const [end, newEnd] = whereAlike(old, fresh, i, j);
    changes.push({ start: i, end, newStart: j, newEnd });
    [i, j] = [end, newEnd];
  }
  return changes;
}

/** The nearest lines from which both texts match again, or their ends. */
function whereAlike(
  old: readonly string[],
  fresh: readonly string[],
  i: number,
  j: number,
): [number, number] {
  for (let gap = 1; gap <= MAX_GAP; gap++) {
    // Usually as many lines are added as removed.
    const skips = Array.from({ length: gap + 1 }, (_, skip) => skip);
    skips.sort((a, b) => Math.abs(gap - 2 * a) - Math.abs(gap - 2 * b));
    for (const skip of skips) {
      const [end, newEnd] = [i + skip, j + gap - skip];
      if (end < old.length && old[end] === fresh[newEnd]) return [end, newEnd];
    }
  }
  return [old.length, fresh.length];
}

/** Groups changes whose contexts touch. */
function hunks(changes: readonly Change[]): Change[][] {
  const together: Change[][] = [];
  for (const change of changes) {
    const last = together.at(-1);
    if (last && change.start - last.at(-1)!.end <= 2 * CONTEXT) last.push(change);
    else together.push([change]);
  }
  return together;
}

function hunkLines(changes: readonly Change[], old: readonly string[], fresh: readonly string[]): string[] {
  const [first, last] = [changes[0]!, changes.at(-1)!];
  const before = Math.min(CONTEXT, first.start);
  const after = Math.min(CONTEXT, old.length - last.end);
  const span = (start: number, end: number) =>
    `${end === start ? start : start + 1}${end - start === 1 ? '' : `,${end - start}`}`;
  let at = first.start - before;
  const body = changes.flatMap(({ start, end, newStart, newEnd }) => {
    const same = marked(' ', old.slice(at, start));
    at = end;
    return [...same, ...marked('-', old.slice(start, end)), ...marked('+', fresh.slice(newStart, newEnd))];
  });
  const places = [
    `-${span(first.start - before, last.end + after)}`,
    `+${span(first.newStart - before, last.newEnd + after)}`,
  ];
  return [`@@ ${places.join(' ')} @@`, ...body, ...marked(' ', old.slice(at, last.end + after))];
}

const marked = (mark: string, lines: readonly string[]) =>
  lines.flatMap((line) =>
    line.endsWith('\n')
      ? [`${mark}${line.slice(0, -1)}`]
      : [`${mark}${line}`, '\\ No newline at end of file'],
  );
