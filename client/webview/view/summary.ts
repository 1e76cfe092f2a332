import type { View } from '../app';
import { t } from '../model/l10n';
import { button, el, goTo, write } from './dom';
import type { Part } from './part';

/** Errors, and results of requests. It overlays the bottom of the page, so that nothing moves. */
export function summary(): Part {
  const words = el('span');
  const show = button('', undefined, () => goTo(`[data-path="${place}"] :is(input, select, textarea)`), {
    class: 'link',
  });
  let place: string | undefined;
  const problem = el('p', { class: 'problem', role: 'alert' }, words, show);

  // Any other error on the page is a bug of ours: report it rather than hide it.
  addEventListener('error', ({ message }) => {
    // Harmless: an element was resized during resize notifications, and the browser reports the new size in the next
    // frame.
    if (message.startsWith('ResizeObserver loop')) return;
    write(words, t('The preview failed: {0}. Close it and open it again.', message));
    problem.hidden = false;
  });

  return {
    element: el('div', { class: 'messages' }, problem),
    show(view: View) {
      const { a, b } = view.problems;
      const second = b && b.text !== a?.text && t('Run {0}: {1}', 'B', b.text);
      const before = view.stale && t('The curves show the last valid values.');
      write(words, view.nothing ?? [a?.text, second, before].filter(Boolean).join(' '));
      place = a?.at;
      write(show, place === undefined ? '' : t('Show where'));
      show.hidden = place === undefined;
      problem.hidden = words.textContent === '';
    },
  };
}
