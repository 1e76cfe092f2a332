// The page of the optimizer preview.
import { App, type View } from './app';
import { connect } from './host';
import { optimizerOf } from './model/setup';
import { Computer } from './thread';
import { charts } from './view/charts';
import { comparisonChooser, scenarioChooser } from './view/choosers';
import { comparison } from './view/comparison';
import { cost } from './view/cost';
import { el } from './view/dom';
import { explanation } from './view/explanation';
import { exporting } from './view/exporting';
import { gradients } from './view/gradients';
import { hardware } from './view/hardware';
import { header } from './view/header';
import { hyperparameters } from './view/hyperparameters';
import { inSight } from './view/in-sight';
import { later } from './view/later';
import { moves } from './view/moves';
import { pages } from './view/pages';
import type { Part } from './view/part';
import { quantization } from './view/quantization';
import { sameRate } from './view/same-rate';
import { schedule } from './view/schedule';
import { sentence } from './view/sentence';
import { summary } from './view/summary';
import { tables } from './view/tables';

/** Builds the page and keeps it up to date; `script` is the worker's script. */
export function showPage(script: string): void {
  // Tests measure from here until the page can be used.
  performance.mark('start');

  const parts: Part[] = [];
  const host = connect();
  const app = new App(host, new Computer(script), render, moves());
  /** With enough room, charts and controls are side by side. */
  const wide = matchMedia('(min-width: 860px)');
  const columns = el('div', { class: 'columns' });
  /** Not asked of the query: Chromium does not report a change that was asked for before it was reported. */
  const isWide = () => columns.classList.contains('two');
  const tools = [scenarioChooser(app), comparisonChooser(app)];
  const head = header(app, tools);
  const messages = summary();
  const again = () => render(app.view);
  const seen = inSight(() => app.view.held && again());
  const drawn = charts(app, head.element, isWide, [sentence(app), sameRate(app)], seen.has);
  const scenario = gradients(app);
  const training = [scenario, schedule(app)];
  const asRows = later(
    ['charts', 'below', 'more', 'map', 'chosenIds'],
    async () => (await import('./rows-parts')).rowsParts(app),
    isOfRows,
    again,
  );
  const { places } = asRows;
  const exports = exporting(app, drawn);
  const values = hyperparameters(app);
  const controls = [hardware(app), ...training, comparison(app)];
  const cells = [tables(app), quantization(), explanation(app)];
  const outcome = [...cells, cost()];
  /** Hidden if an optimizer has no formula and there is no comparison. */
  const ofRuns = [drawn.element, drawn.more, ...[...training, exports].map(({ element }) => element)];
  /** Hidden for rows, which have charts of their own. */
  const notOfRows = [drawn.element, drawn.more, ...[scenario, ...cells].map(({ element }) => element)];
  parts.push(head, ...tools, drawn, messages, values, ...controls, ...outcome, exports);

  const group = (name: string, ...inside: HTMLElement[]) => el('div', { class: name }, ...inside);
  const elementsOf = (list: readonly Part[]) => list.map(({ element }) => element);
  const [setting, results] = [
    group('settings', values.element, places.chosenIds, ...elementsOf(controls)),
    group('results', places.more, drawn.more, ...elementsOf([...outcome, exports])),
  ];
  const plan = later(
    ['page'],
    async () => (await import('./memory-parts')).memoryParts(host, app),
    isOfMemory,
    again,
  );
  const memory = el('div', { id: 'memory' }, plan.places.page);
  const updates = el('div', { id: 'updates' }, columns);
  const tabs = pages(app, { updates, memory });
  head.element.querySelector('.space')!.after(tabs.element);
  document.body.append(head.element, el('main', {}, updates, memory), messages.element);

  for (const element of [...elementsOf(parts), drawn.more]) seen.watch(element);
  arrange();
  wide.addEventListener('change', arrange);
  for (const [name, { element }] of Object.entries({ '--header': head, '--charts': drawn }))
    new ResizeObserver(() =>
      document.documentElement.style.setProperty(name, `${element.offsetHeight}px`),
    ).observe(element);

  /** Tab order follows the layout: charts, what is below them, then what is beside them. */
  function arrange(): void {
    columns.classList.toggle('two', wide.matches);
    columns.replaceChildren(
      ...(wide.matches
        ? [group('left', drawn.element, places.charts, places.below, places.map, results), setting]
        : [drawn.element, places.charts, places.below, places.map, setting, results]),
    );
  }

  const isSlider = ({ target }: Event) => (target as HTMLElement).matches('[data-path] > input[type=range]');
  // Runs before the slider's own listener, which updates the page.
  addEventListener('input', (event) => isSlider(event) && app.hold(true), { capture: true });
  // Keys hold a slider until they rest, so that axes do not jump between two presses.
  let resting: ReturnType<typeof setTimeout> | undefined;
  const release = () => {
    clearTimeout(resting);
    resting = undefined;
    app.hold(false);
  };
  addEventListener(
    'keydown',
    (event) => {
      if (!isSlider(event) || !/^(Arrow|Page|Home|End)/.test(event.key)) return;
      clearTimeout(resting);
      resting = setTimeout(release, KEYS_REST_MS);
      app.hold(true);
    },
    { capture: true },
  );
  addEventListener('change', () => resting === undefined && release());
  // A slider that is released where it was grabbed fires no change event.
  for (const end of ['pointerup', 'pointercancel', 'focusout']) addEventListener(end, release);

  addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, shiftKey, target } = event;
    // A multi-line text field has its own undo history.
    if (!(ctrlKey || metaKey) || target instanceof HTMLTextAreaElement) return;
    const redo = key === 'y' || (shiftKey && key.toLowerCase() === 'z');
    if (!redo && key !== 'z') return;
    event.preventDefault();
    app.stepsOf[app.view.memory.page]?.[redo ? 'redo' : 'undo']();
  });
  app.start();

  function render(view: View): void {
    document.body.classList.toggle('memory', isOfMemory(view));
    tabs.show(view);
    if (isOfMemory(view)) {
      head.show(view);
      plan.show(view);
      return;
    }
    columns.hidden = !view.shown;
    columns.classList.toggle('stale', view.stale);
    const choices = app.choices();
    const idle = choices !== undefined && !choices.b && !optimizerOf(choices.a.setup)?.formula;
    for (const element of ofRuns) element.hidden = idle;
    for (const part of parts) if (!view.held || seen.has(part.element)) part.show(view);
    asRows.show(view);
    document.body.classList.toggle('as-rows', isOfRows(view));
    if (isOfRows(view)) for (const element of notOfRows) element.hidden = true;
    if (view.shown && performance.getEntriesByName('interactive').length === 0)
      performance.mark('interactive');
  }
}

/** Between two presses of a key, people take less time. */
const KEYS_REST_MS = 700;

const isOfRows = ({ options }: View) => options.preset === 'rows';
const isOfMemory = ({ memory }: View) => memory.page === 'memory';
