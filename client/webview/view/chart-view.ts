import { type Chart, chartOf, describe, MARGIN, type Series, type Shape, stepAt } from '../model/chart';
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

export const CHART_HEIGHT = 116;

/** One chart with its caption; a click goes to the step. */
export class ChartView {
  readonly element: HTMLElement;
  chart: Chart = { shapes: [], axis: { low: 0, high: 1, logarithmic: false, ticks: [] } };
  content: ChartContent | undefined;
  private readonly title = el('span', { class: 'title' });
  private readonly hint = el('span', { class: 'hint' });
  private readonly now = el('span', { class: 'now' });
  private readonly svg: SVGSVGElement;
  private currentWidth = 260;

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
      onStep(stepAt(event.offsetX, this.currentWidth, last));
    };
    this.svg.addEventListener('pointerdown', go);
    this.svg.addEventListener('pointermove', (event) => {
      if (event.buttons === 1) go(event);
    });
  }

  get width(): number {
    return this.currentWidth;
  }

  show(content: ChartContent, width: number): void {
    this.content = content;
    this.currentWidth = Math.max(width, MARGIN.left + MARGIN.right + 40);
    this.chart = chartOf(content.series, content.now, { width: this.currentWidth, height: CHART_HEIGHT });
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
    this.svg.setAttribute('viewBox', `0 0 ${this.currentWidth} ${CHART_HEIGHT}`);
    this.svg.setAttribute('width', String(this.currentWidth));
    this.svg.setAttribute('height', String(CHART_HEIGHT));
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
