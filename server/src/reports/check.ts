// Checks the text of a file.

import type { Decoded } from '../basics/decode';
import { lineIndex, type Position } from '../basics/line-index';
import type { Range } from '../basics/range';
import { languageOf } from '../languages';
import type { Diagnostic } from '../languages/diagnostic';
import { type SafeFixes, safeFixes } from '../languages/fixes';
import type { Analysis, AnalyzeOptions } from '../languages/language';
import { type FileNames, NO_NAMES, UNREAD_NAMES } from '../project/names/names';
import { editsInJson, readNotebook } from '../python/notebooks';
import type { TextFix } from '../rules/python/call-rule';
import { ruleUrl } from '../rules/rule';
import type { Fixable } from './fixed';
import { withMisfits } from './misfits';
import type { FileReport, Note, ReportedDiagnostic, ReportedFix } from './report';

/** The settings and surroundings that a file is checked with. */
interface CheckOptions extends AnalyzeOptions {
  /** The file's name in the report. */
  readonly name: string;
  /** The user named this file. */
  readonly named: boolean;
  /** Whether the report holds fixes. */
  readonly withFixes: boolean;
}

export type Kind = 'textproto' | 'python' | 'notebook' | 'requirements';

/** The report of a file, and its names. */
export interface CheckResult {
  /** Undefined for a file in a folder that has nothing to do with TPU embedding. */
  readonly report: FileReport | undefined;
  /** The names that the check of other files needs. */
  readonly names: FileNames;
}

export const NOTHING: CheckResult = { report: undefined, names: NO_NAMES };

const nothing = (): SafeFixes => ({ changes: [], count: 0 });

/** Checks the text of a file. */
export function checkText(
  { text, misfits }: Decoded,
  kind: Kind,
  options: CheckOptions,
): Fixable<CheckResult> {
  if (kind === 'notebook') return checkNotebook({ text, misfits }, options);
  const { analyzer, name: path, named, withFixes } = options;
  const analysis = languageOf(kind).analyze(text, options);
  if (!analysis.isOurs && !named) return { result: NOTHING, fixes: nothing };
  const { reason, detail } = analysis.resolution ?? {};
  const note: Note | undefined =
    reason === 'unknown-message'
      ? { code: reason, message: `${detail} Load one with --descriptor-set.` }
      : undefined;
  // pip reads other encodings as well.
  const found = !analysis.isOurs
    ? []
    : kind === 'requirements'
      ? analysis.diagnose()
      : withMisfits(misfits, analysis.diagnose(), kind, analyzer.settings);
  const parts = [{ text, diagnostics: inLines(text, found, withFixes) }];
  return {
    result: { report: { path, parts, ...(note && { note }) }, names: namesOf(analysis, options) },
    fixes: () => safeFixes(found),
  };
}

/** The Python cells of a notebook. Names defined in one cell are known in the next. */
function checkNotebook({ text: json, misfits }: Decoded, options: CheckOptions): Fixable<CheckResult> {
  const { analyzer, name: path, named, withFixes } = options;
  const cells = readNotebook(json);
  if (!cells) {
    const note: Note = {
      code: 'not-a-notebook',
      message: 'This is not a notebook with Python code.',
    };
    const report = named ? { path, parts: [], note } : undefined;
    return { result: { report, names: UNREAD_NAMES }, fixes: nothing };
  }
  const { text, partEnds, indices } = cells;
  const analysis = languageOf('python').analyze(text, { ...options, partEnds });
  if (!analysis.isOurs && !named) return { result: NOTHING, fixes: nothing };
  const diagnostics = analysis.diagnose();
  const names = namesOf(analysis, options);
  const parts = partEnds.map((end, i) => {
    const start = partEnds[i - 1] ?? 0;
    const source = text.slice(start, end);
    const { position } = lineIndex(source);
    const inCell = (offset: number) => position(Math.min(offset, end) - start);
    return {
      cell: indices[i]!,
      text: source,
      diagnostics: diagnostics
        .filter((diagnostic) => start <= diagnostic.start && diagnostic.start < end)
        .map((diagnostic) => reported(diagnostic, inCell, withFixes)),
    };
  });
  const fixes = (): SafeFixes => {
    const { changes, count } = safeFixes(diagnostics);
    const inJson = editsInJson(json, cells, changes);
    return inJson ? { changes: inJson, count } : nothing();
  };
  if (misfits.length === 0 || !analysis.isOurs) return { result: { report: { path, parts }, names }, fixes };
  // These problems belong to the file, not to a cell.
  const ofFile = withMisfits(misfits, [], 'notebook', analyzer.settings);
  const whole = { text: json, diagnostics: inLines(json, ofFile, withFixes) };
  return { result: { report: { path, parts: [whole, ...parts] }, names }, fixes };
}

function namesOf(analysis: Analysis, { analyzer, name }: CheckOptions): FileNames {
  return analyzer.guard(name).run(undefined, () => analysis.names()) ?? UNREAD_NAMES;
}

function inLines(text: string, diagnostics: readonly Diagnostic[], withFixes: boolean): ReportedDiagnostic[] {
  // Most files have no problems, so their lines need not be computed.
  if (diagnostics.length === 0) return [];
  const { position } = lineIndex(text);
  return diagnostics.map((diagnostic) => reported(diagnostic, position, withFixes));
}

function reported(
  { start, end, severity, code, message, fixes }: Diagnostic,
  position: (offset: number) => Position,
  withFixes: boolean,
): ReportedDiagnostic {
  const rangeOf = ({ start, end }: Range) => ({ start: position(start), end: position(end) });
  const reportedFix = ({ title, safe, changes }: TextFix): ReportedFix => ({
    title,
    safe: safe === true,
    changes: changes.map((change) => ({ range: rangeOf(change), newText: change.newText })),
  });
  return {
    range: rangeOf({ start, end }),
    severity,
    code,
    message,
    href: ruleUrl(code),
    // Placeholders are only useful while typing.
    fixes: withFixes
      ? fixes()
          .filter(({ isSnippet }) => !isSnippet)
          .map(reportedFix)
      : [],
  };
}
