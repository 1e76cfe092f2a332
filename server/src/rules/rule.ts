import type { BindError, BindErrorCode, BoundTree } from '../config/bind';
import type { Configuration, Table } from '../config/configuration';
import type { ParseError, ParseErrorCode, Section, Span, Tree } from '../textproto/tree';

export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** What every rule says of itself; docs/rules and the settings are made from it. */
export interface RuleInfo {
  /** Stable, in kebab case: settings, suppressions and links use it. */
  readonly code: string;
  readonly severity: Severity;
  /** One line: the mistake. */
  readonly summary: string;
  /** Markdown: why it matters, what TensorFlow does about it, how to fix it. */
  readonly details: string;
  /** What `bad` and `good` are written in; text format if not said. */
  readonly language?: 'python';
  /** Text that the rule reports. */
  readonly bad: string;
  /** The same text, fixed. */
  readonly good: string;
  /** The releases of TensorFlow that the texts run on, where the rule asks for that. */
  readonly runsOn?: { readonly bad: string; readonly good: string };
  /** Something is missing: nothing is wrong yet where other code may add it. */
  readonly concludesFromAbsence?: true;
  /** It judges the file as such, and no comment in it silences that. */
  readonly ofFile?: true;
}

/** One mistake at one place. */
export interface Problem {
  readonly span: Span;
  /** One or two sentences: what is wrong, what was expected, how to fix it. */
  readonly message: string;
  /** Where this one weighs more or less than the rule's others. */
  readonly severity?: Severity;
  readonly related?: readonly Related[];
  /** Computed only when somebody asks for them. */
  readonly fixes?: () => readonly Fix[];
  readonly tag?: 'unnecessary' | 'deprecated';
  /** Where this one concludes it and the rule's others do not. */
  readonly concludesFromAbsence?: true;
}

export interface Related {
  readonly span: Span;
  readonly message: string;
}

export interface Fix {
  /** An order, such as `Replace with "TRAINING"`. */
  readonly title: string;
  readonly edits: readonly Edit[];
  /** The one that is most likely right. */
  readonly preferred?: boolean;
  /** The one right answer, which loses nothing that a person wrote: "fix all" may apply it when a file is saved. */
  readonly safe?: boolean;
}

export interface Edit {
  readonly span: Span;
  readonly newText: string;
}

export interface Rule extends RuleInfo {
  /** Judges the whole configuration. */
  readonly check?: (configuration: Configuration, report: Report) => void;
  /** Judges one table by itself; called for every table whenever a key is pressed. */
  readonly checkTable?: (table: Table, report: Report, configuration: Configuration) => void;
  /** Also judges configurations that Python builds message by message, as every rule does whose severity is `error`. */
  readonly appliesToBuilt?: true;
  /** `RecvTPUEmbeddingActivations` fails on what it reports while the graph is built: always, or if a size is below 0. */
  readonly failsOnReceive?: 'always' | 'below-zero';
  /** What it misses is a field of the configuration itself, and not of the table that may stand first. */
  readonly ofConfiguration?: true;
}

export type Report = (problem: Problem) => void;

/** A rule that puts what the parser or the binder found in words. */
export interface FindingRule extends RuleInfo {
  readonly explain: (finding: Finding, source: Source) => Omit<Problem, 'span'>;
  /** Only the first in a text is reported. */
  readonly once?: true;
}

export type FindingCode = ParseErrorCode | BindErrorCode;

/** A parser's or binder's error; only a binder's names fields and types. */
export type Finding = Omit<ParseError, 'code'> &
  Partial<Omit<BindError, 'code'>> & { readonly code: FindingCode };

/** The text around a finding, in the offsets of its section. */
export interface Source {
  readonly tree: Tree;
  readonly section: Section;
  readonly bound: BoundTree | undefined;
  text(start: number, end: number): string;
  span(start: number, end: number): Span;
}

/** The rule's page, to which its code links. */
export function ruleUrl(code: string): string {
  return `${DOCUMENTATION}/docs/rules/${code}.md`;
}

/** Where the repository's files are shown. */
const DOCUMENTATION = `${REPOSITORY}/blob/main`;
