// The page of the optimizer preview.
import { App, type View } from './app';
import { connect } from './host';
import { optimizerOf } from './model/setup';
import { Computer } from './thread';
import { charts } from './view/charts';
import { comparison } from './view/comparison';
import { cost } from './view/cost';
import { el } from './view/dom';
import { explanation } from './view/explanation';
import { exporting } from './view/exporting';
import { gradients } from './view/gradients';
import { header } from './view/header';
import { hyperparameters } from './view/hyperparameters';
import type { Part } from './view/part';
import { schedule } from './view/schedule';
import { summary } from './view/summary';
import { tables } from './view/tables';

/** Builds the page and keeps it up to date; `script` is where its own script comes from. */
export function showPage(script: string): void {
  // When the page began: the tests read how long it takes from here until there is something to touch.
  performance.mark('start');

  const parts: Part[] = [];
  const app = new App(connect(), new Computer(script), render);
  const drawn = charts(app);
  const [head, messages] = [header(app), summary()];
  const values = hyperparameters(app);
  const outcome = [drawn, tables(app), explanation(app)];
  const training = [gradients(app), schedule(app)];
  const settings = [...training, comparison(app)];
  const exports = exporting(app, drawn);
  const rest = [cost(), exports];
  /** Of no use where an optimizer has no formula and nothing is put beside it. */
  const ofRuns = [drawn, ...training, exports];
  const columns = el('div', { class: 'columns' });
  parts.push(head, messages, values, ...outcome, ...settings, ...rest);
  document.body.append(head.element, el('main', {}, messages.element, columns));

  /** Two columns where there is room for them. In one, what moves comes before what sets it up; Tab goes the same way. */
  const wide = matchMedia('(min-width: 860px)');
  arrange();
  wide.addEventListener('change', arrange);

  function arrange(): void {
    const column = (...inside: Part[]) => el('div', {}, ...inside.map(({ element }) => element));
    columns.classList.toggle('two', wide.matches);
    columns.replaceChildren(
      ...(wide.matches
        ? [column(values, ...settings), column(...outcome, ...rest)]
        : [column(values, ...outcome, ...settings, ...rest)]),
    );
  }

  app.start();

  function render(view: View): void {
    columns.hidden = !view.shown;
    const choices = app.choices();
    const idle = choices !== undefined && !choices.b && !optimizerOf(choices.a.setup)?.formula;
    for (const { element } of ofRuns) element.hidden = idle;
    for (const part of parts) part.show(view);
    if (view.shown && performance.getEntriesByName('interactive').length === 0)
      performance.mark('interactive');
  }
}
