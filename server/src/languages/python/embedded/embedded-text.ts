import { changeBetween } from '../../../basics/change';
import { indentAt, startOfLine } from '../../../basics/lines';
import type { Range, TextEdit } from '../../../basics/range';
import type { PythonFile } from '../../../dataflow/calls/python-file';
import { type FileNames, type NamePlace, NO_NAMES } from '../../../project/names/names';
import type { HintKind, LensKind } from '../../../project/settings';
import { configurationRules } from '../../../rules/configuration';
import { optimizerRules } from '../../../rules/optimizer';
import type { TextFix } from '../../../rules/python/call-rule';
import type { Completion, Definition, Hint, Hover, Lens, Link } from '../../answers';
import type { Diagnostic } from '../../diagnostic';
import type { AnalyzeOptions, Answers } from '../../language';
import type { OptimizerEdit, OptimizerPlace } from '../../optimizer/place';
import type { Refactoring } from '../../refactoring';
import { analyzeSnapshot, type TextprotoAnalysis } from '../../textproto';
import { namesIn, writeName } from '../../textproto/names';
import { findTexts, inPython, type TextFormatString } from './find';
import { formatString } from './literal-text';

/**
 * All strings of a text that are read as messages that a schema describes. `before` are those of an earlier version of
 * the text: the analysis of an unchanged string is reused.
 */
export function embeddedTexts(
  file: PythonFile,
  { analyzer, path }: AnalyzeOptions,
  before: readonly EmbeddedText[] = [],
): EmbeddedText[] {
  const known = new Map(before.map(({ analysis }) => [analysis.snapshot.bound, analysis]));
  return findTexts(file).flatMap((found) => {
    const message = analyzer.schema.message(found.message);
    if (!message) return [];
    const bound = file.texts.read(found.literal.text, message, analyzer.schema);
    const analysis = known.get(bound) ?? analyzeSnapshot(analyzer, analyzer.adopt(bound, path));
    return new EmbeddedText(found, analysis);
  });
}

/** The analysis of a text within Python, in the offsets of the Python source. */
export class EmbeddedText implements Answers {
  constructor(
    private readonly found: TextFormatString,
    readonly analysis: TextprotoAnalysis,
  ) {}

  contains(offset: number): boolean {
    return this.literal.inner(offset) !== undefined;
  }

  diagnose(): Diagnostic[] {
    return this.isJudged
      ? this.analysis
          .diagnose()
          .flatMap((diagnostic) => this.weighed(inPython(diagnostic, this.analysis.snapshot.settings)) ?? [])
          .map((diagnostic) => this.outerDiagnostic(diagnostic))
      : [];
  }

  complete(offset: number, trigger?: string): Completion[] {
    return this.analysis
      .complete(this.inner(offset), trigger)
      .flatMap((completion) => this.outerCompletion(completion) ?? []);
  }

  hover(offset: number): Hover | undefined {
    const found = this.analysis.hover(this.inner(offset));
    return found && { ...found, ...this.outer(found) };
  }

  definition(offset: number): Definition | undefined {
    const found = this.analysis.definition(this.inner(offset));
    if (!found) return undefined;
    const { target } = found;
    return {
      target: target.kind === 'text' ? { ...target, ...this.outer(target) } : target,
      ...this.outer(found),
    };
  }

  highlights(offset: number): Range[] {
    return this.analysis.highlights(this.inner(offset)).map((range) => this.outer(range));
  }

  links(): Link[] {
    return this.analysis.links().map((link) => ({ ...link, ...this.outer(link) }));
  }

  /** If other code may add to the message, hints about the whole message are left out. */
  lenses(): Lens[] {
    const isWhole = this.found.completeness !== 'unknown';
    return this.analysis
      .lenses({})
      .filter(({ kind }) => isWhole || !LENSES_OF_ALL.has(kind))
      .map(({ places, ...lens }) => ({
        ...lens,
        ...this.outer(lens),
        ...(places && { places: places.map((place) => this.outer(place)) }),
      }));
  }

