import type { App, View } from '../app';
import { changes } from '../model/changes';
import { t } from '../model/l10n';
import { formatCount, formatNumber } from '../model/numbers';
import type { RowsShown } from '../model/rows';
import { type Line, linesOf, rowsChartOf } from '../model/rows-chart';
import { el, section, set, svg, write } from './dom';
import type { Part } from './part';

const HEIGHT = 136;

/** The scenario `rows`: how well frequent and rare rows learn, and why. `more` need not stay visible. */
export function rows(app: App): Part & { more: HTMLElement } {
  const { element, body } = section('rows', t('Rows as they come'));
  const first = el('p', { class: 'headline', role: 'status', 'aria-live': 'polite' });
  const losses = chartOf('loss', t('Loss'), t('squared distance from the targets, logarithmic'));
  const rates = chartOf('rates', t('Effective learning rate'), t('logarithmic'));
  body.append(el('div', { class: 'rows-charts' }, losses.element, rates.element), first);
  const others = el('ul', { class: 'said' });
  const table = el('table', { class: 'data tracked' });
  const { element: more, body: below } = section('more-rows', t('Results of the rows'));
  below.append(others, table);
  let room = 0;
  const isOther = changes();
  new ResizeObserver(([entry]) => {
    const now = Math.floor(entry?.contentRect.width ?? 0);
    if (now === room) return;
    room = now;
    show(app.view);
  }).observe(losses.element);
  new ResizeObserver(() =>
    document.documentElement.style.setProperty('--rows', `${element.offsetHeight}px`),
  ).observe(element);

  function show({ options, rows = {}, side }: View): void {
    const run = rows[side] ?? rows.a;
    element.hidden = options.preset !== 'rows';
    more.hidden = element.hidden || !run;
    body.hidden = !run;
    if (!run || !isOther(rows.a, rows.b, side, room)) return;
    const [headline = '', ...rest] = run.sentences;
    write(first, headline);
    others.replaceChildren(...rest.map((sentence) => el('li', {}, sentence)));
    const lines = linesOf(rows, side);
    losses.show(lines.losses, room);
    rates.show(lines.rates, room);
    table.replaceChildren(...tracked(run));
  }

  return { element, more, show };
}

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
          `${formatNumber(100 * share)} %`,
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
  show(lines: readonly Line[], width: number): void;
}

function chartOf(id: string, title: string, hint: string): LinesView {
  const picture = svg('svg', { role: 'img', class: 'rows-chart' });
  const caption = el(
    'figcaption',
    {},
    el('span', {}, el('span', { class: 'title' }, title), ' ', el('span', { class: 'hint' }, hint)),
  );
  return {
    element: el('figure', { id: `rows-${id}` }, caption, picture),
    show(lines, room) {
      const width = Math.max(180, room);
      const { grid, steps, lines: drawn, plot } = rowsChartOf(lines, width, HEIGHT);
      set(picture, 'viewBox', `0 0 ${width} ${HEIGHT}`);
      set(picture, 'width', width);
      set(picture, 'height', HEIGHT);
      set(picture, 'aria-label', [title, ...lines.map(courseOf)].join('. '));
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
      );
    },
  };
}

/** For screen readers. */
function courseOf({ name, values }: Line): string {
  const known = Array.from(values).filter((value) => !Number.isNaN(value));
  if (known.length === 0) return t('{0} has no value', name);
  return t('{0} goes from {1} to {2}', name, formatNumber(known[0]!), formatNumber(known.at(-1)!));
}
