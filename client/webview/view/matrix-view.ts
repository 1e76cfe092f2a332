import { t } from '../model/l10n';
import { formatIn, powerText, readablePower } from '../model/numbers';
import type { Spot } from '../model/series';
import { el, set, write } from './dom';

interface MatrixContent {
  name: string;
  rows: number;
  columns: number;
  /** Values in row-major order. */
  values: Float32Array;
  /** The largest finite magnitude over the whole run, so that colours mean the same in every step. */
  scale: number;
  spot: Spot;
  /** Rows that had a gradient in the last step. */
  touched: ReadonlySet<number>;
}

/** More do not fit on a screen. The charts' norms and the exports include the rest. */
const MAX_SHOWN = 16;

/** One variable as a grid of coloured numbers. Arrow keys move the selection. A row's header selects the whole row. */
export class MatrixView {
  readonly element: HTMLElement;
  private readonly caption = el('caption');
  private readonly head = el('thead');
  private readonly body = el('tbody');
  private readonly onSpot: (spot: Spot) => void;
  private cells: HTMLElement[][] = [];
  private shape = '';

  constructor(onSpot: (spot: Spot) => void) {
    this.onSpot = onSpot;
    this.element = el('table', { class: 'matrix', role: 'grid' }, this.caption, this.head, this.body);
    this.element.addEventListener('click', (event) => this.choose(event.target));
    this.element.addEventListener('keydown', (event) => this.key(event));
  }

  show(content: MatrixContent): void {
    const rows = Math.min(content.rows, MAX_SHOWN);
    const columns = Math.min(content.columns, MAX_SHOWN);
    if (this.shape !== `${rows}×${columns}`) this.build(rows, columns);
    const cut = rows < content.rows || columns < content.columns;
    const power = readablePower(largest(content.values));
    const name = `${content.name}${powerText(power)}`;
    write(this.caption, cut ? t('{0} (first {1} × {2})', name, rows, columns) : name);
    for (let row = 0; row < rows; row++) {
      const cells = this.cells[row]!;
      const head = cells[0]!;
      const rowChosen = content.spot.row === row;
      set(head, 'aria-selected', rowChosen && content.spot.column === undefined ? 'true' : undefined);
      head.classList.toggle('touched', content.touched.has(row));
      for (let column = 0; column < columns; column++) {
        const cell = cells[column + 1]!;
        const value = content.values[row * content.columns + column]!;
        write(cell, formatIn(power, value));
        const finite = Number.isFinite(value);
        const heat = finite && content.scale > 0 ? Math.sqrt(Math.abs(value) / content.scale) : 0;
        cell.style.setProperty('--heat', `${Math.round(Math.min(heat, 1) * 100)}%`);
        cell.className = finite ? (value < 0 ? 'negative' : 'positive') : 'bad';
        set(cell, 'aria-selected', rowChosen && content.spot.column === column ? 'true' : undefined);
      }
    }
  }

  private build(rows: number, columns: number): void {
    this.shape = `${rows}×${columns}`;
    const heads = Array.from({ length: columns }, (_, column) => el('th', { scope: 'col' }, String(column)));
    this.head.replaceChildren(el('tr', {}, el('td', { class: 'corner' }), ...heads));
    this.cells = Array.from({ length: rows }, (_, row) => [
      el(
        'th',
        { scope: 'row', tabindex: row === 0 ? 0 : -1, title: t('Row {0}: choose the whole row', row) },
        String(row),
      ),
      ...Array.from({ length: columns }, () => el('td', { tabindex: -1 })),
    ]);
    this.body.replaceChildren(...this.cells.map((cells) => el('tr', {}, ...cells)));
  }

  private placeOf(target: EventTarget | null): [row: number, at: number] | undefined {
    for (const [row, cells] of this.cells.entries()) {
      const at = cells.indexOf(target as HTMLElement);
      if (at >= 0) return [row, at];
    }
    return undefined;
  }

  private choose(target: EventTarget | null): void {
    const place = this.placeOf(target);
    if (!place) return;
    const [row, at] = place;
    this.focus(row, at);
    this.onSpot(at === 0 ? { row } : { row, column: at - 1 });
  }

  private key(event: KeyboardEvent): void {
    const place = this.placeOf(event.target);
    if (!place) return;
    const [row, at] = place;
    const moves: Record<string, [number, number]> = {
      ArrowUp: [row - 1, at],
      ArrowDown: [row + 1, at],
      ArrowLeft: [row, at - 1],
      ArrowRight: [row, at + 1],
      Home: [row, 0],
      End: [row, this.cells[row]!.length - 1],
    };
    const to = moves[event.key];
    if (to) this.focus(...to);
    else if (event.key === 'Enter' || event.key === ' ') this.choose(event.target);
    else return;
    event.preventDefault();
  }

  /** Only the current cell is in the Tab order. */
  private focus(row: number, at: number): void {
    const cell = this.cells[row]?.[at];
    if (!cell) return;
    for (const old of this.element.querySelectorAll('[tabindex="0"]')) set(old, 'tabindex', -1);
    set(cell, 'tabindex', 0);
    cell.focus();
  }
}

/** The largest finite magnitude. */
export function largest(values: Float32Array): number {
  let size = 0;
  for (let i = 0; i < values.length; i++) {
    const value = Math.abs(values[i]!);
    if (value > size && value < Infinity) size = value;
  }
  return size;
}
