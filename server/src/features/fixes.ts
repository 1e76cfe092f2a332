import type { Snapshot } from '../analysis';
import type { Fix } from '../rules/rule';
import { startOf } from '../textproto/tree';
import type { Diagnostic } from './diagnostics';

/** A change to the text in absolute offsets. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

export interface Action {
  readonly title: string;
  readonly diagnostic: Diagnostic;
  readonly changes: readonly TextChange[];
  readonly preferred: boolean;
}

/** The quick fixes of the diagnostics that touch a range, each rule's own before the ones that silence it. */
export function quickFixes(
  snapshot: Snapshot,
  diagnostics: readonly Diagnostic[],
  start: number,
  end: number,
): Action[] {
  const touched = diagnostics.filter((d) => d.start <= end && d.end >= start);
  const mending = touched.flatMap((diagnostic) =>
    (diagnostic.problem.fixes?.() ?? []).map((fix) => ({
      title: fix.title,
      diagnostic,
      changes: absolute(snapshot, fix),
      preferred: fix.preferred === true,
    })),
  );
  const silencing = touched.flatMap((diagnostic) => silence(snapshot, diagnostic));
  return [...unique(mending), ...unique(silencing)];
}

/** The safe fixes of all diagnostics as one set of changes; of two that overlap the first wins. */
export function fixAll(snapshot: Snapshot, diagnostics: readonly Diagnostic[]): TextChange[] {
  const accepted: TextChange[] = [];
  for (const { problem } of diagnostics) {
    const fix = problem.fixes?.().find(({ safe }) => safe);
    const changes = fix ? absolute(snapshot, fix) : [];
    const overlaps = changes.some((a) => accepted.some((b) => a.start <= b.end && b.start <= a.end));
    if (!overlaps) accepted.push(...changes);
  }
  return accepted.sort((a, b) => a.start - b.start);
}

function absolute({ tree }: Snapshot, { edits }: Fix): TextChange[] {
  return edits.map(({ span: { section, start, end }, newText }) => {
    const base = startOf(tree, section);
    return { start: base + start, end: base + end, newText };
  });
}

/** Comments that silence a rule: on the line, and in the file. */
function silence({ text }: Snapshot, diagnostic: Diagnostic): Action[] {
  const { code, start } = diagnostic;
  if (code === 'unused-suppression' || code === 'file-too-large') return [];
  const lineStart = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart))![0];
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const comment = (keyword: string) => `# tpu-embedding: ${keyword}[${code}]${newline}`;
  return [
    {
      title: `Ignore ${code} on this line`,
      diagnostic,
      changes: [{ start: lineStart, end: lineStart, newText: indent + comment('ignore') }],
      preferred: false,
    },
    {
      title: `Ignore ${code} in this file`,
      diagnostic,
      changes: [{ start: 0, end: 0, newText: comment('ignore-file') }],
      preferred: false,
    },
  ];
}

function unique(actions: readonly Action[]): Action[] {
  const seen = new Set<string>();
  return actions.filter(({ title, changes }) => {
    const key = JSON.stringify([title, changes]);
    return !seen.has(key) && seen.add(key);
  });
}
