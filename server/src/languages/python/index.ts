import type { Range, TextChange, TextEdit } from '../../basics/range';
import { chosen, type Environment } from '../../catalogue/environment';
import { relevantCode } from '../../catalogue/relevant';
import type { Backend } from '../../catalogue/targets';
import type { ValueChange } from '../../configuration/value-change';
import { onReplicas, type PythonFile, readPython, rereadPython } from '../../dataflow/calls/python-file';
import type { Strategy } from '../../dataflow/derivation/strategy';
import { type FileNames, type NamedFile, NO_NAMES, UNREAD_NAMES } from '../../project/names/names';
import { strategyOf } from '../../project/strategy';
import { type ModuleNames, moduleNamesOf } from '../../python/module-names';
import { parsePython } from '../../python/parser';
import { nodeAt, type Tree } from '../../python/tree';
import { fileTooLarge } from '../../rules/checker/file-too-large';
import { suppressionsInComments } from '../../rules/support/suppressions';
import type {
  ComparableConfiguration,
  Completion,
  DerivedConfiguration,
  Hint,
  Lens,
  Link,
  SavedConfiguration,
  SizedConfiguration,
} from '../answers';
import { absoluteDiagnostic, type Diagnostic } from '../diagnostic';
import { type Action, quickFixes } from '../fixes';
import type { Analysis, AnalyzeOptions, Answers, Language } from '../language';
import { previewLens } from '../lenses';
import { ruleLinks } from '../links';
import type { Migration, MigrationTarget } from '../migration';
import { declarationAt, placesAt } from '../name-answers';
import type { OptimizerEdit } from '../optimizer/place';
import { phrase } from '../phrase';
import type { TargetsStatus } from '../protocol';
import type { Refactoring } from '../refactoring';
import { PYTHON_TRIGGERS } from '../registration';
import { NO_ANSWERS } from '../silent';
import { completeBeforeImport } from './before-import';
import { completePython } from './completion';
import { definitionPython } from './definition';
import {
  comparableConfigurations,
  configurationRanges,
  deriveConfigurations,
  memoryLenses,
  savedConfigurations,
} from './derivation';
import { diagnosePython } from './diagnostics';
import { diagnoseComposed } from './embedded/composed';
import { type EmbeddedText, embeddedTexts } from './embedded/embedded-text';
import { hintsPython } from './hints';
import { hoverPython } from './hover';
import { migrate } from './migration';
import { namesInPython, writePath, writeString } from './names';
import { optimizerAtPython, optimizerRangesPython } from './optimizer';
import { refactoringsPython } from './refactorings';
import type { ProgramPlace } from './refactorings/place';
import { signaturePython } from './signature';
import { editSizes, NOT_MADE, sizedConfigurations } from './sized';
import { stackLenses } from './stacks';
import { targetsStatus } from './status';

/** Python that uses TPU embedding. Other Python has no answers. */
export const python: Language = {
  analyze: (text, options) => new PythonAnalysis(text, options),
};

/** The analysis of a program; in its strings in text format, theirs. */
class PythonAnalysis implements Analysis {
  private ours: boolean | undefined;
  private parsed: { readonly file: PythonFile | undefined } | undefined;
  private texts: readonly EmbeddedText[] | undefined;
  /** The texts of an earlier version, to be reused. */
  private textsBefore: readonly EmbeddedText[] | undefined;
  private named: FileNames | undefined;
  private diagnostics: readonly Diagnostic[] | undefined;

  constructor(
    readonly text: string,
    private readonly options: AnalyzeOptions,
  ) {}

  get isOurs() {
    this.ours ??= relevantCode(this.text);
    return this.ours;
  }

  /** Passes its syntax tree to the next analysis. If this one is used again, it parses again. */
  change(text: string, change: TextChange, partEnds?: readonly number[]): PythonAnalysis {
    const { analyzer } = this.options;
    const next = new PythonAnalysis(text, { ...this.options, ...(partEnds && { partEnds }) });
    const before = this.parsed?.file;
    next.textsBefore = this.texts ?? this.textsBefore;
    this.parsed = this.texts = this.textsBefore = this.diagnostics = this.named = undefined;
    if (before && !analyzer.isTooLarge(text))
      next.parsed = { file: rereadPython(before, text, change, partEnds) };
    return next;
  }

  diagnose(): readonly Diagnostic[] {
    this.diagnostics ??= !this.isOurs
      ? []
      : this.file
        ? this.diagnoseFile(this.file)
        : this.diagnoseTooLarge();
    return this.diagnostics;
  }

  actions(start: number, end: number): Action[] {
    return quickFixes(this.text, this.diagnose(), start, end);
  }

