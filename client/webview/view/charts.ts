import type { App, View } from '../app';
import { t } from '../model/l10n';
import { layoutOf } from '../model/layout';
import { formatNumber } from '../model/numbers';
import { compared, spotLabel } from '../model/series';
import { ChartView } from './chart-view';
import { el, section, write } from './dom';
import type { Part } from './part';

/** Rows of the table of data; longer runs show every so manyth step. */
const MAX_TABLE_ROWS = 250;

/** The part of the window below the header that charts take while controls scroll beneath, or stand beside. */
const SHARE_ABOVE = 0.44;
const SHARE_BESIDE = 0.62;

export interface Charts extends Part {
  /** Those without room above, and the numbers as a table. */
  readonly more: HTMLElement;
  /** The charts as they are, for export. */
  readonly charts: readonly ChartView[];
  /** The cell or row that they are of. */
  label(): string;
}

/** Numbers over time for the chosen cell or row: the most important stay in sight. `wide` where controls stand beside. */
export function charts(app: App, wide: MediaQueryList, below: Part): Charts {
  const spot = el('span', { class: 'hint' });
  const { element, body } = section('charts', t('Over time'), spot);
  const grid = el('div', { class: 'charts' });
  body.append(grid, below.element);
  const others = el('div', { class: 'charts' });
  const table = el('table', { class: 'data' });
  const details = el(
    'details',
    {},
    el('summary', {}, t('Numbers as a table')),
    el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('Data of the charts') }, table),
  );
  const more = section('more-charts', t('More over time'));
  more.body.append(others, details);
  const views: ChartView[] = [];
  let room = 0;
  /** How many charts stay in sight, of how many. */
  let split = '';

  details.addEventListener('toggle', () => showTable(app.view));
  new ResizeObserver(([entry]) => {
    const now = Math.floor(entry?.contentRect.width ?? 0);
    if (now === 0 || now === room) return;
    room = now;
    show(app.view);
  }).observe(grid);
  addEventListener('resize', () => show(app.view));

  function show(view: View): void {
    below.show(view);
    const quantities = compared(view.runs, view.spot);
    write(spot, spotLabel(view.spot));
    const height = innerHeight - (document.querySelector('header')?.offsetHeight ?? 0);
    const layout = layoutOf(
      quantities.length,
      room || 260,
      height * (wide.matches ? SHARE_BESIDE : SHARE_ABOVE),
    );
    for (const place of [grid, others]) place.style.setProperty('--columns', String(layout.columns));
    while (views.length < quantities.length) views.push(new ChartView((step) => app.goTo(step)));
    for (const [index, chart] of views.entries()) {
      const quantity = quantities[index];
      chart.element.hidden = !quantity;
      if (!quantity) continue;
      chart.show({ ...quantity, label: spotLabel(view.spot), now: view.step }, layout);
    }
    if (split !== `${layout.inSight} ${views.length}`) {
      split = `${layout.inSight} ${views.length}`;
      const elements = views.map(({ element }) => element);
      grid.replaceChildren(...elements.slice(0, layout.inSight));
      others.replaceChildren(...elements.slice(layout.inSight));
    }
    others.hidden = quantities.length <= layout.inSight;
    showTable(view);
  }

  function showTable(view: View): void {
    if (!details.open) return;
    const columns = compared(view.runs, view.spot).flatMap(({ title, series }) =>
      series.map(({ role, values }) => ({
        title: view.runs.b ? `${title}, ${role.toUpperCase()}` : title,
        values,
      })),
    );
    const last = app.lastStep();
    const stride = Math.max(1, Math.ceil((last + 1) / MAX_TABLE_ROWS));
    const steps = Array.from({ length: Math.floor(last / stride) + 1 }, (_, index) => index * stride);
    table.replaceChildren(
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          el('th', { scope: 'col' }, t('Step')),
          ...columns.map(({ title }) => el('th', { scope: 'col' }, title)),
        ),
      ),
      el(
        'tbody',
        {},
        ...steps.map((step) =>
          el(
            'tr',
            {},
            el('th', { scope: 'row' }, String(step)),
            ...columns.map(({ values }) => {
              const value = values[step];
              return el('td', {}, value === undefined || Number.isNaN(value) ? '–' : formatNumber(value));
            }),
          ),
        ),
      ),
    );
  }

  return { element, more: more.element, charts: views, label: () => spotLabel(app.view.spot), show };
}
