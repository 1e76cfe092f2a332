import { inNotebook } from '../python/notebooks';
import type { Severity } from '../rules/rule';
import type { LineRange } from './places';

/** The result of `check`. */
export interface Report {
  readonly files: readonly FileReport[];
  readonly summary: Summary;
}

/** Options for the text of a report. */
export interface ReportOptions {
  /** Whether the output shows colours. */
  readonly colors: boolean;
  /** See `repositoryRoot`. */
  readonly root: string;
}

interface Summary {
  readonly files: number;
  readonly errors: number;
  readonly warnings: number;
  /** The number of fixed problems, if fixing was requested. */
  readonly fixed?: number;
}

export interface FileReport {
  readonly path: string;
  /** The file as a whole or, of a notebook, each cell. */
  readonly parts: readonly PartReport[];
  /** Why nothing was checked. */
  readonly note?: Note;
}

export interface Note {
  readonly code: 'unknown-message' | 'not-a-notebook' | 'internal-error';
  readonly message: string;
}

export interface PartReport {
  /** Number of the cell among all cells of the notebook, from 0. */
  readonly cell?: number;
  readonly text: string;
  /** Their ranges are within the part. */
  readonly diagnostics: readonly ReportedDiagnostic[];
}

export interface ReportedDiagnostic {
  readonly range: LineRange;
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  readonly href: string;
  /** The best one first; empty unless requested. */
  readonly fixes: readonly ReportedFix[];
}

export interface ReportedFix {
  readonly title: string;
  /** Whether `--fix` applies it. */
  readonly safe: boolean;
  readonly changes: readonly { readonly range: LineRange; readonly newText: string }[];
}

export const isFixable = ({ fixes }: ReportedDiagnostic): boolean => fixes.some(({ safe }) => safe);

export const diagnosticsOf = (files: readonly FileReport[]): readonly ReportedDiagnostic[] =>
  files.flatMap(({ parts }) => parts.flatMap(({ diagnostics }) => diagnostics));

export function summarize(files: readonly FileReport[], fixed?: number): Report {
  const diagnostics = diagnosticsOf(files);
  const count = (severity: Severity) => diagnostics.filter((d) => d.severity === severity).length;
  const summary = { files: files.length, errors: count('error'), warnings: count('warning') };
  return { files, summary: { ...summary, ...(fixed !== undefined && { fixed }) } };
}

/** A diagnostic with the line that it begins on. */
export type InFile = ReportedDiagnostic & { readonly line: string };

/**
 * Diagnostics for formats whose places are only lines of a file. These cannot express lines within a notebook's cell. So the
 * message names the place, the range is the beginning of the file, and fixes are left out.
 */
export function inFile({ parts }: FileReport): readonly InFile[] {
  return parts.flatMap(({ cell, text, diagnostics }) => {
    if (diagnostics.length === 0) return [];
    const lines = linesOf(text);
    return diagnostics.map((diagnostic) => {
      const { range, message } = diagnostic;
      const line = lines[range.start.line] ?? '';
      if (cell === undefined) return { ...diagnostic, line };
      return {
        ...diagnostic,
        line,
        range: BEGINNING,
        message: inNotebook(cell, range.start, message),
        fixes: [],
      };
    });
  });
}

const BEGINNING: LineRange = {
  start: { line: 0, character: 0 },
  end: { line: 0, character: 0 },
};

export const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/);
