import type { OptimizerChange } from '../../protocol';
import type { TextChange } from '../../text/range';
import type { Completion } from '../answers';
import { quickFixes } from '../fixes';
import type { Analysis, AnalyzeOptions, Language } from '../language';
import { TEXT_FORMAT_TRIGGERS } from '../registration';
import type { Snapshot } from '../snapshot';
import { complete } from './completion/completion';
import { definition } from './definition';
import { type Diagnostic, diagnose } from './diagnostics';
import { folds } from './folds';
import { highlights } from './highlights';
import { hover } from './hover';
import { editOptimizer, optimizerAt, optimizerRanges } from './optimizer';
import { outline } from './outline';
import { selectionRanges } from './selection-ranges';

/** Protobuf text format. */
export const textproto: Language = {
  analyze: (text, options) => new TextprotoAnalysis(options.analyzer.open(text, options), options),
};

/** The features of a snapshot; those inside another language have one too. */
export class TextprotoAnalysis implements Analysis {
  private diagnostics: readonly Diagnostic[] | undefined;

  constructor(
    readonly snapshot: Snapshot,
    private readonly options: Pick<AnalyzeOptions, 'analyzer'>,
  ) {}

  get text() {
    return this.snapshot.text;
  }

  get resolution() {
    return this.snapshot.resolution;
  }

  get isOurs() {
    return this.resolution.message !== undefined;
  }

  change(text: string, change: TextChange): TextprotoAnalysis {
    return new TextprotoAnalysis(this.options.analyzer.change(this.snapshot, text, change), this.options);
  }

  diagnose(): readonly Diagnostic[] {
    this.diagnostics ??= diagnose(this.snapshot, this.options.analyzer.guard(this.snapshot.options.path));
    return this.diagnostics;
  }

  /** Whether the user says how much a rule weighs. */
  isSet(code: string): boolean {
    return this.snapshot.settings.rules[code] !== undefined;
  }

  actions(start: number, end: number) {
    return quickFixes(this.text, this.diagnose(), start, end);
  }

  complete(offset: number, trigger?: string): Completion[] {
    return trigger && !TEXT_FORMAT_TRIGGERS.includes(trigger) ? [] : complete(this.snapshot, offset);
  }

  hover(offset: number) {
    return hover(this.snapshot, offset);
  }

  definition(offset: number) {
    return definition(this.snapshot, offset);
  }

  highlights(offset: number) {
    return highlights(this.snapshot, offset);
  }

  optimizers() {
    return optimizerRanges(this.snapshot);
  }

  optimizerAt(offset: number) {
    return optimizerAt(this.snapshot, offset);
  }

  editOptimizer(offset: number, changes: readonly OptimizerChange[]) {
    return editOptimizer(this.snapshot, offset, changes);
  }

  outline() {
    return outline(this.snapshot);
  }

  folds() {
    return folds(this.snapshot);
  }

  selectionRanges(offset: number) {
    return selectionRanges(this.snapshot, offset);
  }
}
