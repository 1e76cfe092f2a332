import type { App, View } from '../app';
import { changes } from '../model/changes';
import { Ghost } from '../model/ghost';
import { t } from '../model/l10n';
import { layoutOf } from '../model/layout';
import { namesOf } from '../model/names';
import { formatNumber } from '../model/numbers';
import type { Run } from '../model/run';
import { compared, spotLabel } from '../model/series';
import { type ChartContent, ChartView } from './chart-view';
import { el, section, write } from './dom';
import { legend } from './legend';
import type { Part } from './part';

/** Rows of the data table. For longer runs it shows every n-th step. */
const MAX_TABLE_ROWS = 250;

/** The share of the window's height below the header for charts that stay visible. */
const SHARE_ABOVE = 0.44;
const SHARE_BESIDE = 0.62;

export interface Charts extends Part {
  /** The charts that do not fit above, and the numbers as a table. */
  readonly more: HTMLElement;
  /** The drawn charts, for export. */
  contents(): ChartContent[];
}

/**
 * Values over time of the chosen cell or row. The most important charts stay visible. `isWide` tells whether
 * controls are beside them.
 */
export function charts(
  app: App,
  header: HTMLElement,
  isWide: () => boolean,
  above: readonly Part[],
  isInSight: (element: Element) => boolean,
): Charts {
  const spot = el('span', { class: 'hint' });
  const key = legend();
  const { element, body } = section('charts', t('Over time'), key.element, spot);
  const grid = el('div', { class: 'charts' });
  body.append(el('div', { class: 'answers' }, ...above.map(({ element }) => element)), grid);
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
  // Cached, because reading it forces the browser to lay out recent changes.
  let windowHeight = innerHeight;
  let headerHeight: number | undefined;
  const isOtherSplit = changes();
  const ghost = new Ghost(() => show(app.view));

  details.addEventListener('toggle', () => showTable(app.view));
  new ResizeObserver(([entry]) => {
    const now = Math.floor(entry?.contentRect.width ?? 0);
    if (now === 0 || now === room) return;
    room = now;
    show(app.view);
  }).observe(grid);
  new ResizeObserver(() => {
    const now = header.offsetHeight;
    if (now === headerHeight) return;
    headerHeight = now;
    show(app.view);
  }).observe(header);
  addEventListener('resize', () => {
    windowHeight = innerHeight;
    show(app.view);
  });

  /** Run A without the changes made in the preview, unless run B is that already. */
  function documentRun({ shown, runs, overrides, options, comparison }: View): Run | undefined {
    const choice = app.choices()?.a;
    if (runs.a && runs.a.choice.setup === shown?.setup) ghost.take(runs.a);
    if (
      !shown ||
      !choice ||
      options.preset === 'rows' ||
      comparison.kind === 'document' ||
      Object.keys(overrides).length === 0
    )
      return undefined;
    return ghost.of({ ...choice, setup: shown.setup }, options);
  }

  /** The step under the pointer is shown in all charts. */
  const read = (step: number | undefined) => {
    for (const view of views) view.read(step);
  };

  function show(view: View): void {
    for (const part of above) part.show(view);
    const before = documentRun(view);
    const quantities = compared({ ...view.runs, ...(before && { ghost: before }) }, view.spot);
    const names = namesOf(app.choices(), view.comparison);
    key.show(names, quantities);
    write(spot, spotLabel(view.spot));
    headerHeight ??= header.offsetHeight;
    const height = windowHeight - headerHeight;
    const layout = layoutOf(quantities.length, room || 260, height * (isWide() ? SHARE_BESIDE : SHARE_ABOVE));
    while (views.length < quantities.length)
      views.push(new ChartView({ onStep: (step) => app.goTo(step), onRead: read }));
    for (const [index, chart] of views.entries()) {
      const quantity = quantities[index];
      chart.element.hidden = !quantity;
      if (!quantity) continue;
      const series = quantity.series.map((one) =>
        index === 0 && view.runs.b && one.role !== 'ghost' ? { ...one, name: names[one.role] } : one,
      );
      const content = { ...quantity, series, label: spotLabel(view.spot), names, now: view.step };
      if (!view.held || index < layout.inSight || isInSight(more.element))
        chart.show(content, layout, view.held);
    }
    if (isOtherSplit(layout.columns, layout.inSight, views.length)) {
      for (const place of [grid, others]) place.style.setProperty('--columns', String(layout.columns));
      const elements = views.map(({ element }) => element);
      grid.replaceChildren(...elements.slice(0, layout.inSight));
      others.replaceChildren(...elements.slice(layout.inSight));
    }
    others.hidden = quantities.length <= layout.inSight;
    showTable(view);
  }

  const contents = () => views.flatMap(({ element, content }) => (element.hidden || !content ? [] : content));

  function showTable(view: View): void {
    if (!details.open) return;
    const names = namesOf(app.choices(), view.comparison);
    const columns = compared(view.runs, view.spot).flatMap(({ title, series }) =>
      series.map(({ role, values }) => ({
        title: view.runs.b && role !== 'ghost' ? `${title}, ${names[role]}` : title,
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

  return { element, more: more.element, contents, show };
}
