import type { View } from '../app';
import { t } from '../model/l10n';
import { formatNumber } from '../model/numbers';
import { compared, spotLabel } from '../model/series';
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
    write(problem, t('The preview failed: {0}. Close it and open it again.', message));
    problem.hidden = false;
  });

  return {
    element: el('div', { class: 'messages' }, text, problem, news),
    show(view: View) {
      const problems = [view.problems.a, view.problems.b && t('Run {0}: {1}', 'B', view.problems.b)]
        .filter(Boolean)
        .join(' ');
      write(problem, view.nothing ?? problems);
      problem.hidden = problem.textContent === '';
      write(news, view.news ?? '');
      news.hidden = news.textContent === '';
      text.hidden = !view.runs.a && !view.runs.b;
      // Nobody wants to hear every step of a film.
      if (!view.playing) write(text, sentence(view));
    },
  };
}

function sentence(view: View): string {
  if (!view.runs.a && !view.runs.b) return '';
  const numbers = compared(view.runs, view.spot).flatMap(({ title, series }) => {
    const [first, second] = series.flatMap(({ role, values }) => {
      const value = values[view.step];
      if (value === undefined || Number.isNaN(value)) return [];
      return role === 'a' ? formatNumber(value) : `B ${formatNumber(value)}`;
    });
    if (first === undefined) return [];
    return `${title} ${first}${second === undefined ? '' : ` (${second})`}`;
  });
  const steps =
    view.step === 0
      ? t('Before the first step')
      : view.step === 1
        ? t('After 1 step')
        : t('After {0} steps', view.step);
  return `${steps}, ${spotLabel(view.spot)}: ${numbers.join(', ')}.`;
}
