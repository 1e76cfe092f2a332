/** The answers of a language's features: plain data, in absolute offsets except for {@link SectionAnswers}. */

import type { Range, TextEdit } from '../basics/range';
import type { ReleasesByLibrary } from '../catalogue/environment';
import type { Library } from '../catalogue/libraries';
import type { Checkpoint } from '../configuration/comparison/checkpoint';
import type { Comparable } from '../configuration/comparison/comparable';
import type { JsonMessage } from '../configuration/to-json';
import type { Made } from '../dataflow/derivation/made-text';
import type { HintKind, LensKind } from '../project/settings';
import type { Location } from '../schema/types';
import type { LimitsCall } from '../sizing/limit-calls';
import type { SizedTables } from '../sizing/tables';
import type { Phrase } from './phrase';

/** Text that an editor offers at the cursor. Offsets are absolute. */
export interface Completion {
  readonly label: string;
  readonly kind:
    | 'field'
    | 'message'
    | 'enum-value'
    | 'boolean'
    | 'directive'
    | 'value'
    | 'snippet'
    | 'module'
    | 'class'
    | 'function'
    | 'argument'
    | 'constant';
  /** Beside the label: type and unit of a field, meaning of a value. */
  readonly detail?: string;
  /** Text, or a snippet in the Language Server Protocol's syntax; lines end in `\n`, indented from their first. */
  readonly insert: string;
  readonly isSnippet: boolean;
  /** From the start of the word to the cursor, or the whole word if its rest must be replaced too. */
  readonly insertRange: Range;
  /** The whole word around the cursor. */
  readonly replaceRange: Range;
  readonly sortText: string;
  /** Matched with what is typed instead of the label. */
  readonly filterText?: string;
  readonly deprecated?: true;
  /** For `completionDocumentation`. */
  readonly data?: CompletionData;
  /** The next position has completions too, so the editor should ask again. */
  readonly retrigger?: true;
  /** Changes outside of the word, such as a missing colon. */
  readonly additionalEdits?: readonly TextEdit[];
}

/** The subject of a completion, in plain JSON. */
export type CompletionData = TextprotoCompletionData | PythonCompletionData;

export type TextprotoCompletionData =
  | { readonly kind: 'field'; readonly message: string; readonly field: string }
  | { readonly kind: 'enum-value'; readonly message: string; readonly field: string; readonly value: string }
  | { readonly kind: 'message'; readonly message: string }
  | { readonly kind: 'snippet'; readonly prefix: string }
  | { readonly kind: 'rule'; readonly code: string };

/** About an entry of the catalogue. */
export type PythonCompletionData = (
  | { readonly kind: 'entry'; readonly id: string }
  | { readonly kind: 'parameter'; readonly entry: string; readonly parameter: string }
) & {
  /** The releases that it is documented for. */
  readonly releases?: ReleasesByLibrary;
};

/** The two ranges of a completion. */
export type CompletionRanges = Pick<Completion, 'insertRange' | 'replaceRange'>;

/** Where something is declared: in one of our .proto files, or in the text itself. */
type Target =
  | { readonly kind: 'proto'; readonly location: Location }
  | { readonly kind: 'text'; readonly start: number; readonly end: number };

/** A definition and the absolute range that leads to it. */
export interface Definition {
  readonly target: Target;
  readonly start: number;
  readonly end: number;
}

