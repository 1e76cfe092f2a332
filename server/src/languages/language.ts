import type { FilesAround } from '../dataflow/read-files';
import type { Strategy } from '../derivation/strategy';
import type { OptimizerChange } from '../protocol';
import type { ModuleNames } from '../python/module-names';
import type { TargetTensorflow } from '../releases/target';
import type { Resolution } from '../schema/resolve';
import type { Range, TextChange, TextEdit } from '../text/range';
import type { FileNames, NamedFile } from '../workspace/names';
import type {
  Completion,
  Definition,
  Fold,
  Hint,
  Hover,
  Lens,
  Link,
  OutlineSymbol,
  Part,
  SemanticToken,
  SignatureHelp,
} from './answers';
import type { ComparableConfiguration } from './comparable';
import type { DerivedConfiguration } from './derived';
import type { Diagnostic } from './diagnostic';
import type { Action } from './fixes';
import type { OptimizerEdit, OptimizerPlace, OptimizerRange } from './optimizer/place';
import type { Refactoring } from './refactoring';
import type { SizedConfiguration } from './sized';
import type { Analyzer } from './snapshot';

/** A language that the server reads. */
export interface Language {
  analyze(text: string, options: AnalyzeOptions): Analysis;
}

export interface AnalyzeOptions {
  readonly analyzer: Analyzer;
  /** Path or URI path of the text. */
  readonly path: string;
  /** A person asked for just this text to be checked. */
  readonly named?: boolean;
  /** The TensorFlow that the text runs on as far as the files around it say, for a language that asks. */
  readonly tensorflow?: () => TargetTensorflow | undefined;
  /** The files that a program may read. */
  readonly files?: FilesAround;
  /** Ends of a notebook's cells. */
  readonly partEnds?: readonly number[];
}

/** What is answered about a place, in absolute offsets. A language lacks what it leaves to others. */
export interface Answers {
  /** Best first; `trigger` is the character that was typed, if that alone made the editor ask. */
  complete(offset: number, trigger?: string): Completion[];
  hover(offset: number): Hover | undefined;
  definition(offset: number): Definition | undefined;
  highlights(offset: number): Range[];
  optimizerAt(offset: number): OptimizerPlace | undefined;
  editOptimizer(offset: number, changes: readonly OptimizerChange[]): OptimizerEdit;
  signature?(offset: number): SignatureHelp | undefined;
  selectionRanges?(offset: number): Range[];
  /** What is to change behind a character that was just typed. */
  formatTyped?(offset: number, typed: string): TextEdit[];
}

/** What one version of one text answers; immutable, and worked out when first asked for. */
export interface Analysis extends Answers {
  readonly text: string;
  /** Which message the text holds; for languages whose texts hold one. */
  readonly resolution?: Resolution;
  /** The TensorFlow that the text runs on, where that is known and the language asks. */
  readonly tensorflow?: TargetTensorflow | undefined;
  /** Whether there is anything to say about the text at all. */
  readonly isOurs: boolean;
  /** In the order of their places. */
  diagnose(): readonly Diagnostic[];
  /** The quick fixes of the diagnostics that touch a range. */
  actions(start: number, end: number): Action[];
  /** What else the text could look like at a range. */
  refactorings?(range: Range): Refactoring[];
  /** The calls and blocks of optimizers, in the order of their places. */
  optimizers(): readonly OptimizerRange[];
  /** The calls of which `derive` may give configurations. */
  configurations?(): readonly Range[];
  /** The configurations that TensorFlow builds of the program's embedding objects, and those that it builds itself. */
  derive?(strategy: Strategy): readonly DerivedConfiguration[];
  /** What decides the memory of these configurations, or of the one that the text is. */
  sizes?(strategy: Strategy): readonly SizedConfiguration[];
  /** Writes other sizes into one of them. */
  editSizes?(strategy: Strategy, index: number, changes: readonly OptimizerChange[]): OptimizerEdit;
  /** The same configurations, each as one that can be compared with another. */
  comparables?(strategy: Strategy): readonly ComparableConfiguration[];
  /** In the order in which those of one line are shown. */
  lenses?(strategy: Strategy): Lens[];
  /** The tables, features and files that the text names. */
  names?(): FileNames;
  /** What other modules can import from the text, as far as names of tables and features may be among it. */
  moduleNames?(): ModuleNames | undefined;
  /** Spells another name where a place has one; undefined where that cannot be written there. */
  writeName?(place: Range, name: string): TextEdit[] | undefined;
  /** Writes another path of a file that a string names; undefined where that cannot be written there. */
  writePath?(file: NamedFile, path: string): TextEdit[] | undefined;
  links?(): Link[];
  outline?(): Part<OutlineSymbol>[];
  folds?(): Part<Fold>[];
  /** Of the parts that a range touches. */
  semanticTokens?(range: Range): Part<SemanticToken>[];
  /** What is shown between the characters of a range; in the order of their places. */
  hints?(range: Range, strategy: Strategy): Hint[];
  /** What formatting changes, or only what it changes in some ranges. */
  format?(ranges?: readonly Range[]): TextEdit[];
  /** The analysis after one change, for languages that parse incrementally. */
  change?(text: string, change: TextChange, partEnds?: readonly number[]): Analysis;
}
