import type { Environment } from '../../catalogue/environment';
import type { Analysis } from '../../languages/language';
import { python } from '../../languages/python';
import type { Analyzer } from '../../languages/snapshot';
import { type Cells, changeOfCell, joinCells } from '../../python/notebooks';
import type { ProgramInputs } from './program-inputs';

interface Joined<Cell> {
  readonly documents: readonly Cell[];
  readonly cells: Cells;
}

interface Analyzed {
  readonly cells: Cells;
  readonly environment: Environment;
  readonly analyzer: Analyzer;
  readonly analysis: Analysis;
}

/** The Python cells of a notebook in the client's editor, joined to one text, as one cell uses what another defines. */
export class OpenNotebook<Cell extends { readonly text: string }> {
  /** Whether it used TPU embedding when last analyzed; true until then. */
  isOurs = true;
  private joined: Joined<Cell> | undefined;
  private latest: Analyzed | undefined;

  constructor(
    readonly uri: string,
    /** The cells in their order. */
    readonly documents: () => readonly Cell[],
    private readonly environment: () => Environment,
    readonly files: ProgramInputs,
  ) {}

  /** Discards the analysis after a change of the facts around it. */
  refresh(): void {
    this.latest = undefined;
  }

  /** A cell was changed, added, moved or removed. */
  changed(): void {
    this.joined = undefined;
  }

  analysis(analyzer: Analyzer): Analysis {
    const { cells } = this.parts;
    const environment = this.environment();
    if (
      this.latest?.cells !== cells ||
      this.latest.analyzer !== analyzer ||
      this.latest.environment !== environment
    )
      this.latest = { cells, analyzer, environment, analysis: this.analyze(cells, analyzer) };
    return this.latest.analysis;
  }

  /** Updates the previous analysis, if there is only one change since. */
  private analyze(cells: Cells, analyzer: Analyzer): Analysis {
    const { text, partEnds } = cells;
    const { environment, files } = this;
    const isSame = this.latest?.analyzer === analyzer && this.latest.environment === environment();
    const before = isSame ? this.latest : undefined;
    const change = before && changeOfCell(before.cells, cells);
    const changed =
      change &&
      analyzer.guard(this.uri).run(undefined, () => before.analysis.change?.(text, change, partEnds));
    return changed ?? python.analyze(text, { analyzer, path: this.uri, partEnds, environment, files });
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
