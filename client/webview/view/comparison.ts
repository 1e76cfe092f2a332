import type { App, View } from '../app';
import { t } from '../model/l10n';
import { namesOf } from '../model/names';
import { button, el, section, set } from './dom';
import type { Part } from './part';

/** Details of run B, and a button to keep the current run as B. */
export function comparison(app: App): Part {
  const { element, body } = section('comparison', t('Comparison'));
  const keep = button(t('Keep this run as B'), undefined, () => app.pinAsSecond());
  const legend = el('p', { class: 'legend' });
  body.append(el('div', { class: 'buttons' }, keep), legend);

  return {
    element,
    show(view: View) {
      const { comparison } = view;
      const choices = app.choices();
      const names = namesOf(choices, comparison);
      keep.disabled = !choices;
      legend.hidden = comparison.kind === 'none';
      if (choices && comparison.kind !== 'none')
        legend.replaceChildren(
          el('span', {}, el('span', { class: 'key a' }), `A: ${names.a}`),
          el(
            'span',
            {},
            el('span', { class: 'key b' }),
            t('B: {0}. Switch to B above to change it.', names.b),
          ),
        );
      set(legend, 'aria-live', 'polite');
    },
  };
}
