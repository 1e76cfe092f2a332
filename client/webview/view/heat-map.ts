import { bestOf, type Cell, type HeatMap } from '../../../server/src/optimizers/scenarios';
import type { App, View } from '../app';
import { axisPaths } from '../model/axis-paths';
import { changes } from '../model/changes';
import { t } from '../model/l10n';
import { overridesOf } from '../model/rows';
import { setsRate } from '../model/schedules';
import { controlsOf, type Setup } from '../model/setup';
import { button, el, section, set, write } from './dom';
import type { Part } from './part';

/** The final loss over two values of the optimizer. Clicking a cell applies its values to the run. */
export function heatMap(app: App): Part {
  const best = button(t('Use the best'), undefined, () => use(app.view.map && bestOf(app.view.map)));
  const working = el('span', { class: 'hint' });
  const { element, body } = section('heat-map', t('Where the loss ends'), working, best);
  const hint = el('p', { class: 'hint' });
  const grid = el('table', { class: 'heat', role: 'grid', 'aria-labelledby': 'heat-map-title' });
  const scheduled = el(
    'p',
    { class: 'hint', hidden: true },
    t(
      'The schedule sets the learning rate itself, so there is no map. Choose a schedule that uses the learning rate.',
    ),
  );
  body.append(hint, scheduled, el('div', { class: 'scroll' }, grid));
  let shown: HeatMap | undefined;
  let buttons: HTMLButtonElement[] = [];
  const isOther = changes();
  const hasOtherAxes = changes();

  function use(cell: Cell | undefined): void {
    const setup = app.base('a');
    if (setup && cell) app.overrideAll(overridesOf(setup, cell));
  }

  /** Builds empty cells. */
  function build({ rates, seconds }: HeatMap, names: { rate: string; second?: string }): void {
    buttons = seconds
      .flatMap(() => rates)
      .map((_, i) => {
        const made = el(
          'button',
          { type: 'button', tabindex: -1 },
          el('span', { class: 'fill', 'aria-hidden': 'true' }),
          el('span', {}),
        );
        made.addEventListener('click', () => use(shown?.cells[i]));
        return made;
      });
    const row = (second: number | undefined, at: number) =>
      el(
        'tr',
        {},
        el('th', { scope: 'row', class: 'down' }, second === undefined ? '' : plain(second)),
        ...rates.map((_, i) => el('td', {}, buttons[at * rates.length + i])),
      );
    grid.replaceChildren(
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          el('th', { scope: 'col', class: 'down' }, names.second ?? ''),
          ...rates.map((rate) => el('th', { scope: 'col', class: 'across' }, plain(rate))),
        ),
      ),
      el('tbody', {}, ...seconds.map(row)),
    );
    write(
      hint,
      names.second === undefined
        ? t('The loss after the last step, by {0}. Click a cell to use its values.', names.rate)
        : t(
            'The loss after the last step, by {0} (across) and {1} (down). Click a cell to use its values.',
            names.rate,
            names.second,
          ),
    );
  }

  /** Fills in the computed cells. */
  function fill(map: HeatMap, names: { rate: string; second?: string }): void {
    shown = map;
    const levels = levelsOf(map);
    for (const [i, button] of buttons.entries()) {
      const cell = map.cells[i];
      const [bar, number] = button.children as unknown as [HTMLElement, HTMLElement];
      const text = !cell ? '' : cell.loss === undefined ? '∞' : briefly(cell.loss);
      const second = map.seconds[Math.floor(i / map.rates.length)];
      const place = [
        `${names.rate} ${plain(map.rates[i % map.rates.length]!)}`,
        ...(second === undefined ? [] : [`${names.second} ${plain(second)}`]),
      ].join(', ');
      const label = cell ? t('{0}: loss {1}', place, text) : place;
      bar.style.opacity = String(levels[i] ?? 0);
      write(number, text);
      set(button, 'aria-label', label);
      set(button, 'title', label);
      button.disabled = !cell;
    }
  }

  grid.addEventListener('keydown', (event) => {
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const across = shown?.rates.length ?? 1;
    const [x, y] = MOVES[event.key] ?? [];
    if (at < 0 || x === undefined) return;
    event.preventDefault();
    const column = Math.min(across - 1, Math.max(0, (at % across) + x));
    const target =
      buttons[
        Math.min(buttons.length - across, Math.max(0, Math.floor(at / across) * across + y! * across)) +
          column
      ];
    if (!target) return;
    for (const each of buttons) set(each, 'tabindex', each === target ? 0 : -1);
    target.focus();
  });

  return {
    element,
    show({ options, map, mapProgress, shown: source }: View) {
      const setup = app.choices()?.a.setup;
      // A schedule sets the rate, so the learning rate axis has no effect.
      const isScheduled = setsRate(options.schedule);
      element.hidden = options.preset !== 'rows' || !(map || mapProgress || isScheduled);
      if (element.hidden) return;
      write(
        working,
        mapProgress
          ? t('Computing {0} %', Math.floor((100 * mapProgress.done) / Math.max(1, mapProgress.total)))
          : '',
      );
      set(grid, 'aria-busy', mapProgress ? 'true' : undefined);
      best.hidden = !map || isScheduled || mapProgress !== undefined || !bestOf(map);
      grid.hidden = hint.hidden = !map || isScheduled;
      scheduled.hidden = !isScheduled;
      if (!map || isScheduled || !setup || !source) return;
      const names = axisNames(source.setup);
      if (hasOtherAxes(names.rate, names.second, ...map.rates, '', ...map.seconds)) build(map, names);
      if (isOther(map, map.cells.length, names.rate, names.second)) fill(map, names);
      const { rate, second } = axisPaths(setup);
      const values = new Map(controlsOf(setup, {}).map(({ path, value }) => [path, value]));
      const same = (a: unknown, b: unknown) => Math.fround(Number(a)) === Math.fround(Number(b));
      const chosen = map.cells.findIndex(
        (cell) =>
          same(values.get(rate), cell.rate) &&
          (second === undefined || cell.second === undefined || same(values.get(second), cell.second)),
      );
      const smallest = bestOf(map);
      for (const [i, each] of buttons.entries()) {
        set(each, 'aria-pressed', i === chosen ? 'true' : 'false');
        each.classList.toggle('best', !mapProgress && smallest !== undefined && map.cells[i] === smallest);
        if (!buttons.includes(document.activeElement as HTMLButtonElement))
          set(each, 'tabindex', i === Math.max(0, chosen) ? 0 : -1);
      }
    },
  };
}

