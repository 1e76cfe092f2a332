import { bestOf, type Cell, type HeatMap } from '../../../server/src/optimizers/scenarios';
import type { App, View } from '../app';
import { type AxisNames, axisNames, axisPaths } from '../model/axis-paths';
import { changes } from '../model/changes';
import type { Progress } from '../model/compute';
import { t } from '../model/l10n';
import { formatPlain, formatShare } from '../model/numbers';
import { overridesOf } from '../model/rows';
import { setsRate } from '../model/schedules';
import { controlsOf } from '../model/setup';
import { cellText } from '../model/verdict';
import { button, el, section, set, write } from './dom';
import type { Part } from './part';

/** The final loss over two values of the optimizer. Clicking a cell applies its values to the run. */
export function heatMap(app: App): Part {
  const best = button(t('Use the best of the map'), undefined, () =>
    use(app.view.map && bestOf(app.view.map)),
  );
  const working = el('span', { class: 'hint' });
  const cancel = button(t('Cancel'), t('Stop computing the map'), () => app.stop());
  const { element, body } = section('heat-map', t('Loss by learning rate'), working, cancel, best);
  set(element, 'tabindex', -1);
  const hint = el('p', { class: 'hint' });
  const grid = el('table', { class: 'heat', role: 'grid', 'aria-labelledby': 'heat-map-title' });
  const scheduled = el(
    'p',
    { class: 'hint', hidden: true },
    t(
      'The schedule sets the learning rate itself, so there is no map. Choose a schedule that uses the learning rate.',
    ),
  );
  const here = el('span', { class: 'here', 'aria-hidden': 'true' });
  const [least, most] = [el('span'), el('span')];
  const scale = el(
    'p',
    { class: 'scale hint', 'aria-hidden': 'true' },
    least,
    el('span', { class: 'gradient', 'aria-hidden': 'true' }),
    most,
    el('span', { class: 'here sample', 'aria-hidden': 'true' }),
    t('the values in view'),
  );
  body.append(hint, scheduled, scale, el('div', { class: 'scroll' }, grid));
  let shown: HeatMap | undefined;
  let buttons: HTMLButtonElement[] = [];
  let dragged = -1;
  const isOther = changes();
  const hasOtherAxes = changes();
  const isElsewhere = changes();

  function use(cell: Cell | undefined): void {
    const setup = app.base('a');
    if (setup && cell) app.overrideAll(overridesOf(setup, cell));
  }

  /** Builds empty cells. */
  function build({ rates, seconds }: HeatMap, names: AxisNames): void {
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
        made.addEventListener('pointerdown', (event) => event.button === 0 && app.hold(true));
        return made;
      });
    const row = (second: number | undefined, at: number) =>
      el(
        'tr',
        {},
        el('th', { scope: 'row', class: 'down' }, second === undefined ? '' : formatPlain(second)),
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
          ...rates.map((rate) => el('th', { scope: 'col', class: 'across' }, formatPlain(rate))),
        ),
      ),
      el('tbody', {}, ...seconds.map(row)),
    );
    // The ring is placed by the first cell, so that the page need not measure where the others are.
    buttons[0]?.after(here);
    write(
      hint,
      names.second === undefined
        ? t('What is left of the loss after the last step, in %, by {0}. Click or drag.', names.rate)
        : t(
            'What is left of the loss after the last step, in %, by {0} (across) and {1} (down). Click or drag.',
            names.rate,
            names.second,
          ),
    );
  }

  /** Fills in the computed cells. */
  function fill(map: HeatMap, names: AxisNames, whole: number): void {
    shown = map;
    const losses = map.cells.flatMap(({ loss }) => loss ?? []);
    write(least, losses.length > 0 ? formatShare(Math.min(...losses) / whole) : '');
    write(most, losses.length > 0 ? formatShare(1) : '');
    const levels = levelsOf(map, whole);
    for (const [i, button] of buttons.entries()) {
      const cell = map.cells[i];
      const [bar, number] = button.children as unknown as [HTMLElement, HTMLElement];
      const text = !cell ? '' : cell.loss === undefined ? '∞' : briefly((100 * cell.loss) / whole);
      const place = cellText(
        { rate: map.rates[i % map.rates.length]!, second: map.seconds[Math.floor(i / map.rates.length)] },
        names,
      );
      const left = cell && (cell.loss === undefined ? '∞' : formatShare(cell.loss / whole));
      const label = left === undefined ? place : t('{0}: {1} of the loss left', place, left);
      bar.style.opacity = String(levels[i] ?? 0);
      write(number, text);
      set(button, 'aria-label', label);
      set(button, 'title', label);
      button.disabled = !cell;
    }
  }

  /** Marks the values in view and, of a whole map, the best cell. */
  function mark(map: HeatMap, rate: number, second: unknown, isWhole: boolean): void {
    const same = (a: unknown, b: unknown) => Math.fround(Number(a)) === Math.fround(Number(b));
    const chosen = map.cells.findIndex(
      (cell) =>
        same(rate, cell.rate) &&
        (second === undefined || cell.second === undefined || same(second, cell.second)),
    );
    const x = placeOn(map.rates, rate);
    const y = second === undefined ? 0 : placeOn(map.seconds as number[], Number(second));
    here.hidden = x === undefined || y === undefined;
    if (x !== undefined && y !== undefined) {
      here.style.left = `${100 * (x + 0.5)}%`;
      here.style.top = `${100 * (y + 0.5)}%`;
    }
    const smallest = isWhole ? bestOf(map) : undefined;
    const hasFocus = grid.contains(document.activeElement);
    for (const [i, each] of buttons.entries()) {
      set(each, 'aria-pressed', i === chosen ? 'true' : 'false');
      each.classList.toggle('best', smallest !== undefined && map.cells[i] === smallest);
      if (!hasFocus) set(each, 'tabindex', i === Math.max(0, chosen) ? 0 : -1);
    }
  }

  // Dragged over, the map is a slider in two dimensions.
  grid.addEventListener('pointermove', (event) => {
    if (event.buttons !== 1) return;
    const over = document.elementFromPoint(event.clientX, event.clientY)?.closest('button');
    const at = buttons.indexOf(over as HTMLButtonElement);
    if (at >= 0 && at !== dragged) use(shown?.cells[at]);
    dragged = at;
  });
  addEventListener('pointerup', () => {
    dragged = -1;
  });

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
    show({ options, map, mapProgress, playing, shown: source, rows }: View) {
      const setup = app.choices()?.a.setup;
      // A schedule sets the rate, so the learning rate axis has no effect.
      const isScheduled = setsRate(options.schedule);
      element.hidden = options.preset !== 'rows' || !(map || mapProgress || isScheduled);
      if (element.hidden) return;
      // While it waits for the picture to end, there is nothing to cancel.
      const isRunning = mapProgress !== undefined && mapProgress.done > 0;
      write(
        working,
        mapProgress
          ? playing && !isRunning
            ? t('Computed once playing ends')
            : t('Computing {0}', progressText(mapProgress))
          : '',
      );
      set(grid, 'aria-busy', mapProgress ? 'true' : undefined);
      const hadFocus = !isRunning && !cancel.hidden && document.activeElement === cancel;
      cancel.hidden = !isRunning;
      if (hadFocus) (buttons.find(({ disabled }) => !disabled) ?? element).focus();
      best.hidden = !map || isScheduled || mapProgress !== undefined || !bestOf(map);
      grid.hidden = hint.hidden = scale.hidden = here.hidden = !map || isScheduled;
      scheduled.hidden = !isScheduled;
      if (!map || isScheduled || !setup || !source) return;
      const names = axisNames(source.setup);
      if (hasOtherAxes(names.rate, names.second, ...map.rates, '', ...map.seconds)) build(map, names);
      const whole = rows?.a?.loss[0] ?? 1;
      if (isOther(map, map.cells.length, names.rate, names.second, whole)) fill(map, names, whole);
      const { rate, second } = axisPaths(setup);
      const values = new Map(controlsOf(setup, {}).map(({ path, value }) => [path, value]));
      const [rateNow, secondNow] = [values.get(rate), second === undefined ? undefined : values.get(second)];
      if (isElsewhere(map, map.cells.length, mapProgress === undefined, rateNow, secondNow))
        mark(map, Number(rateNow), secondNow, mapProgress === undefined);
    },
  };
}

