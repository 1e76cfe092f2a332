import type { View } from '../app';
import { formatNumber } from '../model/numbers';
import { quantitiesOfBoth, spotLabel } from '../model/series';
import { el, write } from './dom';
import type { Part } from './part';

/** The state in a sentence, for everybody and read out where it changed; and what went wrong. */
export function summary(): Part {
  const text = el('p', { class: 'summary', role: 'status', 'aria-live': 'polite' });
  const problem = el('p', { class: 'problem', role: 'alert' });
  const news = el('p', { class: 'news', role: 'status' });

  // Whatever else goes wrong in the page is a mistake of ours, and better said than hidden.
  addEventListener('error', ({ message }) => {
    // Says that a size changed while sizes were told of: the browser tells of it in the next picture.
    if (message.startsWith('ResizeObserver loop')) return;
    write(problem, `The preview failed: ${message}. Close it and open it again.`);
    problem.hidden = false;
  });

  return {
    element: el('div', { class: 'messages' }, text, problem, news),
    show(view: View) {
      const problems = [view.problems.a, view.problems.b && `Run B: ${view.problems.b}`]
        .filter(Boolean)
        .join(' ');
      write(problem, view.nothing ?? problems);
      problem.hidden = problem.textContent === '';
      write(news, view.news ?? '');
      news.hidden = news.textContent === '';
      text.hidden = !view.runs.a;
      // Nobody wants to hear every step of a film.
      if (!view.playing) write(text, sentence(view));
    },
  };
}

function sentence(view: View): string {
  if (!view.runs.a) return '';
  const { a, b } = quantitiesOfBoth(view.runs, view.spot);
  const numbers = a
    .map(({ title, values }) => {
      const value = values[view.step];
      if (value === undefined || Number.isNaN(value)) return undefined;
      const other = b.find((candidate) => candidate.title === title)?.values[view.step];
      const beside = other === undefined || Number.isNaN(other) ? '' : ` (B ${formatNumber(other)})`;
      return `${title.toLowerCase()} ${formatNumber(value)}${beside}`;
    })
    .filter((number) => number !== undefined);
  const steps =
    view.step === 0 ? 'Before the first step' : `After ${view.step} ${view.step === 1 ? 'step' : 'steps'}`;
  return `${steps}, ${spotLabel(view.spot)}: ${numbers.join(', ')}.`;
}
