import { type ApiCall, caughtAt, type PythonFile } from '../../dataflow/python-file';
import { ANY_OF_CALL, type Exceptions } from '../../python/exceptions';
import type { Range } from '../../text/range';
import type { Guard } from '../guard';
import type { RuleInfo, Severity } from '../rule';

/** A rule about Python that uses TPU embedding. */
export interface CallRule extends RuleInfo {
  /** What TensorFlow raises where a call is wrong in this way; if not said, it may be anything. */
  readonly raises?: (call: ApiCall) => Exceptions;
  /** It looks at what the other rules have found. */
  readonly isLast?: true;
  /** Judges one call by itself. */
  readonly checkCall?: (call: ApiCall, file: PythonFile, report: CallReport) => void;
  /** Judges what the calls of a text make together; the guard is for other rules that it calls. */
  readonly checkFile?: (file: PythonFile, report: CallReport, guard: Guard) => void;
}

/** Whether the program goes on where a call is wrong in a rule's way. */
export const isCaught = ({ raises }: CallRule, call: ApiCall, { tree }: PythonFile): boolean =>
  (caughtAt(tree, call) & (raises?.(call) ?? ANY_OF_CALL)) !== 0;

export type CallReport = (problem: CallProblem) => void;

/** One mistake at one place, in absolute offsets. */
export interface CallProblem {
  readonly start: number;
  readonly end: number;
  /** One or two sentences: what is wrong, what was expected, how to fix it. */
  readonly message: string;
  readonly severity?: Severity;
  readonly related?: readonly (Range & {
    readonly message: string;
    /** See `FileText`; without it, the place is in this text. */
    readonly file?: string;
  })[];
  /** It goes without saying where another rule has found something in one of these. */
  readonly givesWayIn?: readonly Range[];
  readonly fixes?: () => readonly CallFix[];
  readonly tag?: 'unnecessary' | 'deprecated';
}

export interface CallFix {
  readonly title: string;
  readonly changes: readonly { readonly start: number; readonly end: number; readonly newText: string }[];
  readonly preferred?: boolean;
  readonly safe?: boolean;
  /** Its text has placeholders, so that only an editor which knows snippets can apply it. */
  readonly isSnippet?: true;
}
