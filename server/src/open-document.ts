import type { TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { type Position, TextDocument } from 'vscode-languageserver-textdocument';
import type { Analyzer } from './analysis';
import type { Language, Reading } from './features/language';
import { languageOf } from './languages';
import type { Positions } from './lsp';
import type { OpenNotebook } from './open-notebook';

/** From this many changes at once on, one full parse is cheaper than so many partial ones. */
const MANY_CHANGES = 50;

/**
 * A document in the client's editor, with the reading of its newest version. Offsets are those of the reading: in
 * a notebook's cell they count from the beginning of the first cell.
 */
export class OpenDocument implements Positions {
  /** The notebook that this is a cell of. */
  notebook: OpenNotebook | undefined;
  private readonly document: TextDocument;
  private language: Language | undefined;
  private alone: Reading;
  private reportedStatus: string | undefined;

  constructor(
    readonly uri: string,
    readonly languageId: string,
    version: number,
    text: string,
    private analyzer: Analyzer,
  ) {
    this.document = TextDocument.create(uri, languageId, version, text);
    this.alone = this.read();
  }

  get version(): number {
    return this.document.version;
  }

  get text(): string {
    return this.document.getText();
  }

  get reading(): Reading {
    return this.notebook?.reading(this.analyzer) ?? this.alone;
  }

  positionAt(offset: number): Position {
    return this.document.positionAt(offset - this.start);
  }

  offsetAt(position: Position): number {
    return this.start + this.document.offsetAt(position);
  }

  ownerOf(offset: number): OpenDocument {
    return this.notebook?.cellAt(offset) ?? this;
  }

  private get start(): number {
    return this.notebook?.startOf(this) ?? 0;
  }

  update(changes: TextDocumentContentChangeEvent[], version: number): OpenDocument {
    const partially = changes.length < MANY_CHANGES && changes.every((change) => 'range' in change);
    if (!partially || !this.alone.change) {
      TextDocument.update(this.document, changes, version);
      this.refresh(this.analyzer);
      return this;
    }
    for (const change of changes) {
      const start = this.document.offsetAt(change.range.start);
      const end = this.document.offsetAt(change.range.end);
      TextDocument.update(this.document, [change], version);
      // A range given back to front counts from its smaller end, as in the document itself.
      const inText = {
        start: Math.min(start, end),
        end: Math.max(start, end),
        newLength: change.text.length,
      };
      const sameLanguage = this.language === this.currentLanguage;
      this.alone = (sameLanguage && this.alone.change?.(this.text, inText)) || this.read();
    }
    return this;
  }

  /** Reads the whole text anew, under other settings or another schema. */
  refresh(analyzer: Analyzer): void {
    this.analyzer = analyzer;
    this.alone = this.read();
    this.notebook?.changed();
  }

  /** Whether the message that applies, or the reason why, is another than at the last call. */
  statusChanged(): boolean {
    const status = this.alone.resolution?.detail;
    if (status === this.reportedStatus) return false;
    this.reportedStatus = status;
    return true;
  }

  /** An edit of the header may make it another. */
  private get currentLanguage(): Language {
    return languageOf(this.languageId, pathOf(this.uri), this.text);
  }

  private read(): Reading {
    this.language = this.currentLanguage;
    return this.language.read(this.text, { analyzer: this.analyzer, path: pathOf(this.uri) });
  }
}

function pathOf(uri: string): string {
  try {
    return decodeURIComponent(uri.replace(/^[a-z][a-z0-9+.-]*:(\/\/[^/]*)?/i, ''));
  } catch {
    return uri;
  }
}
