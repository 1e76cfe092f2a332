import type { TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { type Range as LspRange, type Position, TextDocument } from 'vscode-languageserver-textdocument';
import type { Range } from '../../basics/range';
import type { Environment } from '../../catalogue/environment';
import { languageOf } from '../../languages';
import type { Diagnostic } from '../../languages/diagnostic';
import type { Analysis, Language } from '../../languages/language';
import { DERIVED_SCHEME } from '../../languages/protocol';
import type { Analyzer } from '../../languages/snapshot';
import type { AcceptedInFile } from '../../project/configuration-file/baseline';
import { uriPath } from '../files/uri-keys';
import type { OpenNotebook } from './open-notebook';
import type { Positions } from './positions';
import type { ProgramInputs } from './program-inputs';
import { unaccepted } from './unaccepted';

/** With this many changes at once, one full parse is cheaper than a partial parse for each. */
const MANY_CHANGES = 50;

/** The settings and facts for a file, by its URI. */
export interface Surroundings {
  readonly analyzer: (uri: string) => Analyzer;
  readonly environment: (uri: string) => Environment;
  /** Whether its problems are never reported. */
  readonly isExcluded: (uri: string) => boolean;
  /** The problems that its project has accepted. */
  readonly accepted: (uri: string) => AcceptedInFile | undefined;
}

/**
 * A document in the client's editor, with the analysis of its newest version. Offsets are those of the analysis: in
 * a notebook's cell they count from the beginning of the first cell.
 */
export class OpenDocument implements Positions {
  /** The notebook that this is a cell of. */
  notebook: OpenNotebook<OpenDocument> | undefined;
  private readonly document: TextDocument;
  private language: Language | undefined;
  /** Undefined until requested. */
  private current: Analysis | undefined;
  private reportedStatus: string | undefined;

  constructor(
    readonly uri: string,
    readonly languageId: string,
    version: number,
    text: string,
    private readonly surroundings: Surroundings,
    private readonly ownFiles: ProgramInputs,
  ) {
    this.document = TextDocument.create(uri, languageId, version, text);
  }

  get version(): number {
    return this.document.version;
  }

  /** Whether it shows a configuration built from a program. It is read-only, and its problems show in the program. */
  get isDerived(): boolean {
    return this.uri.startsWith(`${DERIVED_SCHEME}:`);
  }

  get text(): string {
    return this.document.getText();
  }

  /** For a cell: the URI of its notebook. */
  get fileUri(): string {
    return this.notebook?.uri ?? this.uri;
  }

  private get analyzer(): Analyzer {
    return this.surroundings.analyzer(this.fileUri);
  }

  get analysis(): Analysis {
    return this.notebook?.analysis(this.analyzer) ?? this.alone;
  }

  positionAt(offset: number): Position {
    return this.document.positionAt(offset - this.start);
  }

  offsetAt(position: Position): number {
    return this.start + this.document.offsetAt(position);
  }

  offsetsOf({ start, end }: LspRange): Range {
    return { start: this.offsetAt(start), end: this.offsetAt(end) };
  }

  ownerOf(offset: number): OpenDocument {
    return this.notebook?.cellAt(offset) ?? this;
  }

  owns(offset: number): boolean {
    return this.ownerOf(offset) === this;
  }

  /** The diagnostics of the document; in a notebook, those of this cell. */
  diagnose(): readonly Diagnostic[] {
    if (this.isDerived || this.surroundings.isExcluded(this.fileUri)) return [];
    return unaccepted(this.analysis, this.surroundings.accepted(this.fileUri)).filter(({ start }) =>
      this.owns(start),
    );
  }

  /** The files that the program reads; in a notebook, those of all cells. */
  get files(): ProgramInputs {
    return this.notebook?.files ?? this.ownFiles;
  }

  private get alone(): Analysis {
    if (!this.current) {
      this.language = this.currentLanguage;
      this.current = this.analyze(this.text);
    }
    return this.current;
  }

  /** The analysis of a text in place of this one, with the same surroundings. */
  analyze(text: string): Analysis {
    const { analyzer, path, files } = this;
    const environment = () => this.surroundings.environment(this.uri);
    return this.currentLanguage.analyze(text, { analyzer, path, environment, files });
  }

  private get path(): string {
    return uriPath(this.uri);
  }

  private get start(): number {
    return this.notebook?.startOf(this) ?? 0;
  }

  update(changes: TextDocumentContentChangeEvent[], version: number): OpenDocument {
    const partially = changes.length < MANY_CHANGES && changes.every((change) => 'range' in change);
    if (!partially || !this.current?.change) {
      TextDocument.update(this.document, changes, version);
      this.refresh();
      return this;
    }
    const guard = this.analyzer.guard(this.path);
    for (const change of changes) {
      const start = this.document.offsetAt(change.range.start);
      const end = this.document.offsetAt(change.range.end);
      TextDocument.update(this.document, [change], version);
      // TextDocument accepts a range whose end is before its start, too.
      const replaced = {
        start: Math.min(start, end),
        end: Math.max(start, end),
        newLength: change.text.length,
      };
      const before: Analysis | undefined = this.language === this.currentLanguage ? this.current : undefined;
      this.current = guard.run(undefined, () => before?.change?.(this.text, replaced));
    }
    return this;
  }

  /** Analyzes the whole text again, under other settings or another schema. */
  refresh(): void {
    this.current = undefined;
    this.notebook?.changed();
  }

  /** Whether the message type of the document, or the reason for it, has changed since the last call. */
  statusChanged(): boolean {
    const guard = this.analyzer.guard(this.path);
    const status = guard.run(undefined, () => {
      const { resolution, environment, targets } = this.alone;
      const { tensorflow } = environment ?? {};
      return (
        resolution?.detail ?? (tensorflow || targets ? JSON.stringify([tensorflow, targets]) : undefined)
      );
    });
    if (status === this.reportedStatus) return false;
    this.reportedStatus = status;
    return true;
  }

  /** Computed each time, as an edit of the header may change it. */
  private get currentLanguage(): Language {
    return languageOf(this.languageId, this.path, this.text);
  }
}
