import { dirname, resolve } from 'node:path';
import type { FilesAround, TablesAround } from '../dataflow/read-files';
import { languageOf } from '../languages';
import type { Diagnostic, TextFix } from '../languages/diagnostic';
import { type SafeFixes, safeFixes } from '../languages/fixes';
import type { Analysis, AnalyzeOptions } from '../languages/language';
import { Analyzer } from '../languages/snapshot';
import { editsInJson, isNotebook, readNotebook } from '../python/notebooks';
import type { Failure } from '../rules/guard';
import { ruleUrl } from '../rules/rule';
import { builtin } from '../schema/builtin';
import { combine, type Schema } from '../schema/types';
import { DEFAULT_SETTINGS, type Settings } from '../settings';
import { lineIndex, type Position } from '../text/line-index';
import type { Range } from '../text/range';
import { type FileNames, NO_NAMES, UNREAD_NAMES } from '../workspace/names';
import type { Values } from './command';
import { type Decoded, decode, withMisfits } from './decode';
import { isPython, type Source } from './files';
import { type Fixable, type Fixed, fixBytes } from './fix-file';
import { givenSettings } from './given-settings';
import { type Project, Projects } from './projects';
import { filesAround } from './read-files';
import type { FileReport, Note, ReportedDiagnostic, ReportedFix } from './reports/report';
import { namedSets } from './schema';
import { TensorflowAround } from './tensorflow';

export interface Checked {
  /** Undefined for a file in a folder that has nothing to do with TPU embedding. */
  readonly report: FileReport | undefined;
  readonly failures: readonly Failure[];
  /** What other files are judged by. */
  readonly names: FileNames;
  /** Whether it is judged by the tables of the folder around it. */
  readonly asksForTables: boolean;
  /** What the report is on, where a file was to be fixed and something could be. */
  readonly fixed?: Fixed;
  /** Why nothing was fixed of what could be. */
  readonly unfixed?: string;
}

/** A file to check. */
export interface Task extends Source {
  /** The tables of the folder around it, once they are known. */
  readonly tables?: TablesAround;
  /** Whether the report holds fixes. */
  readonly withFixes: boolean;
  /** Whether it is fixed first. */
  readonly fix: boolean;
}

const MEBIBYTE = 1024 * 1024;

const FAILED: Note = {
  code: 'internal-error',
  message: 'An internal error kept it from being checked.',
};

/** What a file is judged by. */
type Terms = AnalyzeOptions & Pick<Task, 'named' | 'withFixes'>;

/** The report of a file and what it names. */
type Found = Pick<Checked, 'report' | 'names'>;

/** What is found of a file where an internal error keeps it from being checked. */
export const notChecked = (path: string): Found => ({
  report: { path, parts: [], note: FAILED },
  names: UNREAD_NAMES,
});

const nothing = (): SafeFixes => ({ changes: [], count: 0 });

export const NOTHING: Found = { report: undefined, names: NO_NAMES };

/** Checks files: what fails in one costs no other its report. */
export class FileChecker {
  private failures: Failure[] = [];
  private readonly analyzers = new Map<Project | undefined, Analyzer>();
  private readonly around = new TensorflowAround();
  private readonly sets: readonly Schema[];
  private readonly given: Partial<Settings>;

  constructor(
    values: Values,
    private readonly projects = new Projects(values),
  ) {
    this.sets = namedSets(values);
    this.given = givenSettings(values);
  }

  check({ path, named, bytes, tables, withFixes, fix }: Task): Checked {
    this.failures = [];
    let result: ReturnType<typeof fixBytes<Found>> = { found: notChecked(path) };
    let asksForTables = false;
    const analyzer = this.analyzerOf(path);
    analyzer.guard(path).run(undefined, () => {
      const tensorflow = () => this.around.of(path);
      const files: FilesAround = {
        ...this.filesOf(path, analyzer.settings),
        tables() {
          asksForTables = true;
          return tables;
        },
      };
      const judge = (bytes: Buffer) =>
        checkBytes({ analyzer, path, named, withFixes, tensorflow, files }, bytes);
      result = fix ? fixBytes(bytes, judge) : { found: judge(bytes).found };
    });
    const { found, ...fixes } = result;
    const failures = this.failures.map((failure) => ({ ...failure, path }));
    return { ...found, ...fixes, failures, asksForTables };
  }

