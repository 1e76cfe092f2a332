import type { TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { type Position, TextDocument } from 'vscode-languageserver-textdocument';
import type { Analyzer, Snapshot } from './analysis';

/** From this many changes at once on, one full parse is cheaper than so many partial ones. */
const MANY_CHANGES = 50;

/** A document in the client's editor, with the snapshot of its newest version. */
export class OpenDocument {
  snapshot: Snapshot;
  private readonly document: TextDocument;
  private reportedStatus: string | undefined;

  constructor(
    readonly uri: string,
    languageId: string,
    version: number,
    text: string,
    private analyzer: Analyzer,
  ) {
    this.document = TextDocument.create(uri, languageId, version, text);
    this.snapshot = analyzer.open(text, { path: pathOf(uri) });
  }

  get version(): number {
    return this.document.version;
  }

  positionAt(offset: number): Position {
    return this.document.positionAt(offset);
  }

  offsetAt(position: Position): number {
    return this.document.offsetAt(position);
  }

  update(changes: TextDocumentContentChangeEvent[], version: number): OpenDocument {
    if (changes.length >= MANY_CHANGES || changes.some((change) => !('range' in change))) {
      TextDocument.update(this.document, changes, version);
      this.refresh(this.analyzer);
      return this;
    }
    for (const change of changes) {
      if (!('range' in change)) continue;
      const start = this.document.offsetAt(change.range.start);
      const end = this.document.offsetAt(change.range.end);
      TextDocument.update(this.document, [change], version);
      // A range given back to front counts from its smaller end, as in the document itself.
      this.snapshot = this.analyzer.change(this.snapshot, this.document.getText(), {
        start: Math.min(start, end),
        end: Math.max(start, end),
        newLength: change.text.length,
      });
    }
    return this;
  }

  /** Reads the whole text anew, under other settings or another schema. */
  refresh(analyzer: Analyzer): void {
    this.analyzer = analyzer;
    this.snapshot = analyzer.open(this.document.getText(), { path: pathOf(this.uri) });
  }

  /** Whether the message that applies, or the reason why, is another than at the last call. */
  statusChanged(): boolean {
    const status = this.snapshot.resolution.detail;
    if (status === this.reportedStatus) return false;
    this.reportedStatus = status;
    return true;
  }
}

function pathOf(uri: string): string {
  try {
    return decodeURIComponent(uri.replace(/^[a-z][a-z0-9+.-]*:(\/\/[^/]*)?/i, ''));
  } catch {
    return uri;
  }
}