  migrate(to: MigrationTarget, strategy: Strategy): Migration | undefined {
    return this.file && this.isOurs ? migrate(this.on(strategy, this.file), to, strategy) : undefined;
  }

  refactorings(range: Range): Refactoring[] {
    return this.ofOurs((file) => {
      const embedded = this.embeddedAt(file, range.start);
      const isEmbedded = embedded !== undefined;
      const { partEnds, analyzer } = this.options;
      const strategy = strategyOf(analyzer.settings);
      const place: ProgramPlace = { file, range, partEnds, strategy, isEmbedded };
      return [...(embedded?.refactorings(range) ?? []), ...refactoringsPython(place)];
    });
  }

  complete(offset: number, trigger?: string): Completion[] {
    if (this.file || this.isTooLarge) return this.at(offset).complete(offset, trigger);
    return mayAsk(trigger) ? completeBeforeImport(this.text, offset, this.environment) : [];
  }

  optimizers(): Range[] {
    return [
      ...(this.file ? optimizerRangesPython(this.file) : []),
      ...this.embedded.flatMap((embedded) => embedded.optimizers()),
    ].sort((a, b) => a.start - b.start);
  }

  hints(range: Range, strategy: Strategy): Hint[] {
    return this.onStrategy(strategy, (file) =>
      [
        ...hintsPython(file, range, strategy),
        ...this.embedded.flatMap((embedded) => embedded.hints(range)),
      ].sort((a, b) => a.at - b.at),
    );
  }

  links(): Link[] {
    return this.ofOurs(({ tree }) => [
      ...ruleLinks(suppressionsInComments(this.text, tree.comments)),
      ...this.embedded.flatMap((embedded) => embedded.links()),
    ]);
  }

  lenses(strategy: Strategy): Lens[] {
    const shown = this.configurations().map(
      (range): Lens => ({ kind: 'configuration', title: phrase('Show configuration'), ...range }),
    );
    return [
      ...shown,
      ...(shown.length > 0
        ? this.onStrategy(strategy, (file) => [
            ...memoryLenses(file, strategy, this.diagnose()),
            ...stackLenses(file, this.diagnose()),
          ])
        : []),
      ...(this.file ? optimizerRangesPython(this.file).map(previewLens) : []),
      ...this.embedded.flatMap((embedded) => embedded.lenses()),
    ];
  }

  configurations(): readonly Range[] {
    return this.ofOurs(configurationRanges);
  }

  derive(strategy: Strategy): readonly DerivedConfiguration[] {
    const { analyzer, path } = this.options;
    return this.onStrategy(strategy, (file) =>
      deriveConfigurations(file, strategy, this.diagnose(), analyzer.guard(path)),
    );
  }

  sizes(strategy: Strategy): readonly SizedConfiguration[] {
    return this.onStrategy(strategy, (file) => sizedConfigurations(file, strategy, this.diagnose()));
  }

  comparables(strategy: Strategy): readonly ComparableConfiguration[] {
    return this.onStrategy(strategy, (file) => comparableConfigurations(file, strategy, this.diagnose()));
  }

  checkpoints(strategy: Strategy): readonly SavedConfiguration[] {
    return this.onStrategy(strategy, (file) => savedConfigurations(file, strategy, this.diagnose()));
  }

  editSizes(strategy: Strategy, index: number, changes: readonly ValueChange[]): OptimizerEdit {
    return this.file ? editSizes(this.on(strategy, this.file), strategy, index, changes) : NOT_MADE;
  }

  names(): FileNames {
    if (!this.file || !this.isOurs) return this.isOurs ? UNREAD_NAMES : NO_NAMES;
    this.named ??= namesInPython(this.file, this.embedded);
    return this.named;
  }

  moduleNames(): ModuleNames | undefined {
    return this.isTooLarge ? undefined : moduleNamesOf(this.tree);
  }

  writeName(place: Range, name: string): TextEdit[] | undefined {
    const embedded = this.embedded.find((text) => text.contains(place.start));
    return embedded ? embedded.writeName(place, name) : writeString(this.tree, place, name);
  }

  writePath(file: NamedFile, path: string): TextEdit[] | undefined {
    return writePath(this.tree, file, path);
  }

  /** The syntax tree, also of a text that has nothing to do with TPU embedding. */
  private get tree(): Tree {
    return this.file?.tree ?? parsePython(this.text, this.options.partEnds);
  }

