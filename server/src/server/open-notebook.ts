import type { Analysis } from '../languages/language';
import { python } from '../languages/python';
import type { Analyzer } from '../languages/snapshot';
import { type Cells, joinCells } from '../python/notebooks';

interface Joined<Cell> {
  readonly documents: readonly Cell[];
  readonly cells: Cells;
}

/** The Python cells of a notebook in the client's editor, joined to one text, as one cell uses what another defines. */
export class OpenNotebook<Cell extends { readonly text: string }> {
  /** Whether it used TPU embedding when last analyzed; true until then. */
  isOurs = true;
  private joined: Joined<Cell> | undefined;
  private joinedAnalysis: Analysis | undefined;

  constructor(
    private readonly uri: string,
    /** The cells in their order. */
    readonly documents: () => readonly Cell[],
  ) {}

  /** A cell was changed, added, moved or removed. */
  changed(): void {
    this.joined = undefined;
    this.joinedAnalysis = undefined;
  }

  analysis(analyzer: Analyzer): Analysis {
    const { text, partEnds } = this.parts.cells;
    this.joinedAnalysis ??= python.analyze(text, { analyzer, path: this.uri, partEnds });
    return this.joinedAnalysis;
  }

  startOf(document: Cell): number {
    const { documents, cells } = this.parts;
    return cells.partEnds[documents.indexOf(document) - 1] ?? 0;
  }

  /** The cell around an offset into the joined text. */
  cellAt(offset: number): Cell | undefined {
    const { documents, cells } = this.parts;
    const index = cells.partEnds.findIndex((end) => offset < end);
    return documents.at(index);
  }

  private get parts(): Joined<Cell> {
    if (!this.joined) {
      const documents = this.documents();
      const cells = joinCells(documents.map((document, index) => ({ index, source: document.text })));
      this.joined = { documents, cells };
    }
    return this.joined;
  }
}
