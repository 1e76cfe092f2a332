import type { App, View } from '../app';
import { t } from '../model/l10n';
import { formatNumber } from '../model/numbers';
import { compared, spotLabel } from '../model/series';
import { ChartView } from './chart-view';
import { el, section, write } from './dom';
import type { Part } from './part';

/** Rows of the table of data; longer runs show every so manyth step. */
const MAX_TABLE_ROWS = 250;

/** Charts narrower than this are not worth having side by side. */
const MIN_CHART_WIDTH = 178;
const COMFORTABLE_WIDTH = 260;
const GAP = 12;

/** Three in a row would leave one of four alone. */
function columnsFor(room: number, charts: number): number {
  const fit = Math.max(1, Math.floor((room + GAP) / (MIN_CHART_WIDTH + GAP)));
  const comfortable = Math.floor(room / COMFORTABLE_WIDTH);
  return Math.min(fit, Math.max(2, Math.min(comfortable, charts === 4 && comfortable < 4 ? 2 : 4)));
}

export interface Charts extends Part {
  /** The charts as they are, for export. */
  readonly charts: readonly ChartView[];
  /** The cell or row that they are of. */
  label(): string;
}

/** Numbers over time for the chosen cell or row. */
export function charts(app: App): Charts {
  const spot = el('span', { class: 'hint' });
  const { element, body } = section('charts', t('Over time'), spot);
  const grid = el('div', { class: 'charts' });
  const table = el('table', { class: 'data' });
  const details = el(
    'details',
    {},
    el('summary', {}, t('The same as a table')),
    el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('Data of the charts') }, table),
  );
  body.append(grid, details);
  const views: ChartView[] = [];
  let room = 0;

  details.addEventListener('toggle', () => showTable(app.view));
  new ResizeObserver(([entry]) => {
    const now = Math.floor(entry?.contentRect.width ?? 0);
    if (now === 0 || now === room) return;
    room = now;
    show(app.view);
  }).observe(grid);

  function show(view: View): void {
    const quantities = compared(view.runs, view.spot);
    write(spot, spotLabel(view.spot));
    const columns = columnsFor(room, quantities.length);
    const width = room === 0 ? COMFORTABLE_WIDTH : Math.floor((room - GAP * (columns - 1)) / columns);
    grid.style.setProperty('--columns', String(columns));
    while (views.length < quantities.length) {
      const chart = new ChartView((step) => app.goTo(step));
      views.push(chart);
      grid.append(chart.element);
    }
    for (const [index, chart] of views.entries()) {
      const quantity = quantities[index];
      chart.element.hidden = !quantity;
      if (quantity) chart.show({ ...quantity, label: spotLabel(view.spot), now: view.step }, width);
    }
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

  return { element, charts: views, label: () => spotLabel(app.view.spot), show };
}