/** The axes have the names of their controls. */
function axisNames(setup: Setup): { rate: string; second?: string } {
  const labels = new Map(controlsOf(setup, {}).map(({ path, label }) => [path, label]));
  const { rate, second } = axisPaths(setup);
  return {
    rate: labels.get(rate) ?? 'learning_rate',
    ...(second !== undefined && { second: labels.get(second) ?? second }),
  };
}

/** The fill level of each cell: the smaller its loss among all cells, the fuller. */
function levelsOf({ cells }: HeatMap): number[] {
  const logarithms = cells.map(({ loss }) => (loss === undefined ? Number.NaN : Math.log(loss)));
  const known = logarithms.filter(Number.isFinite);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  return logarithms.map((value) =>
    Number.isFinite(value) ? (high - value) / Math.max(1e-9, high - low) : 0,
  );
}

/** An axis value as people write it. */
const plain = (value: number) =>
  value !== 0 && (value < 1e-3 || value >= 1e5)
    ? value.toExponential().replace('e+', 'e').replace('-', '−')
    : String(value);

/** Two digits, because a cell is small. */
function briefly(loss: number): string {
  if (loss < 1e-3 || loss >= 100) return loss.toExponential(0).replace('e+', 'e').replace('-', '−');
  return String(Number(loss.toPrecision(2))).replace(/^0/, '');
}

const MOVES: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-100, 0],
  End: [100, 0],
};