  /** The command line comes before the configuration file, and that before the defaults. */
  private analyzerOf(path: string): Analyzer {
    const project = this.projects.around(path);
    const known = this.analyzers.get(project);
    if (known) return known;
    const { schema = builtin, settings = DEFAULT_SETTINGS } = project ?? {};
    const rules = { ...settings.rules, ...this.given.rules };
    const analyzer = new Analyzer(
      combine(schema, ...this.sets),
      { ...settings, ...this.given, rules },
      (failure) => this.failures.push(failure),
    );
    this.analyzers.set(project, analyzer);
    return analyzer;
  }

  private filesOf(path: string, { maxFileSize }: Settings): FilesAround {
    const file = resolve(path);
    return filesAround(file, this.around.foldersAround(dirname(file)), maxFileSize * MEBIBYTE);
  }
}

function checkBytes(options: Terms, bytes: Buffer): Fixable<Found> {
  const { analyzer, path, named, withFixes } = options;
  if (isNotebook(path)) return checkNotebook(options, decode(bytes));
  const kind = isPython(path) ? 'python' : 'textproto';
  const { text, misfits } = decode(bytes, kind === 'python');
  const analysis = languageOf(kind).analyze(text, { ...options, path: resolve(path) });
  if (!analysis.isOurs && !named) return { found: NOTHING, fixes: nothing };
  const { reason, detail } = analysis.resolution ?? {};
  const note: Note | undefined =
    reason === 'unknown-message'
      ? { code: reason, message: `${detail} Load one with --descriptor-set.` }
      : undefined;
  const found = analysis.isOurs ? withMisfits(misfits, analysis.diagnose(), kind, analyzer.settings) : [];
  const parts = [{ text, diagnostics: inLines(text, found, withFixes) }];
  return {
    found: { report: { path, parts, ...(note && { note }) }, names: namesOf(analysis, options) },
    fixes: () => safeFixes(found),
  };
}

/** The Python cells of a notebook, in which what one defines is known in the next. */
function checkNotebook(options: Terms, { text: json, misfits }: Decoded): Fixable<Found> {
  const { analyzer, path, named, withFixes } = options;
  const cells = readNotebook(json);
  if (!cells) {
    const note: Note = {
      code: 'not-a-notebook',
      message: 'This is not a notebook, or not one of Python.',
    };
    const report = named ? { path, parts: [], note } : undefined;
    return { found: { report, names: UNREAD_NAMES }, fixes: nothing };
  }
  const { text, partEnds, indices } = cells;
  const analysis = languageOf('python').analyze(text, { ...options, path: resolve(path), partEnds });
  if (!analysis.isOurs && !named) return { found: NOTHING, fixes: nothing };
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
  if (misfits.length === 0 || !analysis.isOurs) return { found: { report: { path, parts }, names }, fixes };
  // These are none of a cell, but of the file.
  const ofFile = withMisfits(misfits, [], 'notebook', analyzer.settings);
  const whole = { text: json, diagnostics: inLines(json, ofFile, withFixes) };
  return { found: { report: { path, parts: [whole, ...parts] }, names }, fixes };
}

function namesOf(analysis: Analysis, { analyzer, path }: Terms): FileNames {
  return analyzer.guard(path).run(undefined, () => analysis.names?.() ?? NO_NAMES) ?? UNREAD_NAMES;
}

function inLines(text: string, diagnostics: readonly Diagnostic[], withFixes: boolean): ReportedDiagnostic[] {
  // Most files have nothing to be reported, and need not be searched for lines.
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
    // Placeholders are for people who type on.
    fixes: withFixes
      ? fixes()
          .filter(({ isSnippet }) => !isSnippet)
          .map(reportedFix)
      : [],
  };
}
