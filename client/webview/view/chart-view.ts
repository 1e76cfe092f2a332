import { changes } from '../model/changes';
import {
  type ChartFrame,
  type ChartSize,
  type Drawing,
  describe,
  frameOf,
  MARGIN,
  type Series,
  type Shape,
  stepAt,
  xOf,
} from '../model/chart';
import { t } from '../model/l10n';
import type { Names } from '../model/names';
import { formatNumber } from '../model/numbers';
import { el, set, svg, write } from './dom';
import { moves } from './moves';

/** The contents of a chart. */
export interface ChartContent extends Drawing {
  title: string;
  hint?: string;
  /** The cell or row. */
  label: string;
  names: Names;
}

/** Actions that a chart triggers. */
interface ChartEvents {
  /** The user chose a step. */
  onStep(step: number): void;
  /** The pointer is over a step; undefined if over none. */
  onRead(step: number | undefined): void;
}

/** Minimum width for line samples beside the numbers. Without samples, the numbers follow the legend's order. */
const KEYED = 240;
/** Minimum width to also show the number of the document's run. */
const ROOMY = 300;

const APPEAR = { opacity: [0, 1] };
const APPEAR_MS = 500;

const ROLES = ['a', 'b', 'ghost'];

/** One chart with its caption. A click or the arrow keys choose a step. */
export class ChartView {
  readonly element: HTMLElement;
  size: ChartSize = { width: 260, height: 116 };
  content: ChartContent | undefined;
  private chart: ChartFrame | undefined;
  private drawn: readonly Shape[] = [];
  private reading: number | undefined;
  private readonly isOther = changes();
  private readonly isLater = changes();
  private readonly hasOtherNumbers = changes();
  private numbers: Text[] = [];
  private readonly title = el('span', { class: 'title' });
  private readonly now = el('span', { class: 'now' });
  private readonly plot = el('div', { class: 'plot', role: 'slider', tabindex: 0, 'aria-valuemin': 0 });
  private readonly svg = svg('svg', { class: 'chart', 'aria-hidden': 'true', focusable: 'false' });
  private readonly shapes = svg('g');
  private readonly crosshair = svg('path', { class: 'crosshair' });

  constructor({ onStep, onRead }: ChartEvents) {
    this.svg.append(this.shapes, this.crosshair);
    this.plot.append(this.svg);
    this.element = el('figure', {}, el('figcaption', {}, this.title, this.now), this.plot);
    const last = () => this.chart?.last ?? 1;
    this.svg.addEventListener('pointermove', (event) => {
      const step = stepAt(event.offsetX, this.size.width, last());
      if (event.buttons === 1) onStep(step);
      onRead(step);
    });
    this.svg.addEventListener('pointerdown', (event) =>
      onStep(stepAt(event.offsetX, this.size.width, last())),
    );
    this.svg.addEventListener('pointerleave', () => onRead(undefined));
    this.plot.addEventListener('keydown', (event) => {
      const now = this.content?.now ?? 0;
      const page = Math.max(1, Math.round(last() / 10));
      const moves: Record<string, number> = {
        ArrowLeft: now - 1,
        ArrowDown: now - 1,
        ArrowRight: now + 1,
        ArrowUp: now + 1,
        PageDown: now - page,
        PageUp: now + page,
        Home: 0,
        End: last(),
      };
      const step = moves[event.key];
      if (step === undefined) return;
      event.preventDefault();
      onStep(step);
    });
  }

  /** Draws the content; `hold` keeps the current axes. */
  show(content: ChartContent, { width: room, height }: ChartSize, hold: boolean): void {
    const { title, hint, label, names, now, series, target } = content;
    const curves = series.flatMap(({ role, name, values }) => [role, name, values]);
    const isOther = this.isOther(title, hint, label, names.a, names.b, target, room, height, hold, ...curves);
    if (!this.isLater(now) && !isOther) return;
    this.content = content;
    if (isOther)
      this.frame(content, { width: Math.max(room, MARGIN.left + MARGIN.right + 40), height }, hold);
    if (!hold) this.say(content);
    const shapes = this.chart!.at(now);
    draw(this.shapes, shapes, this.drawn);
    this.drawn = shapes;
    this.read(this.reading);
  }

