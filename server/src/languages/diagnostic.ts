import type { TextEdit } from '../basics/range';
import type { Guard } from '../rules/guard';
import type { CallProblem } from '../rules/python/call-rule';
import type { Problem, Severity } from '../rules/rule';
import { type Span, startOf, type Tree } from '../textproto/tree';

/** A problem as the editor and the command line show it, in absolute offsets, for every language. */
export interface Diagnostic {
  readonly start: number;
  readonly end: number;
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly related: readonly RelatedPlace[];
  readonly tag?: 'unnecessary' | 'deprecated';
  /** See `Rule`. */
  readonly concludesFromAbsence?: true;
  /** Computed on request. */
  readonly fixes: () => readonly TextFix[];
  /** Writes a comment above it, if that needs more than a new line. Undefined if no comment can be written. */
  readonly commentAbove?: (comment: string) => readonly TextEdit[] | undefined;
}

interface RelatedPlace {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  /** See `FileText`; without it, the place is in this text. */
  readonly file?: string;
}

/** See `Fix`. */
export interface TextFix {
  readonly title: string;
  readonly changes: readonly TextEdit[];
  readonly preferred?: boolean;
  readonly safe?: boolean;
  readonly isSnippet?: true;
}

/** A problem of a text-format tree, at its place in the whole text. */
export function toDiagnostic(
  tree: Tree,
  code: string,
  severity: Severity,
  problem: Problem,
  guard: Guard,
): Diagnostic {
  const absolute = ({ section, start, end }: Span) => {
    const base = startOf(tree, section);
    return { start: base + start, end: base + end };
  };
  return {
    ...absolute(problem.span),
    code,
    severity,
    message: problem.message,
    related: (problem.related ?? []).map(({ span, message }) => ({ ...absolute(span), message })),
    ...(problem.tag && { tag: problem.tag }),
    ...(problem.concludesFromAbsence && { concludesFromAbsence: true }),
    fixes: () =>
      guard.run(code, () =>
        problem.fixes?.().map(({ edits, ...fix }) => ({
          ...fix,
          changes: edits.map(({ span, newText }) => ({ ...absolute(span), newText })),
        })),
      ) ?? [],
  };
}

/** A problem that has its absolute place already. */
export function absoluteDiagnostic(
  code: string,
  severity: Severity,
  { start, end, message, related = [], tag, fixes }: CallProblem,
  guard: Guard,
): Diagnostic {
  return {
    start,
    end,
    code,
    severity,
    message,
    related,
    ...(tag && { tag }),
    fixes: () => guard.run(code, () => fixes?.()) ?? [],
  };
}
