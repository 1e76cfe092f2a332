// The server's findings and their fixes, with offsets in the text.
import type { Text } from '@codemirror/state';
import type { Position, Range } from '../server/src/languages/protocol';
import type { LanguageServer } from './language-server';

export interface Fix {
  title: string;
  /** Fixes nothing: the edit adds a comment that ignores the rule. */
  isSilencing: boolean;
  changes: { from: number; to: number; insert: string }[];
}

export const labelOf = ({ title, isSilencing }: Fix): string => (isSilencing ? title : `Fix: ${title}`);

export interface Finding {
  from: number;
  to: number;
  severity: 'error' | 'warning' | 'info' | 'hint';
  message: string;
  /** Code of the rule. */
  code: string;
  fixes: Fix[];
}

interface Edit {
  range: Range;
  newText: string;
}

interface Diagnostic {
  range: Range;
  severity?: number;
  message: string;
  code?: string | number;
}

interface Action {
  title: string;
  diagnostics?: Diagnostic[];
  edit?: { changes?: Record<string, Edit[]> };
  isPreferred?: boolean;
}

const SEVERITIES = ['error', 'warning', 'info', 'hint'] as const;

/** The offset of a protocol position. A position outside of the text counts as its end. */
export function offsetAt(doc: Text, { line, character }: Position): number {
  if (line >= doc.lines) return doc.length;
  const { from, to } = doc.line(line + 1);
  return Math.min(from + character, to);
}

export const changesOf = (doc: Text, edits: readonly Edit[]): Fix['changes'] =>
  edits.map(({ range, newText }) => ({
    from: offsetAt(doc, range.start),
    to: offsetAt(doc, range.end),
    insert: newText,
  }));

/** In the order of the text; undefined if the server has no answer. */
export async function findingsIn(
  server: LanguageServer,
  uri: string,
  doc: Text,
): Promise<Finding[] | undefined> {
  const report = await server.ask<{ items: Diagnostic[] }>('textDocument/diagnostic', {
    textDocument: { uri },
  });
  return report?.items
    .map(({ range, severity = 1, message, code = '' }) => ({
      from: offsetAt(doc, range.start),
      to: offsetAt(doc, range.end),
      severity: SEVERITIES[severity - 1] ?? 'error',
      message,
      code: String(code),
      fixes: [],
    }))
    .sort((a, b) => a.from - b.from);
}

/** The same findings with their fixes. */
export async function withFixes(
  server: LanguageServer,
  uri: string,
  doc: Text,
  findings: readonly Finding[],
): Promise<Finding[]> {
  const last = doc.line(doc.lines);
  const actions = await server.ask<Action[]>('textDocument/codeAction', {
    textDocument: { uri },
    range: { start: { line: 0, character: 0 }, end: { line: doc.lines - 1, character: last.length } },
    context: { diagnostics: [], only: ['quickfix'] },
  });
  const fixesOf = (finding: Finding) =>
    (actions ?? [])
      .filter(({ diagnostics = [] }) => diagnostics.some((diagnostic) => isSame(doc, diagnostic, finding)))
      .sort((a, b) => Number(b.isPreferred ?? false) - Number(a.isPreferred ?? false))
      .flatMap(({ title, edit }): Fix[] => {
        const edits = edit?.changes?.[uri];
        return edits ? [{ ...named(title, finding.code), changes: changesOf(doc, edits) }] : [];
      });
  return findings.map((finding) => ({ ...finding, fixes: fixesOf(finding) }));
}

/** Removes the rule's code from the title, because a link with the code is beside the button. */
function named(title: string, code: string): Pick<Fix, 'title' | 'isSilencing'> {
  const isSilencing = title.startsWith('Ignore ');
  return { title: isSilencing ? title.replace(`${code} `, '') : title, isSilencing };
}

const isSame = (doc: Text, { range, code, message }: Diagnostic, finding: Finding) =>
  String(code) === finding.code &&
  message === finding.message &&
  offsetAt(doc, range.start) === finding.from &&
  offsetAt(doc, range.end) === finding.to;
