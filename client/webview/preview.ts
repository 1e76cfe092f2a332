// The page of the optimizer preview.
import { App, type View } from './app';
import { connect } from './host';
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

// When the page began: the tests read how long it takes from here until there is something to touch.
performance.mark('start');

const parts: Part[] = [];
const app = new App(connect(), render);
const drawn = charts(app);
const [head, messages] = [header(app), summary(app)];
const left = [hyperparameters(app), gradients(app), schedule(app), comparison(app)];
const right = [drawn, tables(app), explanation(app), cost(app), exporting(app, drawn)];
const columns = el(
  'div',
  { class: 'columns' },
  el('div', { class: 'column' }, ...left.map(({ element }) => element)),
  el('div', { class: 'column' }, ...right.map(({ element }) => element)),
);
parts.push(head, messages, ...left, ...right);
document.body.append(head.element, el('main', {}, messages.element, columns));
app.start();

function render(view: View): void {
  columns.hidden = !view.shown;
  for (const part of parts) part.show(view);
  if (view.shown && performance.getEntriesByName('interactive').length === 0) performance.mark('interactive');
}
