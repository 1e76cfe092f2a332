import type { Range, TextEdit } from '../basics/range';
import type { Guard } from '../rules/guard';
import type { CallProblem, TextFix } from '../rules/python/call-rule';
import type { Problem, Severity } from '../rules/rule';
import { type Span, startOf, type Tree } from '../textproto/tree';

/** A problem as the editor and the command line show it, in absolute offsets, for every language. */
export interface Diagnostic extends Range {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly related: NonNullable<CallProblem['related']>;
  readonly tag?: 'unnecessary' | 'deprecated';
  /** See `Rule`. */
  readonly concludesFromAbsence?: true;
  /** See `Problem`. */
  readonly failsInPython?: true;
  /** Computed on request. */
  readonly fixes: () => readonly TextFix[];
  /** Writes a comment above it, if that needs more than a new line. Undefined if no comment can be written. */
  readonly commentAbove?: (comment: string) => readonly TextEdit[] | undefined;
}

/** A problem of a text-format tree, at its place in the whole text. */
export function toDiagnostic(
  tree: Tree,
  code: string,
  severity: Severity,
  problem: Problem,
  guard: Guard,
): Diagnostic {
  const absolute = ({ section, start, end }: Span): Range => {
    const base = startOf(tree, section);
    return { start: base + start, end: base + end };
  };
  const { span, related = [], fixes, concludesFromAbsence, failsInPython, ...rest } = problem;
  const inText: CallProblem = {
    ...rest,
    ...absolute(span),
    related: related.map((place) => ({ ...absolute(place.span), message: place.message })),
    fixes: () =>
      (fixes?.() ?? []).map(({ edits, ...fix }) => ({
        ...fix,
        changes: edits.map((edit) => ({ ...absolute(edit.span), newText: edit.newText })),
      })),
  };
  return {
    ...absoluteDiagnostic(code, severity, inText, guard),
    ...(concludesFromAbsence && { concludesFromAbsence: true }),
    ...(failsInPython && { failsInPython: true }),
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
