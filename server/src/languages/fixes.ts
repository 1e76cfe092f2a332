import { indentAt, startOfLine } from '../basics/lines';
import type { TextEdit } from '../basics/range';
import { bisect } from '../basics/search';
import type { Diagnostic } from './diagnostic';

export interface Action {
  readonly title: string;
  readonly diagnostic: Diagnostic;
  readonly changes: readonly TextEdit[];
  readonly preferred: boolean;
  /** Its text has placeholders. */
  readonly isSnippet?: true;
}

/** The quick fixes of the diagnostics that touch a range. For each, the fixes come before those that silence the rule. */
export function quickFixes(
  text: string,
  diagnostics: readonly Diagnostic[],
  start: number,
  end: number,
): Action[] {
  const touched = diagnostics.filter((d) => d.start <= end && d.end >= start);
  const fixing = touched.flatMap((diagnostic) =>
    diagnostic.fixes().map(({ title, changes, preferred, isSnippet }) => ({
      title,
      diagnostic,
      changes,
      preferred: preferred === true,
      ...(isSnippet && { isSnippet }),
    })),
  );
  const silencing = touched.flatMap((diagnostic) => silence(text, diagnostic));
  return [...unique(fixing), ...unique(silencing)];
}

/** Changes that fix some problems at once, in the order of their places. */
export interface SafeFixes {
  readonly changes: readonly TextEdit[];
  /** How many problems they fix. */
  readonly count: number;
}

/** The safe fixes of all diagnostics as one set of changes; of two that overlap the first wins. */
export function safeFixes(diagnostics: readonly Diagnostic[]): SafeFixes {
  const accepted: TextEdit[] = [];
  let count = 0;
  for (const { fixes } of diagnostics) {
    const changes = [...(fixes().find(({ safe }) => safe)?.changes ?? [])].sort((a, b) => a.start - b.start);
    const places = changes.map(({ start }) => bisect(0, accepted.length, (i) => accepted[i]!.start > start));
    const isFree = changes.every(({ start, end }, i) => {
      const [before, after] = [accepted[places[i]! - 1], accepted[places[i]!]];
      return (!before || before.end < start) && (!after || end < after.start);
    });
    if (changes.length === 0 || !isFree) continue;
    changes.forEach((change, i) => void accepted.splice(places[i]! + i, 0, change));
    count++;
  }
  return { changes: accepted, count };
}

export const fixAll = (diagnostics: readonly Diagnostic[]): readonly TextEdit[] =>
  safeFixes(diagnostics).changes;

/** Comments that silence a rule: on the line, and in the file. */
function silence(text: string, diagnostic: Diagnostic): Action[] {
  const { code, start, commentAbove } = diagnostic;
  if (code === 'unused-suppression' || code === 'file-too-large') return [];
  const lineStart = startOfLine(text, start);
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const top = MUST_COME_FIRST.exec(text)![0].length;
  const comment = (keyword: string) => `# tpu-embedding: ${keyword}[${code}]`;
  const onLine = commentAbove
    ? commentAbove(comment('ignore'))
    : [
        {
          start: lineStart,
          end: lineStart,
          newText: indentAt(text, lineStart) + comment('ignore') + newline,
        },
      ];
  const inFile = [{ start: top, end: top, newText: comment('ignore-file') + newline }];
  return [
    ...(onLine ? [{ title: `Ignore ${code} on this line`, changes: onLine }] : []),
    { title: `Ignore ${code} in this file`, changes: inFile },
  ].map((action) => ({ ...action, diagnostic, preferred: false }));
}

/** Lines that must stay at the top: an interpreter, an encoding, the magic of a notebook's cell. */
const MUST_COME_FIRST = /^(?:(?:#!|%%|[ \t\f]*#[^\r\n]*coding[:=])[^\r\n]*(?:\r\n|\r|\n))*/;

function unique(actions: readonly Action[]): Action[] {
  const seen = new Set<string>();
  return actions.filter(({ title, changes }) => {
    const key = JSON.stringify([title, changes]);
    return !seen.has(key) && seen.add(key);
  });
}
