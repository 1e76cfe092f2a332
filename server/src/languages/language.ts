import type { Range, TextChange, TextEdit } from '../basics/range';
import type { Environment } from '../catalogue/environment';
import type { ValueChange } from '../configuration/value-change';
import type { CountsAsUsed } from '../dataflow/calls/python-file';
import type { Strategy } from '../dataflow/derivation/strategy';
import type { NearbyFiles } from '../dataflow/messages/read-files';
import type { FileNames, NamedFile } from '../project/names/names';
import type { ModuleNames } from '../python/module-names';
import type { Resolution } from '../schema/resolve';
import type {
  ComparableConfiguration,
  Completion,
  Definition,
  DerivedConfiguration,
  Fold,
  Hint,
  Hover,
  Lens,
  Link,
  OutlineSymbol,
  SavedConfiguration,
  SectionAnswers,
  SemanticToken,
  SignatureHelp,
  SizedConfiguration,
} from './answers';
import type { Diagnostic } from './diagnostic';
import type { Action } from './fixes';
import type { Migration, MigrationTarget } from './migration';
import type { OptimizerEdit, OptimizerPlace } from './optimizer/place';
import type { TargetsStatus } from './protocol';
import type { Refactoring } from './refactoring';
import type { Analyzer } from './snapshot';

/** A language that the server reads. */
export interface Language {
  analyze(text: string, options: AnalyzeOptions): Analysis;
}

export interface AnalyzeOptions {
  readonly analyzer: Analyzer;
  /** Path or URI path of the text. */
  readonly path: string;
  /** The user named this text to be checked. */
  readonly named?: boolean;
  /** The libraries that the text runs on according to the files around it, for languages that need them. */
  readonly environment?: () => Environment;
  /** The files that a program may read. */
  readonly files?: NearbyFiles;
  /** Ends of a notebook's cells. */
  readonly partEnds?: readonly number[];
  readonly countsAsUsed?: CountsAsUsed;
}

/** Answers about a place, in absolute offsets. */
export interface Answers {
  /** Best first. `trigger` is the typed character, if it triggered the request. */
  complete(offset: number, trigger?: string): Completion[];
  hover(offset: number): Hover | undefined;
  definition(offset: number): Definition | undefined;
  highlights(offset: number): Range[];
  optimizerAt(offset: number): OptimizerPlace | undefined;
  signature(offset: number): SignatureHelp | undefined;
}

/**
 * The analysis of one version of one text. Immutable; results are computed on first use. A language omits only what other
 * servers provide.
 */
export interface Analysis extends Answers {
  readonly text: string;
  /** Which message the text holds; for languages whose texts hold one. */
  readonly resolution?: Resolution;
  /** The libraries that the text runs on, for languages that need them. */
  readonly environment?: Environment;
  /** What a program runs on, if that makes a difference to it. */
  readonly targets?: TargetsStatus | undefined;
  /** Whether the text is relevant, so that it has answers at all. */
  readonly isOurs: boolean;
  /** In the order of their places. */
  diagnose(): readonly Diagnostic[];
  /** The quick fixes of the diagnostics that touch a range. */
  actions(start: number, end: number): Action[];
  /** The program written for another library; undefined if it has nothing that would change. */
  migrate(to: MigrationTarget, strategy: Strategy): Migration | undefined;
  /** The refactorings at a range. */
  refactorings(range: Range): Refactoring[];
  /** The calls and blocks of optimizers, in the order of their places. */
  optimizers(): readonly Range[];
  /** The calls for which `derive` may return configurations. */
  configurations(): readonly Range[];
  /** The configurations that TensorFlow builds from the program's objects, and those that the program builds itself. */
  derive(strategy: Strategy): readonly DerivedConfiguration[];
  /** The values that decide the memory of these configurations, or of the text's own. */
  sizes(strategy: Strategy): readonly SizedConfiguration[];
  /** Writes other sizes into one of them. */
  editSizes(strategy: Strategy, index: number, changes: readonly ValueChange[]): OptimizerEdit;
  /** The same configurations, in the form for comparisons. */
  comparables(strategy: Strategy): readonly ComparableConfiguration[];
  /** What checkpoints keep of them, and of those that are no messages. */
  checkpoints(strategy: Strategy): readonly SavedConfiguration[];
  /** In the order in which those of one line are shown. */
  lenses(strategy: Strategy): Lens[];
  /** The tables, features and files that the text names. */
  names(): FileNames;
  /** The names that other modules can import from the text and that may name tables or features. */
  moduleNames(): ModuleNames | undefined;
  /** Writes another name at a place; undefined if it cannot be written there. */
  writeName(place: Range, name: string): TextEdit[] | undefined;
  /** Writes another file path in a string; undefined if it cannot be written there. */
  writePath(file: NamedFile, path: string): TextEdit[] | undefined;
  links(): Link[];
  outline?(): SectionAnswers<OutlineSymbol>[];
  folds?(): SectionAnswers<Fold>[];
  /** For the parts that a range touches. */
  semanticTokens?(range: Range): SectionAnswers<SemanticToken>[];
  /** The inlay hints in a range, in the order of their places. */
  hints(range: Range, strategy: Strategy): Hint[];
  /** The changes of formatting the text, or only those in some ranges. */
  format?(ranges?: readonly Range[]): TextEdit[];
  /** The changes after a character that was just typed. */
  formatTyped?(offset: number, typed: string): TextEdit[];
  selectionRanges?(offset: number): Range[];
  /** The analysis after one change, for languages that parse incrementally. */
  change?(text: string, change: TextChange, partEnds?: readonly number[]): Analysis;
}
