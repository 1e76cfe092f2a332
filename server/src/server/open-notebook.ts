import type { Reading } from '../languages/language';
import { python } from '../languages/python';
import type { Analyzer } from '../languages/textproto/snapshot';
import { type Cells, joinCells } from '../python/notebooks';
import type { OpenDocument } from './open-document';

interface Joined {
  readonly documents: readonly OpenDocument[];
  readonly cells: Cells;
}

/** The Python cells of a notebook in the client's editor: one text, as what one defines is known in the next. */
export class OpenNotebook {
  /** Whether there was anything to say about it when last asked; until then there may be. */
  isOurs = true;
  private joined: Joined | undefined;
  private joinedReading: Reading | undefined;

  constructor(
    private readonly uri: string,
    /** The cells in their order. */
    readonly documents: () => readonly OpenDocument[],
  ) {}

  /** A cell was changed, added, moved or removed. */
  changed(): void {
    this.joined = undefined;
    this.joinedReading = undefined;
  }

  reading(analyzer: Analyzer): Reading {
    const { text, partEnds } = this.parts.cells;
    this.joinedReading ??= python.read(text, { analyzer, path: this.uri, partEnds });
    return this.joinedReading;
  }

  startOf(document: OpenDocument): number {
    const { documents, cells } = this.parts;
    return cells.partEnds[documents.indexOf(document) - 1] ?? 0;
  }

  /** The cell around an offset into the joined text. */
  cellAt(offset: number): OpenDocument | undefined {
    const { documents, cells } = this.parts;
    const index = cells.partEnds.findIndex((end) => offset < end);
    return documents.at(index);
  }

  private get parts(): Joined {
    if (!this.joined) {
      const documents = this.documents();
      const cells = joinCells(documents.map((document, index) => ({ index, source: document.text })));
      this.joined = { documents, cells };
    }
    return this.joined;
  }
}
