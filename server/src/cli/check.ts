import { languageOf } from '../languages';
import type { Diagnostic } from '../languages/diagnostic';
import { Analyzer } from '../languages/snapshot';
import { readNotebook } from '../python/notebooks';
import { allRules } from '../rules';
import type { Severity } from '../rules/rule';
import { ruleUrl } from '../rules/rule';
import { DEFAULT_SETTINGS, SEVERITIES } from '../settings';
import { excerpt } from '../text/excerpt';
import { lineIndex, type Position } from '../text/line-index';
import { type Command, choice, printError, printFailure, UsageError, type Values } from './command';
import { type Decoded, decode, withMisfits } from './decode';
import { isFolder, isNotebook, isPython, readSources } from './files';
import { type FileReport, formats, type Report, type ReportedDiagnostic } from './report';
import { loadSchema } from './schema';

export const check: Command = {
  usage:
    'check [--format text|json|sarif|github] [--descriptor-set FILE]… [--rule CODE=SEVERITY]… PATH… | --stdin-filename NAME -',
  summary: 'Report the mistakes in files, and in the files of folders.',
  options: {
    format: { type: 'string' },
    'descriptor-set': { type: 'string', multiple: true },
    rule: { type: 'string', multiple: true },
    'stdin-filename': { type: 'string' },
  },
  async run(values, paths) {
    const format = formats[choice(values, 'format', ['text', 'json', 'sarif', 'github'])];
    if (paths.length === 0) throw new UsageError('Name a file or a folder.', this.usage);
    const inputName = values['stdin-filename'] as string | undefined;
    if (inputName !== undefined && !paths.includes('-'))
      throw new UsageError('--stdin-filename names what - reads from standard input. Add -.', this.usage);
    const settings = { ...DEFAULT_SETTINGS, rules: ruleSeverities(values) };
    let failures = 0;
    const analyzer = new Analyzer(await loadSchema(values), settings, (failure) => {
      failures++;
      printFailure(failure);
    });
    const files: FileReport[] = [];
    let unreadable = 0;
    const nameOf = (path: string) => (path === '-' ? (inputName ?? '<stdin>') : path);
    // What cannot be read does not hide what is wrong with the rest.
    const refuse = (error: unknown, path: string, named: boolean) => {
      printError(error);
      if (!named) return;
      unreadable++;
      if (!isFolder(path)) files.push({ path: nameOf(path), parts: [] });
    };
    for await (const { path, named, bytes } of readSources(paths, refuse)) {
      const name = nameOf(path);
      let report: FileReport | undefined = { path: name, parts: [], note: FAILED };
      analyzer.guard(name).run(undefined, () => {
        report = checkBytes(analyzer, name, bytes, named);
      });
      if (report) files.push(report);
    }
    // A wrong folder in a script must not pass for a clean one.
    if (files.length === 0 && unreadable === 0)
      printError(`Found nothing of TPU embedding in ${paths.join(', ')}.`);
    const report = summarize(files);
    process.stdout.write(format(report));
    if (failures > 0) return 3;
    if (unreadable > 0) return 2;
    return report.summary.errors > 0 ? 1 : 0;
  },
};

const FAILED = 'An internal error kept it from being checked.';

function ruleSeverities(values: Values): Record<string, Severity | 'off'> {
  const severities: Record<string, Severity | 'off'> = {};
  for (const setting of (values['rule'] ?? []) as string[]) {
    const [, code = setting, level] = /^([^=]*)=(.*)$/.exec(setting) ?? [];
    const severity = SEVERITIES.find((s) => s === level);
    if (!allRules.some((rule) => rule.code === code))
      throw new UsageError(`--rule: there is no rule "${excerpt(code)}".`);
    if (!severity) throw new UsageError(`--rule ${code}=…: takes one of ${SEVERITIES.join(', ')}.`);
    severities[code] = severity;
  }
  return severities;
}

/** Undefined for a file in a folder that has nothing to do with TPU embedding. */
function checkBytes(analyzer: Analyzer, path: string, bytes: Buffer, named: boolean): FileReport | undefined {
  if (isNotebook(path)) return checkNotebook(analyzer, path, decode(bytes), named);
  const kind = isPython(path) ? 'python' : 'textproto';
  const { text, misfits } = decode(bytes, kind === 'python');
  const analysis = languageOf(kind).analyze(text, { analyzer, path, named });
  if (!analysis.isOurs && !named) return undefined;
  const { reason, detail } = analysis.resolution ?? {};
  const note = reason === 'unknown-message' ? `${detail} Load one with --descriptor-set.` : undefined;
  const found = analysis.isOurs ? withMisfits(misfits, analysis.diagnose(), kind, analyzer.settings) : [];
  return { path, parts: [{ text, diagnostics: inLines(text, found) }], ...(note !== undefined && { note }) };
}

/** The Python cells of a notebook, in which what one defines is known in the next. */
function checkNotebook(
  analyzer: Analyzer,
  path: string,
  { text: json, misfits }: Decoded,
  named: boolean,
): FileReport | undefined {
  const cells = readNotebook(json);
  if (!cells) {
    const note = 'This is not a notebook, or not one of Python.';
    return named ? { path, parts: [], note } : undefined;
  }
  const { text, partEnds, indices } = cells;
  const analysis = languageOf('python').analyze(text, { analyzer, path, partEnds });
  if (!analysis.isOurs && !named) return undefined;
  const diagnostics = analysis.diagnose();
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
        .map((diagnostic) => reported(diagnostic, inCell)),
    };
  });
  if (misfits.length === 0 || !analysis.isOurs) return { path, parts };
  // These are none of a cell, but of the file.
  const ofFile = withMisfits(misfits, [], 'notebook', analyzer.settings);
  return { path, parts: [{ text: json, diagnostics: inLines(json, ofFile) }, ...parts] };
}

function inLines(text: string, diagnostics: readonly Diagnostic[]): ReportedDiagnostic[] {
  // Most files have nothing to be reported, and need not be searched for lines.
  if (diagnostics.length === 0) return [];
  const { position } = lineIndex(text);
  return diagnostics.map((diagnostic) => reported(diagnostic, position));
}

function reported(
  { start, end, severity, code, message }: Diagnostic,
  position: (offset: number) => Position,
): ReportedDiagnostic {
  return {
    range: { start: position(start), end: position(end) },
    severity,
    code,
    message,
    href: ruleUrl(code),
  };
}

function summarize(files: readonly FileReport[]): Report {
  const diagnostics = files.flatMap(({ parts }) => parts.flatMap((part) => part.diagnostics));
  const count = (severity: Severity) => diagnostics.filter((d) => d.severity === severity).length;
  return { files, summary: { files: files.length, errors: count('error'), warnings: count('warning') } };
}
