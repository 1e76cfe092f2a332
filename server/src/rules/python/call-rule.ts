import type { Range, TextEdit } from '../../basics/range';
import { type ApiCall, caughtAt, type PythonFile } from '../../dataflow/calls/python-file';
import { ANY_OF_CALL, type Exceptions } from '../../python/exceptions';
import type { Guard } from '../guard';
import type { RuleInfo, Severity } from '../rule';

/** A rule about Python that uses TPU embedding. */
export interface CallRule extends RuleInfo {
  /** The exceptions that TensorFlow raises when a call breaks this rule. Without them, any exception is possible. */
  readonly raises?: (call: ApiCall) => Exceptions;
  /** Runs after the other rules and reads their problems. */
  readonly isLast?: true;
  /** Checks one call by itself. */
  readonly checkCall?: (call: ApiCall, file: PythonFile, report: CallReport) => void;
  /** Checks all calls of a text together. The guard is for other rules that it calls. */
  readonly checkFile?: (file: PythonFile, report: CallReport, guard: Guard) => void;
}

/** Whether the code around a call catches what the call raises when it breaks the rule. */
export const isCaught = ({ raises }: CallRule, call: ApiCall, { tree }: PythonFile): boolean =>
  (caughtAt(tree, call) & (raises?.(call) ?? ANY_OF_CALL)) !== 0;

export type CallReport = (problem: CallProblem) => void;

/** One mistake at one place, in absolute offsets. */
export interface CallProblem extends Range {
  /** One or two sentences: what is wrong, what was expected, how to fix it. */
  readonly message: string;
  readonly severity?: Severity;
  readonly related?: readonly (Range & {
    readonly message: string;
    /** See `FileText`; without it, the place is in this text. */
    readonly file?: string;
  })[];
  /** Not reported where another rule has reported something in one of these. */
  readonly givesWayIn?: readonly Range[];
  readonly fixes?: () => readonly TextFix[];
  readonly tag?: 'unnecessary' | 'deprecated';
}

export interface TextFix {
  readonly title: string;
  readonly changes: readonly TextEdit[];
  readonly preferred?: boolean;
  readonly safe?: boolean;
  /** Its text has placeholders, so only an editor that supports snippets can apply it. */
  readonly isSnippet?: true;
}
