import type { App, View } from '../app';
import { changes } from '../model/changes';
import { t } from '../model/l10n';
import { namesOf } from '../model/names';
import { formatCount, formatNumber, formatShare } from '../model/numbers';
import type { RowsShown } from '../model/rows';
import { type Line, linesOf, type RowsChart, rowsChartOf } from '../model/rows-chart';
import { answer } from './answer';
import { el, section, set, svg } from './dom';
import type { Part } from './part';
import { sameRate } from './same-rate';
import { trails } from './trails';

const HEIGHT = 148;

/** The scenario `rows`: how well frequent and rare rows learn, and why. `below` and `more` need not stay visible. */
export function rows(app: App): Part & { more: HTMLElement; below: HTMLElement } {
  const { element, body } = section('rows', t('What these values do'));
  const parts = [answer(app, [sameRate(app)]), trails(app)] as const;
  const losses = chartOf(app, 'loss', t('Loss left'), t('logarithmic'));
  const rates = chartOf(app, 'rates', t('Effective learning rate'), t('logarithmic'));
  const figures = el('div', { class: 'rows-charts' }, losses.element, rates.element);
  const [words, pictures] = parts.map(({ element }) => element) as [HTMLElement, HTMLElement];
  body.append(words, figures);
  const below = el('div');
  /** Without room for the moving pictures, answer and charts alone stay visible. */
  const low = matchMedia('(max-width: 859px) and (max-height: 819px)');
  const arrange = () => (low.matches ? below.append(pictures) : words.after(pictures));
  low.addEventListener('change', arrange);
  arrange();
  const others = el('ul', { class: 'said' });
  const table = el('table', { class: 'data tracked' });
  const { element: more, body: details } = section('more-rows', t('Results of the rows'));
  const narrow = el('div', { class: 'rows-charts' });
  details.append(narrow, others, table);
  let room = 0;
  const isOther = changes();
  new ResizeObserver(([entry]) => {
    const now = Math.floor(entry?.contentRect.width ?? 0);
    if (now === room || now === 0) return;
    room = now;
    show(app.view);
  }).observe(figures);
  for (const [name, measured] of Object.entries({ '--rows': element, '--answer': words }))
    new ResizeObserver(() =>
      document.documentElement.style.setProperty(name, `${measured.offsetHeight}px`),
    ).observe(measured);

  function show(view: View): void {
    const { options, rows = {}, side, step, comparison, held } = view;
    const run = rows[side] ?? rows.a;
    element.hidden = below.hidden = options.preset !== 'rows';
    more.hidden = element.hidden || !run;
    if (element.hidden) return;
    for (const part of parts) part.show(view);
    figures.hidden = below.hidden = !run;
    if (!run) return;
    if (isOther(rows.a, rows.b, side, room, held)) {
      others.replaceChildren(...run.sentences.slice(1).map((sentence) => el('li', {}, sentence)));
      const lines = linesOf(rows, side, namesOf(app.choices(), comparison));
      const beside = room >= BESIDE;
      (beside ? figures : narrow).append(rates.element);
      losses.draw(lines.losses, beside ? Math.round((room - GAP) * 0.6) : room, held, formatShare);
      rates.draw(lines.rates, beside ? Math.round((room - GAP) * 0.4) : room, held);
      table.replaceChildren(...tracked(run));
    }
    losses.mark(step);
    rates.mark(step);
  }

  return { element, more, below, show };
}

const GAP = 12;
/** With less room, a chart has the whole width. */
const BESIDE = 540;

