// The page of the optimizer preview.
import { App, type View } from './app';
import { connect } from './host';
import { Memory } from './memory';
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
import { heatMap } from './view/heat-map';
import { hyperparameters } from './view/hyperparameters';
import { ids } from './view/ids';
import { pages } from './view/pages';
import type { Part } from './view/part';
import { planPage } from './view/plan';
import { quantization } from './view/quantization';
import { rows } from './view/rows';
import { schedule } from './view/schedule';
import { sentence } from './view/sentence';
import { summary } from './view/summary';
import { tables } from './view/tables';
import { usualRate } from './view/usual-rate';

/** Builds the page and keeps it up to date; `script` is where its own script comes from. */
export function showPage(script: string): void {
  // When the page began: the tests read how long it takes from here until there is something to touch.
  performance.mark('start');

  const parts: Part[] = [];
  const host = connect();
  const app = new App(host, new Computer(script), render);
  const memory = new Memory(host, app);
  /** Charts and controls stand side by side where there is room. */
  const wide = matchMedia('(min-width: 860px)');
  const tools = [scenarioChooser(app), comparisonChooser(app)];
  const head = header(app, tools);
  const messages = summary();
  const drawn = charts(app, wide, [sentence(app), usualRate(app)]);
  const scenario = gradients(app);
  const training = [scenario, schedule(app)];
  const chosenIds = ids(app);
  const asRows = rows(app);
  const map = heatMap(app);
  const exports = exporting(app, drawn);
  const controls = [hyperparameters(app), chosenIds, hardware(app), ...training, comparison(app)];
  const cells = [tables(app), quantization(), explanation(app)];
  const outcome = [...cells, cost()];
  /** Of no use where an optimizer has no formula and nothing is put beside it. */
  const ofRuns = [drawn.element, drawn.more, ...[...training, exports].map(({ element }) => element)];
  /** Of no use for rows as they come, which show charts of their own. */
  const notOfRows = [
    drawn.element,
    drawn.more,
    ...[scenario, exports, ...cells].map(({ element }) => element),
  ];
  parts.push(head, ...tools, drawn, messages, asRows, map, ...controls, ...outcome, exports);

  const group = (name: string, ...inside: HTMLElement[]) => el('div', { class: name }, ...inside);
  const elementsOf = (list: readonly Part[]) => list.map(({ element }) => element);
  const [setting, results] = [
    group('settings', ...elementsOf(controls)),
    group('results', asRows.more, map.element, drawn.more, ...elementsOf([...outcome, exports])),
  ];
  const columns = group('columns');
  const plan = planPage(memory);
  const updates = el('div', { id: 'updates' }, columns);
  const tabs = pages(memory, { updates, memory: plan.element });
  head.element.querySelector('.space')!.after(tabs.element);
  document.body.append(head.element, el('main', {}, updates, plan.element), messages.element);

  arrange();
  wide.addEventListener('change', arrange);
  for (const [name, { element }] of Object.entries({ '--header': head, '--charts': drawn }))
    new ResizeObserver(() =>
      document.documentElement.style.setProperty(name, `${element.offsetHeight}px`),
    ).observe(element);

  /** Tab goes the way that the eye does: charts, what is below them, and then what stands beside them, if anything. */
  function arrange(): void {
    columns.classList.toggle('two', wide.matches);
    columns.replaceChildren(
      ...(wide.matches
        ? [group('left', drawn.element, asRows.element, results), setting]
        : [drawn.element, asRows.element, setting, results]),
    );
  }

  addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, shiftKey, target } = event;
    // A text of several lines has a history of its own.
    if (!(ctrlKey || metaKey) || target instanceof HTMLTextAreaElement) return;
    const redo = key === 'y' || (shiftKey && key.toLowerCase() === 'z');
    if (!redo && key !== 'z') return;
    event.preventDefault();
    if (app.view.memory.page === 'memory') void memory.travel(redo ? 'forth' : 'back');
    else if (redo) app.redo();
    else app.undo();
  });
  app.start();
  memory.start();

  function render(view: View): void {
    const isMemory = view.memory.page === 'memory';
    document.body.classList.toggle('memory', isMemory);
    tabs.show(view);
    if (isMemory) {
      head.show(view);
      plan.show(view);
      return;
    }
    columns.hidden = !view.shown;
    columns.classList.toggle('stale', view.stale);
    const choices = app.choices();
    const idle = choices !== undefined && !choices.b && !optimizerOf(choices.a.setup)?.formula;
    for (const element of ofRuns) element.hidden = idle;
    for (const part of parts) part.show(view);
    const isOfRows = view.options.preset === 'rows';
    document.body.classList.toggle('as-rows', isOfRows);
    if (isOfRows) for (const element of notOfRows) element.hidden = true;
    if (view.shown && performance.getEntriesByName('interactive').length === 0)
      performance.mark('interactive');
  }
}
