import { type PythonFile, readPython, rereadPython } from '../../dataflow/python-file';
import type { OptimizerChange } from '../../protocol';
import { nodeAt } from '../../python/tree';
import type { Range, TextChange } from '../../text/range';
import type { Completion, Definition, Hover, SignatureHelp } from '../answers';
import type { Diagnostic } from '../diagnostic';
import { type Action, quickFixes } from '../fixes';
import type { Analysis, AnalyzeOptions, Language } from '../language';
import {
  NO_OPTIMIZER,
  type OptimizerEdit,
  type OptimizerPlace,
  type OptimizerRange,
} from '../optimizer/place';
import { PYTHON_TRIGGERS } from '../registration';
import { completeBeforeImport } from './before-import';
import { completePython } from './completion';
import { definitionPython } from './definition';
import { diagnosePython } from './diagnostics';
import { type EmbeddedText, embeddedTexts } from './embedded/embedded-text';
import { hoverPython } from './hover';
import { editOptimizerPython, optimizerAtPython, optimizerRangesPython } from './optimizer';
import { signaturePython } from './signature';

/** Python that uses TPU embedding; about any other there is nothing to say. */
export const python: Language = {
  analyze: (text, options) => new PythonAnalysis(text, options),
};

/** The calls of a text and, at the places of strings in text format, what these are. */
class PythonAnalysis implements Analysis {
  private parsed: { readonly file: PythonFile | undefined } | undefined;
  private texts: readonly EmbeddedText[] | undefined;
  /** Of an earlier version of the text. */
  private textsBefore: readonly EmbeddedText[] | undefined;
  private diagnostics: readonly Diagnostic[] | undefined;

  constructor(
    readonly text: string,
    private readonly options: AnalyzeOptions,
  ) {}

  get isOurs() {
    return this.file !== undefined;
  }

  /** This analysis gives away what it has parsed: asked again, it parses anew. */
  change(text: string, change: TextChange): PythonAnalysis {
    const { analyzer } = this.options;
    const next = new PythonAnalysis(text, this.options);
    const before = this.parsed?.file;
    next.textsBefore = this.texts ?? this.textsBefore;
    this.parsed = this.texts = this.textsBefore = this.diagnostics = undefined;
    if (before && !analyzer.isTooLarge(text)) next.parsed = { file: rereadPython(before, text, change) };
    return next;
  }

  diagnose(): readonly Diagnostic[] {
    this.diagnostics ??= this.file ? this.judge(this.file) : [];
    return this.diagnostics;
  }

  actions(start: number, end: number): Action[] {
    return quickFixes(this.text, this.diagnose(), start, end);
  }

  complete(offset: number, trigger?: string): Completion[] {
    const embedded = this.embeddedAt(offset);
    if (embedded) return embedded.complete(offset, trigger);
    if (trigger && !PYTHON_TRIGGERS.includes(trigger)) return [];
    if (this.file) return completePython(this.file, offset);
    return this.isTooLarge ? [] : completeBeforeImport(this.text, offset);
  }

  hover(offset: number): Hover | undefined {
    const embedded = this.embeddedAt(offset);
    return embedded ? embedded.hover(offset) : this.file && hoverPython(this.file, offset);
  }

  definition(offset: number): Definition | undefined {
    const embedded = this.embeddedAt(offset);
    return embedded ? embedded.definition(offset) : this.file && definitionPython(this.file, offset);
  }

  highlights(offset: number): Range[] {
    return this.embeddedAt(offset)?.highlights(offset) ?? [];
  }

  optimizers(): OptimizerRange[] {
    return [
      ...(this.file ? optimizerRangesPython(this.file) : []),
      ...this.embedded.flatMap((embedded) => embedded.optimizers()),
    ].sort((a, b) => a.start - b.start);
  }

  optimizerAt(offset: number): OptimizerPlace | undefined {
    const embedded = this.embeddedAt(offset);
    return embedded ? embedded.optimizerAt(offset) : this.file && optimizerAtPython(this.file, offset);
  }

  editOptimizer(offset: number, changes: readonly OptimizerChange[]): OptimizerEdit {
    const embedded = this.embeddedAt(offset);
    if (embedded) return embedded.editOptimizer(offset, changes);
    return this.file ? editOptimizerPython(this.file, offset, changes) : NO_OPTIMIZER;
  }

  signature(offset: number): SignatureHelp | undefined {
    return this.file && !this.embeddedAt(offset) ? signaturePython(this.file, offset) : undefined;
  }

  /** Undefined where the text has nothing to do with TPU embedding: such a text is not parsed. */
  private get file(): PythonFile | undefined {
    this.parsed ??= {
      file: this.isTooLarge ? undefined : readPython(this.text, this.options.partEnds),
    };
    return this.parsed.file;
  }

  private get isTooLarge() {
    return this.options.analyzer.isTooLarge(this.text);
  }

  private get embedded(): readonly EmbeddedText[] {
    const before = this.textsBefore;
    this.textsBefore = undefined;
    this.texts ??= this.file ? embeddedTexts(this.file, this.options, before) : [];
    return this.texts;
  }

  private embeddedAt(offset: number): EmbeddedText | undefined {
    if (!this.file || nodeAt(this.file.tree, offset).kind !== 'string') return undefined;
    return this.embedded.find((embedded) => embedded.contains(offset));
  }

  private judge(file: PythonFile): Diagnostic[] {
    const { analyzer, path } = this.options;
    const guard = analyzer.guard(path);
    const texts = guard.run(undefined, () => this.embedded) ?? [];
    const embedded = texts.flatMap((text) => guard.run(undefined, () => text.diagnose()) ?? []);
    return diagnosePython(file, analyzer.settings, embedded, guard);
  }
}