/** Markdown about a range of the text, in absolute offsets. */
export interface Hover {
  readonly markdown: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Answers about a part of a text, with offsets from where that starts. After an edit elsewhere, the answers are the same
 * object.
 */
export interface SectionAnswers<T> {
  readonly start: number;
  readonly answers: readonly T[];
}

/** Offsets of the first and the last character to fold. */
export interface Fold {
  readonly start: number;
  readonly end: number;
  readonly kind: 'block' | 'comment' | 'region';
}

/** An entry of the outline. */
export interface OutlineSymbol {
  readonly name: string;
  readonly detail: string;
  readonly kind: 'table' | 'feature' | 'message' | 'field';
  readonly start: number;
  readonly end: number;
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly children: readonly OutlineSymbol[];
}

/** The signature of the call around an offset, as an editor shows it. */
export interface SignatureHelp {
  readonly label: string;
  /** Offsets into the label: start, and end (exclusive). */
  readonly parameters: readonly (readonly [start: number, end: number])[];
  /** Index of the parameter being written; undefined if all are given, or if it is not one of them. */
  readonly activeParameter: number | undefined;
  /** Markdown. */
  readonly documentation: string;
  /** Markdown for each parameter. */
  readonly parameterDocumentation: readonly string[];
}

/** An inlay hint: text shown between the characters of a text. */
export interface Hint {
  /** The entry of the setting `inlayHints` that turns it on. */
  readonly kind: HintKind;
  /** The absolute offset that it stands at. */
  readonly at: number;
  readonly label: Phrase;
  /** Markdown. */
  readonly tooltip: Phrase;
  /** The range that the label names. */
  readonly target?: Range;
  /** Edits that insert the hint's text. */
  readonly edits?: readonly TextEdit[];
  /** Whether it belongs to the code after it. */
  readonly isBefore?: true;
}

/** A code lens: a line above a place with information about it. A client may make it a link. */
export interface Lens extends Range {
  /** The entry of the setting `codeLens` that turns it on. */
  readonly kind: LensKind;
  readonly title: Phrase;
  /** The ranges that the title counts. */
  readonly places?: readonly Range[];
}

/** The meaning of a word; the type is one of the protocol's. */
export interface SemanticToken extends Range {
  readonly type: 'class' | 'property' | 'enumMember' | 'keyword';
  readonly isDeprecated: boolean;
}

/** A range that leads to the page of a rule, or to one of our .proto files. */
export interface Link extends Range {
  readonly to: { readonly rule: string } | { readonly proto: string };
}

/** Why a configuration is refused, in a sentence for people, and the place of the cause. */
export interface Refusal {
  readonly reason: string;
  readonly at: Range;
}

/** A configuration in a text, or one that TensorFlow builds from a program, for a comparison. */
export interface ComparableConfiguration extends Range {
  /** Undefined if it is refused. */
  readonly comparable: Comparable | undefined;
  readonly refused?: Refusal;
}

/** What a checkpoint keeps of a configuration in a text, or of one that a library builds from a program. */
export interface SavedConfiguration extends Range {
  /** The library that it belongs to, if that has no message for configurations. */
  readonly library?: Library;
  /** Undefined if the configuration is refused. */
  readonly checkpoint: Checkpoint | undefined;
  readonly refused?: Refusal;
}

/** A configuration, and the call in a program that makes it. Places are offsets in the program. */
export interface DerivedConfiguration extends Range {
  /** Whether the program itself gets to the call that makes it. */
  readonly isReached: boolean;
  /** The library that it belongs to, if that has no message for configurations. */
  readonly library: Library | undefined;
  /** The known part of it, unless it is refused or no message. */
  readonly message: JsonMessage | undefined;
  /** The known part of what is no message. */
  readonly made: Made | undefined;
  /** What decides the memory and the stacks of that. */
  readonly sizes: SizedTables | undefined;
  /** The same in text format, or as YAML. */
  readonly lines: readonly DerivedLine[];
  readonly unknown: readonly {
    readonly path: string;
    readonly reason: string;
    readonly at: Range | undefined;
  }[];
  /** Where the program sets each field. */
  readonly origins: readonly { readonly path: string; readonly at: Range }[];
  readonly refused: Refusal | undefined;
}

export interface DerivedLine {
  readonly text: string;
  /** The field that it is about. */
  readonly path: string;
  /** Where the program sets it or, if it is unknown, the cause. */
  readonly at: Range | undefined;
  /** Why it is not known. */
  readonly unknown: string | undefined;
  /** The messages about the line. */
  readonly problems: readonly string[];
}

/** A configuration in a text, or one that TensorFlow builds from a program, with the values that decide its memory. */
export interface SizedConfiguration extends Range {
  /** The library that it belongs to, if that has no message for configurations. */
  readonly library?: Library;
  /** Undefined if the configuration is refused. */
  readonly sizes: SizedTables | undefined;
  readonly refused?: Refusal;
  /** The paths that can be edited: `numHosts`, or one of a table such as `tables[0].dimension`. */
  readonly editable: readonly string[];
  /** Of tables of a library that has limits of ids: the calls that take them. */
  readonly limits?: readonly LimitsCallAt[];
}

export type LimitsCallAt = LimitsCall & Range;