  readonly hover: Answers['hover'] = (offset) => this.at(offset).hover(offset);
  readonly definition: Answers['definition'] = (offset) =>
    this.at(offset).definition(offset) ?? declarationAt(this.namesAt(offset), offset);
  readonly highlights: Answers['highlights'] = (offset) =>
    placesAt(this.namesAt(offset), offset) ?? this.at(offset).highlights(offset);
  readonly signature: Answers['signature'] = (offset) => this.at(offset).signature(offset);
  readonly optimizerAt: Answers['optimizerAt'] = (offset) => this.at(offset).optimizerAt(offset);

  private ofOurs<T>(answer: (file: PythonFile) => T[]): T[] {
    return this.file && this.isOurs ? answer(this.file) : [];
  }

  /** Answers of the program as it runs with this strategy. */
  private onStrategy<T>(strategy: Strategy, answer: (file: PythonFile) => T[]): T[] {
    return this.ofOurs((file) => answer(this.on(strategy, file)));
  }

  private on({ numReplicas }: Strategy, file: PythonFile): PythonFile {
    return onReplicas(file, numReplicas, this.options.partEnds);
  }

  private at(offset: number): Answers {
    if (!this.file) return NO_ANSWERS;
    return this.embeddedAt(this.file, offset) ?? answersOf(this.file);
  }

  /** Undefined if the text has nothing to do with TPU embedding. Such a text is not parsed. */
  private get file(): PythonFile | undefined {
    this.parsed ??= {
      file: this.isTooLarge
        ? undefined
        : readPython(this.text, {
            ...this.options,
            environment: this.environment,
            kerasBackend: this.kerasBackend,
          }),
    };
    return this.parsed.file;
  }

  /** The releases in the user's settings, or else those found in the files around. */
  get environment(): Environment {
    const { analyzer, environment } = this.options;
    const { tensorflowVersion: version, libraryVersions } = analyzer.settings;
    const set = version === 'auto' ? libraryVersions : { ...libraryVersions, tensorflow: version };
    const releases = Object.entries(set).map(([library, release]) => [library, chosen(release)]);
    return { ...environment?.(), ...Object.fromEntries(releases) };
  }

  get targets(): TargetsStatus | undefined {
    return this.isOurs && this.file ? targetsStatus(this.file) : undefined;
  }

  private get kerasBackend(): Backend | undefined {
    const { kerasBackend } = this.options.analyzer.settings;
    return kerasBackend === 'auto' ? undefined : kerasBackend;
  }

  private get isTooLarge() {
    return this.options.analyzer.isTooLarge(this.text);
  }

  /** Only literals are supported, so the program is not evaluated for other expressions. */
  private namesAt(offset: number): FileNames {
    const { kind } = this.file ? nodeAt(this.file.tree, offset) : { kind: 'module' };
    return kind === 'string' || kind === 'number' ? this.names() : NO_NAMES;
  }

  private get embedded(): readonly EmbeddedText[] {
    const before = this.textsBefore;
    this.textsBefore = undefined;
    this.texts ??= this.file ? embeddedTexts(this.file, this.options, before) : [];
    return this.texts;
  }

  private embeddedAt({ tree }: PythonFile, offset: number): EmbeddedText | undefined {
    if (nodeAt(tree, offset).kind !== 'string') return undefined;
    return this.embedded.find((embedded) => embedded.contains(offset));
  }

  private diagnoseFile(file: PythonFile): Diagnostic[] {
    const { analyzer, path } = this.options;
    const guard = analyzer.guard(path);
    const texts = guard.run(undefined, () => this.embedded) ?? [];
    const embedded = texts.flatMap((text) => guard.run(undefined, () => text.diagnose()) ?? []);
    const composed = guard.run(undefined, () => diagnoseComposed(file, this.options)) ?? [];
    return diagnosePython(file, analyzer.settings, [...embedded, ...composed], guard);
  }

  private diagnoseTooLarge(): Diagnostic[] {
    const { analyzer, path } = this.options;
    const { code, severity } = fileTooLarge;
    const level = analyzer.settings.rules[code] ?? severity;
    if (level === 'off') return [];
    const guard = analyzer.guard(path);
    const message = guard.run(code, () => fileTooLarge.find(this.text, analyzer.settings));
    return message === undefined
      ? []
      : [absoluteDiagnostic(code, level, { start: 0, end: 0, message }, guard)];
  }
}

const mayAsk = (trigger: string | undefined) => !trigger || PYTHON_TRIGGERS.includes(trigger);

/** The answers for Python, outside of strings in text format. */
const answersOf = (file: PythonFile): Answers => ({
  complete: (offset, trigger) => (mayAsk(trigger) ? completePython(file, offset) : []),
  hover: (offset) => hoverPython(file, offset),
  definition: (offset) => definitionPython(file, offset),
  highlights: () => [],
  signature: (offset) => signaturePython(file, offset),
  optimizerAt: (offset) => optimizerAtPython(file, offset),
});
