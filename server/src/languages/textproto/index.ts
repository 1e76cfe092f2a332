import type { TextChange } from '../../basics/range';
import { formattingEdits, rangeFormattingEdits } from '../../textproto/formatting/edits';
import { quickFixes } from '../fixes';
import type { Analysis, Language } from '../language';
import { TEXT_FORMAT_TRIGGERS } from '../registration';
import { NO_ANALYSIS } from '../silent';
import type { Analyzer, Snapshot } from '../snapshot';
import { comparableConfigurations, savedConfigurations } from './comparable';
import { complete } from './completion/completion';
import { definition } from './definition';
import { type Diagnostic, diagnose } from './diagnostics';
import { folds } from './folds';
import { formatTyped } from './format-typed';
import { highlights } from './highlights';
import { hints } from './hints';
import { hover } from './hover';
import { lenses } from './lenses';
import { links } from './links';
import { namesIn, writeName } from './names';
import { optimizerAt, optimizerRanges } from './optimizer';
import { outline } from './outline';
import { refactorings } from './refactorings';
import { selectionRanges } from './selection-ranges';
import { semanticTokens } from './semantic-tokens';
import { editSizes, sizedConfigurations } from './sized';

/** Protobuf text format. */
export const textproto: Language = {
  analyze: (text, options) => analyzeSnapshot(options.analyzer, options.analyzer.open(text, options)),
};

export interface TextprotoAnalysis extends Analysis {
  readonly snapshot: Snapshot;
  change(text: string, change: TextChange): TextprotoAnalysis;
}

/** The analysis of a snapshot, also of one inside another language. */
export function analyzeSnapshot(analyzer: Analyzer, snapshot: Snapshot): TextprotoAnalysis {
  const { text, resolution, options } = snapshot;
  let diagnostics: readonly Diagnostic[] | undefined;
  const diagnoseOnce = () => {
    diagnostics ??= diagnose(snapshot, analyzer.guard(options.path));
    return diagnostics;
  };
  return {
    ...NO_ANALYSIS,
    snapshot,
    text,
    resolution,
    isOurs: resolution.message !== undefined,
    change: (text, change) => analyzeSnapshot(analyzer, analyzer.change(snapshot, text, change)),
    diagnose: diagnoseOnce,
    actions: (start, end) => quickFixes(text, diagnoseOnce(), start, end),
    refactorings: (range) => refactorings(snapshot, range),
    complete: (offset, trigger) =>
      trigger && !TEXT_FORMAT_TRIGGERS.includes(trigger) ? [] : complete(snapshot, offset),
    hover: (offset) => hover(snapshot, offset),
    definition: (offset) => definition(snapshot, offset),
    highlights: (offset) => highlights(snapshot, offset),
    optimizers: () => optimizerRanges(snapshot),
    optimizerAt: (offset) => optimizerAt(snapshot, offset),
    names: () => namesIn(snapshot),
    writeName: (place, name) => writeName(text, place, name),
    outline: () => outline(snapshot),
    folds: () => folds(snapshot),
    semanticTokens: (range) => semanticTokens(snapshot, range),
    lenses: () => lenses(snapshot),
    sizes: () => sizedConfigurations(snapshot),
    comparables: () => comparableConfigurations(snapshot),
    checkpoints: () => savedConfigurations(snapshot),
    editSizes: (_, __, changes) => editSizes(snapshot, changes),
    links: () => links(snapshot),
    hints: (range) => hints(snapshot, range),
    format: (ranges) =>
      snapshot.tree.tooLarge ? [] : ranges ? rangeFormattingEdits(text, ranges) : formattingEdits(text),
    formatTyped: (offset, typed) => formatTyped(snapshot, offset, typed),
    selectionRanges: (offset) => selectionRanges(snapshot, offset),
  };
}