  /** If other code may add to the message, only facts about single blocks are shown. */
  hints({ start, end }: Range): Hint[] {
    if (!this.isJudged) return [];
    const isWhole = this.found.completeness !== 'unknown';
    return this.analysis
      .hints({ start: 0, end: this.literal.text.length }, {})
      .filter(({ kind }) => isWhole || !HINTS_OF_ALL.has(kind))
      .map(({ edits, target, ...hint }) => {
        const written = edits && this.literal.write(edits);
        return {
          ...hint,
          at: this.literal.outer(hint.at - 1, hint.at).end,
          ...(target && { target: this.outer(target) }),
          ...(written && { edits: written }),
        };
      })
      .filter(({ at }) => start <= at && at <= end);
  }

  /** The start of the first of its strings. */
  get start(): number {
    return this.literal.start;
  }

  names(): FileNames {
    if (!this.isJudged) return NO_NAMES;
    const names = namesIn(this.analysis.snapshot);
    const outer = (place: NamePlace): NamePlace => ({
      ...place,
      ...this.outer(place),
      ...(place.as === 'name' && !this.literal.isTogether(place) && { as: 'computed' }),
    });
    return {
      ...names,
      symbols: names.symbols.map((symbol) => ({ ...symbol, places: symbol.places.map(outer) })),
    };
  }

  writeName({ start, end }: Range, name: string): TextEdit[] | undefined {
    const place = { start: this.inner(start), end: this.inner(end) };
    const changes = writeName(this.literal.text, place, name);
    return changes && this.literal.write(changes);
  }

  /** The edits that format the text; undefined if there are none or the string cannot hold them. */
  private format(): TextEdit[] | undefined {
    const { text } = this.literal;
    const formatted = this.literal.isOne ? formatString(text) : undefined;
    if (formatted === undefined || formatted === text) return undefined;
    const { start, end, newLength } = changeBetween(text, formatted);
    return this.literal.write([{ start, end, newText: formatted.slice(start, start + newLength) }]);
  }

  refactorings(range: Range): Refactoring[] {
    const changes = this.format();
    const title = 'Format the text format in this string';
    return [
      ...(changes ? [{ title, kind: 'refactor.rewrite', changes: () => changes } as const] : []),
      ...this.innerRefactorings(range),
    ];
  }

  /** The refactorings of the text that its quotes can hold; only those of single blocks if other code may add to the message. */
  private innerRefactorings(range: Range): Refactoring[] {
    const [start, end] = [this.literal.inner(range.start), this.literal.inner(range.end)];
    if (!this.isJudged || start === undefined || end === undefined) return [];
    const isWhole = this.found.completeness !== 'unknown';
    return this.analysis
      .refactorings({ start, end })
      .filter(({ ofWhole }) => isWhole || !ofWhole)
      .flatMap(({ changes: inner, snippet: innerSnippet, ...refactoring }) => {
        if (refactoring.disabled !== undefined) return [refactoring];
        const changes = inner && this.literal.write(inner());
        const snippet = innerSnippet && this.outerSnippet(innerSnippet());
        if (!changes && !snippet) return [];
        return {
          ...refactoring,
          ...(changes && { changes: () => changes }),
          ...(snippet && { snippet: () => snippet }),
        };
      });
  }

  signature(): undefined {
    return undefined;
  }

  optimizers(): Range[] {
    return this.analysis.optimizers().map((range) => this.outer(range));
  }

  optimizerAt(offset: number): OptimizerPlace | undefined {
    const found = this.analysis.optimizerAt(this.inner(offset));
    if (!found) return undefined;
    const editable = [...found.editable].map(
      ([path, at]) => [path, this.literal.outer(at, at).start] as const,
    );
    return {
      ...found,
      ...this.outer(found),
      editable: new Map(this.isJudged ? editable : []),
      write: (values) => {
        const inner = found.write(values);
        if ('reason' in inner) return inner;
        const changes = this.literal.write(inner.changes);
        return changes ? { changes } : NOT_HELD;
      },
    };
  }

  private get literal() {
    return this.found.literal;
  }

