import type { BindError, BindErrorCode, BoundTree } from '../configuration/bind';
import type { Configuration, Table } from '../configuration/configuration';
import type { ParseError, ParseErrorCode, Section, Span, Tree } from '../textproto/tree';

export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** The description of a rule. docs/rules and the settings are generated from it. */
export interface RuleInfo {
  /** Stable, in kebab case: settings, suppressions and links use it. */
  readonly code: string;
  readonly severity: Severity;
  /** One line: the mistake. */
  readonly summary: string;
  /** Markdown: why it matters, what TensorFlow does about it, how to fix it. */
  readonly details: string;
  /**
   * What a program says that fails on the mistake, and what that means in plain words. `…` and names in braces, such as
   * `{table}` or `{size:int}`, stand for changing parts; see `errors/pattern.ts`.
   */
  readonly messages?: Readonly<Record<string, string>>;
  /** The language of `bad` and `good`; text format by default. */
  readonly language?: 'python' | 'requirements';
  /** Text that the rule reports. */
  readonly bad: string;
  /** The same text, fixed. */
  readonly good: string;
  /** The releases of TensorFlow that the texts run on, for rules that depend on it. */
  readonly runsOn?: { readonly bad: string; readonly good: string };
  /** The rule reports something missing. It is silent where other code may still add it. */
  readonly concludesFromAbsence?: true;
  /** The version of these tools that has it first; by default 0.1.0. */
  readonly since?: string;
  /** Tried out: it may change or go in any version. All others are stable. */
  readonly isPreview?: true;
  /** The rule checks the file as a whole, and no comment in the file can silence it. */
  readonly ofFile?: true;
}

/** One mistake at one place. */
export interface Problem {
  readonly span: Span;
  /** One or two sentences: what is wrong, what was expected, how to fix it. */
  readonly message: string;
  /** Overrides the rule's severity for this problem. */
  readonly severity?: Severity;
  readonly related?: readonly Related[];
  /** Computed only on request. */
  readonly fixes?: () => readonly Fix[];
  readonly tag?: 'unnecessary' | 'deprecated';
  /** Overrides the rule's value for this problem. */
  readonly concludesFromAbsence?: true;
  /** Python's protobuf rejects the text, whatever others do: where a program reads it, the problem is an error. */
  readonly failsInPython?: true;
}

interface Related {
  readonly span: Span;
  readonly message: string;
}

export interface Fix {
  /** In the imperative, such as `Replace with "TRAINING"`. */
  readonly title: string;
  readonly edits: readonly Edit[];
  /** Marks the fix that is most likely right. */
  readonly preferred?: boolean;
  /** The only possible fix, and it loses nothing that a person wrote. "Fix all" may apply it when a file is saved. */
  readonly safe?: boolean;
}

export interface Edit {
  readonly span: Span;
  readonly newText: string;
}

export interface Rule extends RuleInfo {
  /** Checks the whole configuration. */
  readonly check?: (configuration: Configuration, report: Report) => void;
  /** Checks one table by itself. Called for every table on every key press. */
  readonly checkTable?: (table: Table, report: Report, configuration: Configuration) => void;
  /** Also checks configurations that Python builds message by message. Rules with the severity `error` always do. */
  readonly appliesToBuilt?: true;
  /** `RecvTPUEmbeddingActivations` fails on the reported mistake while the graph is built: always, or if a size is below 0. */
  readonly failsOnReceive?: 'always' | 'below-zero';
  /** The missing field belongs to the configuration itself, even if the problem is shown at the first table. */
  readonly ofConfiguration?: true;
}

export type Report = (problem: Problem) => void;

/** A rule that words an error of the parser or the binder. */
export interface FindingRule extends RuleInfo {
  readonly explain: (finding: Finding, source: FindingSource) => Omit<Problem, 'span'>;
  /** Only the first in a text is reported. */
  readonly once?: true;
}

export type FindingCode = ParseErrorCode | BindErrorCode;

/** A parser's or binder's error; only a binder's names fields and types. */
type Finding = Omit<ParseError, 'code'> & Partial<Omit<BindError, 'code'>> & { readonly code: FindingCode };

/** The text around a finding, in the offsets of its section. */
export interface FindingSource {
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
