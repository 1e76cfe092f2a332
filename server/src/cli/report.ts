import { isAbsolute, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inNotebook } from '../python/notebooks';
import { allRules } from '../rules';
import { ruleUrl, type Severity } from '../rules/rule';
import type { Position } from '../text/line-index';
import { json, lines, printable } from '../text/terminal';

export interface Report {
  readonly files: readonly FileReport[];
  readonly summary: { readonly files: number; readonly errors: number; readonly warnings: number };
}

export interface FileReport {
  readonly path: string;
  /** The file as a whole or, of a notebook, each cell. */
  readonly parts: readonly PartReport[];
  /** Why nothing was checked. */
  readonly note?: string;
}

export interface PartReport {
  /** Number of the cell among all cells of the notebook, from 0. */
  readonly cell?: number;
  readonly text: string;
  /** Their ranges are within the part. */
  readonly diagnostics: readonly ReportedDiagnostic[];
}

export interface ReportedDiagnostic {
  readonly range: { readonly start: Position; readonly end: Position };
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  readonly href: string;
}

/** How `check --format` writes a report. */
export const formats: Readonly<Record<'text' | 'json' | 'sarif' | 'github', (report: Report) => string>> = {
  text: ({ files, summary }) => {
    const output = files.flatMap((file) => [
      ...(file.note === undefined ? [] : [`${file.path}: ${file.note}`]),
      ...file.parts.flatMap((part) => textLines(file.path, part)),
    ]);
    return lines([...output, summaryLine(summary)]);
  },

  json: ({ files, summary }) =>
    json({
      files: files.map(({ path, parts }) => ({ path, diagnostics: parts.flatMap(jsonDiagnostics) })),
      summary,
    }),

  /** Static Analysis Results Interchange Format 2.1.0, which code-scanning services read. */
  sarif: ({ files }) => {
    const used = new Set(
      files.flatMap(({ parts }) => parts.flatMap((part) => part.diagnostics.map(({ code }) => code))),
    );
    const log = {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: {
              name: 'tpu-embedding',
              version: VERSION,
              rules: allRules
                .filter(({ code }) => used.has(code))
                .map(({ code, summary, details }) => ({
                  id: code,
                  shortDescription: { text: summary },
                  fullDescription: { text: details },
                  help: { text: details, markdown: details },
                  helpUri: ruleUrl(code),
                })),
            },
          },
          columnKind: 'utf16CodeUnits',
          results: files.flatMap((file) => inFile(file).map((d) => sarifResult(file.path, d))),
        },
      ],
    };
    return json(log, 2);
  },

  /** Workflow commands of GitHub Actions. */
  github: ({ files }) =>
    lines(
      files.flatMap((file) =>
        inFile(file).map(({ range: { start, end }, severity, code, message }) => {
          const place = `line=${start.line + 1},endLine=${end.line + 1},col=${start.character + 1},endColumn=${end.character + 1}`;
          const command = severity === 'error' || severity === 'warning' ? severity : 'notice';
          return `::${command} file=${escapeProperty(file.path)},${place},title=${code}::${escapeData(message)}`;
        }),
      ),
    ),
};

function summaryLine({ files, errors, warnings }: Report['summary']): string {
  const count = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;
  return `${count(errors, 'error')}, ${count(warnings, 'warning')} in ${count(files, 'file')}`;
}

/** Longer lines would fill the screen. */
const MAX_LINE = 160;

const jsonDiagnostics = ({ cell, diagnostics }: PartReport) =>
  diagnostics.map((diagnostic) => ({ ...diagnostic, ...(cell !== undefined && { cell }) }));

/**
 * Diagnostics for formats that know places by the lines of a file alone. A notebook's cells have no lines of their
 * own there: the message names their place, and the range is the beginning of the file.
 */
function inFile({ parts }: FileReport): readonly ReportedDiagnostic[] {
  return parts.flatMap(({ cell, diagnostics }) =>
    cell === undefined
      ? diagnostics
      : diagnostics.map(({ range, message, ...rest }) => ({
          ...rest,
          range: { start: FIRST, end: FIRST },
          message: inNotebook(cell, range.start, message),
        })),
  );
}

const FIRST: Position = { line: 0, character: 0 };

function textLines(path: string, { cell, text, diagnostics }: PartReport): string[] {
  if (diagnostics.length === 0) return [];
  const source = text.split(/\r\n|\r|\n/);
  return diagnostics.flatMap((diagnostic) => {
    const { line, character } = diagnostic.range.start;
    const { severity, message, code } = diagnostic;
    const place = cell === undefined ? path : `${path}:cell ${cell + 1}`;
    const head = `${place}:${line + 1}:${character + 1}: ${severity}: ${message} [${code}]`;
    return [head, ...excerpt(source[line] ?? '', diagnostic.range)];
  });
}

/** The line with carets below it. */
function excerpt(line: string, { start, end }: ReportedDiagnostic['range']): string[] {
  if (line.trim() === '' || line.length > MAX_LINE) return [];
  const stop = end.line === start.line ? end.character : line.length;
  const marked = printable(line.slice(start.character, stop));
  const indent = printable(line.slice(0, start.character)).replaceAll(/[^\t]/g, ' ');
  return [`    ${line}`, `    ${indent}${'^'.repeat(Math.max(marked.length, 1))}`];
}

function sarifResult(path: string, { range, severity, code, message }: ReportedDiagnostic) {
  const { start, end } = range;
  return {
    ruleId: code,
    level: severity === 'error' || severity === 'warning' ? severity : 'note',
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: fileReference(path) },
          region: {
            startLine: start.line + 1,
            startColumn: start.character + 1,
            endLine: end.line + 1,
            endColumn: end.character + 1,
          },
        },
      },
    ],
  };
}

/** A path as a URI, which is relative to where the path is. */
function fileReference(path: string): string {
  return isAbsolute(path) ? pathToFileURL(path).href : path.split(sep).map(encodeURIComponent).join('/');
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