  /** While a quote is open, the text after it may be Python. */
  private get isJudged(): boolean {
    return this.literal.isClosed && !this.found.isExpectedToFail;
  }

  /** Weakens a diagnostic that other code may refute by adding to the message; undefined if it is too uncertain. */
  private weighed(diagnostic: Diagnostic): Diagnostic | undefined {
    const { completeness, tolerated } = this.found;
    const { code, concludesFromAbsence, severity } = diagnostic;
    if (tolerated.includes(code)) return undefined;
    if (completeness === 'certain' || !CONCLUSIONS.has(code)) return diagnostic;
    if (completeness === 'unknown' && concludesFromAbsence) return undefined;
    const isDoubtful = completeness === 'unknown' || concludesFromAbsence;
    return isDoubtful && severity === 'error' && !this.isSet(code)
      ? { ...diagnostic, severity: 'warning' }
      : diagnostic;
  }

  /** Whether the settings give the rule a severity. */
  private isSet(code: string): boolean {
    return this.analysis.snapshot.settings.rules[code] !== undefined;
  }

  private inner(offset: number): number {
    return this.literal.inner(offset)!;
  }

  private outer({ start, end }: Range): Range {
    return this.literal.outer(start, end);
  }

  private outerDiagnostic(diagnostic: Diagnostic): Diagnostic {
    return {
      ...diagnostic,
      ...this.outer(diagnostic),
      related: diagnostic.related.map((place) => ({ ...place, ...this.outer(place) })),
      fixes: () => diagnostic.fixes().flatMap((fix) => this.outerFix(fix) ?? []),
      ...(!this.literal.isOnFirstLine(diagnostic.start) && {
        commentAbove: (comment) =>
          this.literal.write([lineAbove(this.literal.text, diagnostic.start, comment)]),
      }),
    };
  }

  private outerFix(fix: TextFix): TextFix | undefined {
    const changes = this.literal.write(fix.changes);
    return changes && { ...fix, changes };
  }

  private outerSnippet(changes: readonly TextEdit[]): TextEdit[] | undefined {
    const written = changes.map((change) => {
      const newText = this.literal.isTogether(change)
        ? this.literal.writeSnippet(change.newText, change)
        : undefined;
      return newText === undefined ? undefined : { ...this.outer(change), newText };
    });
    return written.every((change) => change !== undefined) ? written : undefined;
  }

  /** Undefined if it cannot be written in these quotes. */
  private outerCompletion(completion: Completion): Completion | undefined {
    const { isSnippet, insertRange, replaceRange, additionalEdits = [] } = completion;
    if (!this.literal.isTogether(replaceRange)) return undefined;
    const insert = isSnippet
      ? this.literal.writeSnippet(completion.insert, replaceRange)
      : this.literal.write([{ ...insertRange, newText: completion.insert }])?.[0]?.newText;
    const edits = additionalEdits.length > 0 ? this.literal.write(additionalEdits) : [];
    if (insert === undefined || !edits) return undefined;
    return {
      ...completion,
      insert,
      insertRange: this.outer(insertRange),
      replaceRange: this.outer(replaceRange),
      ...(edits.length > 0 && { additionalEdits: edits }),
    };
  }
}

/** Kinds of hints and lenses about the whole configuration. */
const HINTS_OF_ALL: ReadonlySet<HintKind> = new Set(['tables', 'batchSize', 'outputShapes']);
const LENSES_OF_ALL: ReadonlySet<LensKind> = new Set(['memory', 'features']);

const NOT_HELD: OptimizerEdit = {
  reason: 'Nothing can be written into this string: its quotes cannot hold the text.',
};

function lineAbove(text: string, offset: number, line: string): TextEdit {
  const start = startOfLine(text, offset);
  return { start, end: start, newText: `${indentAt(text, start)}${line}\n` };
}

/** Rules that check a configuration as a whole. */
const CONCLUSIONS: ReadonlySet<string> = new Set(
  [...configurationRules, ...optimizerRules].map(({ code }) => code),
);
