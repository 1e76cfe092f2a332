import {
  type Chart,
  type ChartSize,
  chartOf,
  describe,
  MARGIN,
  type Series,
  type Shape,
  stepAt,
} from '../model/chart';
import { t } from '../model/l10n';
import { formatNumber } from '../model/numbers';
import { el, set, svg, write } from './dom';

/** What a chart shows: one line, or two to compare. */
export interface ChartContent {
  title: string;
  hint?: string;
  /** The cell or row. */
  label: string;
  series: readonly Series[];
  now: number;
}

/** One chart with its caption; a click goes to the step. */
export class ChartView {
  readonly element: HTMLElement;
  chart: Chart = { shapes: [], axis: { low: 0, high: 1, logarithmic: false, ticks: [] } };
  content: ChartContent | undefined;
  private readonly title = el('span', { class: 'title' });
  private readonly hint = el('span', { class: 'hint' });
  private readonly now = el('span', { class: 'now' });
  private readonly svg: SVGSVGElement;
  size: ChartSize = { width: 260, height: 116 };

  constructor(onStep: (step: number) => void) {
    this.svg = svg('svg', { role: 'img', class: 'chart' });
    this.element = el(
      'figure',
      {},
      el('figcaption', {}, el('span', {}, this.title, ' ', this.hint), this.now),
      this.svg,
    );
    const go = (event: PointerEvent) => {
      const last = Math.max(1, ...(this.content?.series.map(({ values }) => values.length - 1) ?? []));
      onStep(stepAt(event.offsetX, this.size.width, last));
    };
    this.svg.addEventListener('pointerdown', go);
    this.svg.addEventListener('pointermove', (event) => {
      if (event.buttons === 1) go(event);
    });
  }

  show(content: ChartContent, { width: room, height }: ChartSize): void {
    this.content = content;
    const width = Math.max(room, MARGIN.left + MARGIN.right + 40);
    this.size = { width, height };
    this.chart = chartOf(content.series, content.now, this.size);
    write(this.title, content.title);
    set(this.title, 'title', content.hint);
    write(this.hint, this.chart.axis.logarithmic ? t('logarithmic') : '');
    write(this.now, content.series.map(({ values }) => valueText(values[content.now])).join(' · '));
    const descriptions = content.series.map(({ role, values }) =>
      describe(
        content.title,
        content.series.length > 1 || role === 'b'
          ? t('run {0}, {1},', role.toUpperCase(), content.label)
          : content.label,
        values,
      ),
    );
    this.svg.setAttribute('aria-label', descriptions.join(' '));
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.svg.setAttribute('width', String(width));
    this.svg.setAttribute('height', String(height));
    this.svg.replaceChildren(...this.chart.shapes.map(draw));
  }
}

/** Where there is no value, such as a step before the first, there is none to show. */
const valueText = (value: number | undefined) =>
  value === undefined || Number.isNaN(value) ? '–' : formatNumber(value);

function draw(shape: Shape): SVGElement {
  switch (shape.kind) {
    case 'line':
      return svg('path', {
        d: shape.d,
        class: shape.dashed ? `line ${shape.role} dashed` : `line ${shape.role}`,
      });
    case 'marker':
      return svg('path', {
        d: shape.d,
        class: shape.hollow ? `marker ${shape.role} hollow` : `marker ${shape.role}`,
      });
    case 'text':
      return svg(
        'text',
        { x: shape.x, y: shape.y, 'text-anchor': shape.anchor, class: shape.role },
        shape.text,
      );
  }
}
