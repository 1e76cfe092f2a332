import type { View } from '../app';
import { t } from '../model/l10n';

import { el, write } from './dom';
import type { Part } from './part';

/** What went wrong, and what came of a request. It covers the end of the page instead of moving any of it. */
export function summary(): Part {
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
    element: el('div', { class: 'messages' }, problem, news),
    show(view: View) {
      const problems = [view.problems.a, view.problems.b && t('Run {0}: {1}', 'B', view.problems.b)]
        .filter(Boolean)
        .join(' ');
      write(problem, view.nothing ?? problems);
      problem.hidden = problem.textContent === '';
      write(news, view.news ?? '');
      news.hidden = news.textContent === '';
    },
  };
}