  /** Updates all that does not depend on the step. */
  private frame(content: ChartContent, size: ChartSize, hold: boolean): void {
    this.size = size;
    const before = this.chart?.axis;
    this.chart = frameOf(content, size, hold ? before : undefined);
    const { logarithmic } = this.chart.axis;
    // A curve that changes its shape with the axis must not seem to do so by its values.
    if (before && before.logarithmic !== logarithmic && moves()) this.svg.animate(APPEAR, APPEAR_MS);
    const { title, hint } = content;
    write(this.title, logarithmic ? t('{0} (log)', title) : title);
    set(this.title, 'title', [hint, logarithmic && t('logarithmic')].filter(Boolean).join('; ') || undefined);
    set(this.svg, 'viewBox', `0 0 ${size.width} ${size.height}`);
    set(this.svg, 'width', size.width);
    set(this.svg, 'height', size.height);
  }

  /** Updates the text for screen readers once the chart no longer moves. */
  private say(content: ChartContent): void {
    const { now, series } = content;
    const { axis, last } = this.chart!;
    const scale = axis.logarithmic ? ` ${t('The axis is logarithmic.')}` : '';
    set(this.plot, 'aria-label', this.description(content) + scale);
    set(this.plot, 'aria-valuemax', last);
    set(this.plot, 'aria-valuenow', Math.min(now, last));
    const values = series.map((one) => `${this.seriesName(one)} ${valueText(one.values[now])}`.trim());
    set(this.plot, 'aria-valuetext', `${t('step {0}', now)}: ${values.join(', ')}`);
  }

  /** Shows the values at a step; undefined shows those of the current step. */
  read(step: number | undefined): void {
    this.reading = step;
    const { content, chart } = this;
    if (!content || !chart) return;
    const at = Math.min(step ?? content.now, chart.last);
    const { width, height } = this.size;
    set(
      this.crosshair,
      'd',
      step === undefined ? 'M0 0' : `M${xOf(at, width, chart.last)} ${MARGIN.top}V${height - MARGIN.bottom}`,
    );
    const shown = content.series
      .filter(({ role }) => role !== 'ghost' || width >= ROOMY)
      .toSorted((one, other) => ROLES.indexOf(one.role) - ROLES.indexOf(other.role));
    const keyed = shown.length > 1 && width >= KEYED;
    if (this.hasOtherNumbers(keyed, ...shown.map(({ role }) => role))) {
      this.numbers = shown.map(() => new Text());
      this.now.replaceChildren(
        ...shown.map(({ role }, index) =>
          el(
            'span',
            { class: role },
            keyed ? el('span', { class: `key ${role}` }) : undefined,
            this.numbers[index],
          ),
        ),
      );
    }
    for (const [index, { values }] of shown.entries()) {
      const text = valueText(values[at]);
      if (this.numbers[index]!.data !== text) this.numbers[index]!.data = text;
    }
  }

  private description({ title, label, series }: ChartContent): string {
    return series
      .map((one) =>
        describe(title, series.length > 1 ? t('{0}, {1},', this.seriesName(one), label) : label, one.values),
      )
      .join(' ');
  }

  private seriesName({ role }: Series): string {
    const { names, series } = this.content!;
    if (role === 'ghost') return t('as in the document');
    return series.length > 1 || role === 'b' ? names[role] : '';
  }
}

/** Before the first step, some values are undefined. */
const valueText = (value: number | undefined) =>
  value === undefined || Number.isNaN(value) ? '–' : formatNumber(value);

/** Reuses the existing elements, so that an animated curve stays the same element. */
function draw(place: SVGGElement, shapes: readonly Shape[], before: readonly Shape[]): void {
  for (const [index, shape] of shapes.entries()) {
    if (shape === before[index]) continue;
    const tag = shape.kind === 'text' ? 'text' : 'path';
    const there = place.children[index];
    const element = there?.tagName === tag ? there : svg(tag);
    if (!there) place.append(element);
    else if (there !== element) there.replaceWith(element);
    set(element, 'class', classOf(shape));
    if (shape.kind === 'text') {
      set(element, 'x', shape.x);
      set(element, 'y', shape.y);
      set(element, 'text-anchor', shape.anchor);
      write(element, shape.text);
    } else set(element, 'd', shape.d);
  }
  while (place.children.length > shapes.length) place.lastElementChild!.remove();
}

function classOf(shape: Shape): string {
  switch (shape.kind) {
    case 'line':
      return `line ${shape.role} ${shape.dash}${shape.faint ? ' faint' : ''}`;
    case 'marker':
      return `marker ${shape.role}${shape.hollow ? ' hollow' : ''}`;
    case 'text':
      return shape.role;
  }
}
