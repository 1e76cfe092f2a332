import type { View } from '../app';
import { t } from '../model/l10n';
import { button, el, goTo, write } from './dom';
import type { Part } from './part';

/** What went wrong, and what came of a request. It covers the end of the page instead of moving any of it. */
export function summary(): Part {
  const words = el('span');
  const show = button('', undefined, () => goTo(`[data-path="${place}"] :is(input, select, textarea)`), {
    class: 'link',
  });
  let place: string | undefined;
  const problem = el('p', { class: 'problem', role: 'alert' }, words, show);

  // Whatever else goes wrong in the page is a mistake of ours, and better said than hidden.
  addEventListener('error', ({ message }) => {
    // Says that a size changed while sizes were told of: the browser tells of it in the next picture.
    if (message.startsWith('ResizeObserver loop')) return;
    write(words, t('The preview failed: {0}. Close it and open it again.', message));
    problem.hidden = false;
  });

  return {
    element: el('div', { class: 'messages' }, problem),
    show(view: View) {
      const { a, b } = view.problems;
      const second = b && b.text !== a?.text && t('Run {0}: {1}', 'B', b.text);
      const before = view.stale && t('The curves are from before.');
      write(words, view.nothing ?? [a?.text, second, before].filter(Boolean).join(' '));
      place = a?.at;
      write(show, place === undefined ? '' : t('Show where'));
      show.hidden = place === undefined;
      problem.hidden = words.textContent === '';
    },
  };
}