/** The fill level of each cell: full where the least is left, empty where nothing is learnt. */
function levelsOf({ cells }: HeatMap, whole: number): number[] {
  const logarithms = cells.map(({ loss }) =>
    loss === undefined ? Number.NaN : Math.min(0, Math.log(loss / whole)),
  );
  const known = logarithms.filter(Number.isFinite);
  const [low, high] = [Math.min(...known), 0];
  return logarithms.map((value) =>
    Number.isFinite(value) ? (high - value) / Math.max(1e-9, high - low) : 0,
  );
}

const progressText = ({ done, total }: Progress) =>
  formatShare(Math.floor((100 * done) / Math.max(1, total)) / 100);

/** Two digits, because a cell is small. */
function briefly(percent: number): string {
  if (percent >= 1000) return percent.toExponential(0).replace('e+', 'e');
  return percent < 0.01 ? '~0' : String(Number(percent.toPrecision(percent < 100 ? 2 : 3)));
}

/** Where a value stands among the sorted values of an axis, as an index with a fraction; undefined beyond the ends. */
function placeOn(axis: readonly number[], value: number): number | undefined {
  const after = axis.findIndex((each) => each >= value * (1 - 1e-6));
  if (after < 0 || (after === 0 && axis[0]! > value * (1 + 1e-6))) return undefined;
  if (after === 0 || axis[after]! <= value * (1 + 1e-6)) return after;
  const [low, high] = [axis[after - 1]!, axis[after]!];
  const scale = low > 0 ? Math.log : (x: number) => x;
  return after - 1 + (scale(value) - scale(low)) / (scale(high) - scale(low));
}

const MOVES: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-100, 0],
  End: [100, 0],
};