/** The three tracked rows as numbers. */
function tracked({ tracked, steps, neverSeen, vocabulary }: RowsShown): HTMLElement[] {
  const titles = [t('A frequent row'), t('A middling row'), t('A rare row')];
  const head = [t('Row'), t('Look-ups'), t('Share'), t('Effective learning rate')];
  return [
    el(
      'caption',
      {},
      t(
        'After {0} steps; {1} of {2} rows were never seen.',
        formatCount(steps),
        formatCount(neverSeen),
        formatCount(vocabulary),
      ),
    ),
    el('thead', {}, el('tr', {}, el('td', {}), ...head.map((title) => el('th', { scope: 'col' }, title)))),
    el(
      'tbody',
      {},
      ...tracked.map(({ name, lookups, share, rates }, i) => {
        const rate = rates[steps]!;
        const cells = [
          name,
          formatCount(lookups),
          formatShare(share),
          Number.isNaN(rate) ? '–' : formatNumber(rate),
        ];
        return el(
          'tr',
          {},
          el('th', { scope: 'row' }, titles[i]),
          ...cells.map((cell) => el('td', {}, cell)),
        );
      }),
    ),
  ];
}

interface LinesView {
  element: HTMLElement;
  /** A held axis keeps its values. */
  draw(lines: readonly Line[], width: number, held: boolean, format?: (value: number) => string): void;
  /** Marks a step. */
  mark(step: number): void;
}

function chartOf(app: App, id: string, title: string, hint: string): LinesView {
  const now = svg('path', { class: 'now' });
  const picture = svg('svg', { role: 'img', class: 'rows-chart' });
  const caption = el(
    'figcaption',
    {},
    el('span', {}, el('span', { class: 'title' }, title), ' ', el('span', { class: 'hint' }, hint)),
  );
  let chart: RowsChart | undefined;
  const go = (event: PointerEvent) => {
    if (!chart || event.buttons === 0) return;
    const { left } = picture.getBoundingClientRect();
    const part = (event.clientX - left - chart.plot.left) / (chart.plot.right - chart.plot.left);
    app.goTo(Math.round(Math.max(0, Math.min(1, part)) * chart.last));
  };
  picture.addEventListener('pointerdown', (event) => {
    picture.setPointerCapture(event.pointerId);
    go(event);
  });
  picture.addEventListener('pointermove', go);

  return {
    element: el('figure', { id: `rows-${id}` }, caption, picture),
    draw(lines, room, held, format) {
      const width = Math.max(180, room);
      chart = rowsChartOf(lines, width, HEIGHT, format, held ? chart?.ends : undefined);
      const { grid, steps, lines: drawn, plot } = chart;
      set(picture, 'viewBox', `0 0 ${width} ${HEIGHT}`);
      set(picture, 'width', width);
      set(picture, 'height', HEIGHT);
      set(picture, 'aria-label', [title, ...lines.map((line) => courseOf(line, format))].join('. '));
      picture.replaceChildren(
        ...grid.flatMap(({ y, label }) => [
          svg('path', { class: 'grid', d: `M${plot.left} ${y}H${plot.right}` }),
          svg('text', { x: plot.left - 6, y: y + 3.5, 'text-anchor': 'end' }, label),
        ]),
        ...steps.map(({ x, label, anchor }) =>
          svg('text', { x, y: HEIGHT - 4, 'text-anchor': anchor }, label),
        ),
        ...drawn.flatMap(({ role, d, end }) => [
          svg('path', { class: `line ${role}`, d }),
          ...(end ? [svg('text', { class: `end ${role}`, x: end.x, y: end.y + 4 }, end.name)] : []),
        ]),
        now,
      );
    },
    mark(step) {
      if (!chart) return;
      const { plot, last } = chart;
      const x = plot.left + (Math.min(step, last) / last) * (plot.right - plot.left);
      set(now, 'd', `M${x.toFixed(1)} ${plot.top}V${plot.bottom}`);
    },
  };
}

/** For screen readers. */
function courseOf({ name, values }: Line, format: (value: number) => string = formatNumber): string {
  const known = Array.from(values).filter((value) => !Number.isNaN(value));
  if (known.length === 0) return t('{0} has no value', name);
  return t('{0} goes from {1} to {2}', name, format(known[0]!), format(known.at(-1)!));
}
