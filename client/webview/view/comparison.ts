import { optimizers } from '../../../server/src/optimizers';
import type { App, View } from '../app';
import { type Comparison, titleOf } from '../model/comparison';
import { t } from '../model/l10n';
import { button, el, newId, section, set, write } from './dom';
import type { Part } from './part';

/** What to put beside the run, as run B. */
export function comparison(app: App): Part {
  const { element, body } = section('comparison', t('Compare'));
  const select = el(
    'select',
    { id: newId('comparison') },
    el('option', { value: 'none' }, t('Nothing')),
    el('option', { value: 'document' }, t('The document’s values')),
    el('option', { value: 'accumulation' }),
    el('option', { value: 'pinned' }, t('A pinned run')),
    el(
      'optgroup',
      { label: t('Another optimizer') },
      ...[...optimizers.values()]
        .filter(({ formula }) => formula)
        .map(({ name, title }) => el('option', { value: `optimizer:${name}` }, title)),
    ),
  );
  select.addEventListener('change', () => {
    const [kind, name] = select.value.split(':');
    if (kind === 'pinned') app.pinAsSecond();
    else app.compare((kind === 'optimizer' ? { kind, name } : { kind }) as Comparison);
  });
  const pin = button(t('Pin this run as B'), undefined, () => app.pinAsSecond());
  const legend = el('p', { class: 'legend' });
  body.append(
    el(
      'div',
      { class: 'fields' },
      el('div', { class: 'field' }, el('label', { for: select.id }, t('Run {0}', 'B')), select),
      pin,
    ),
    legend,
  );

  return {
    element,
    show(view: View) {
      const { comparison } = view;
      const choices = app.choices();
      select.value = comparison.kind === 'optimizer' ? `optimizer:${comparison.name}` : comparison.kind;
      if (choices)
        write(
          select.querySelector('[value=accumulation]')!,
          titleOf({ kind: 'accumulation' }, choices.a).replace(/^./, (first) => first.toUpperCase()),
        );
      pin.disabled = !choices;
      legend.hidden = comparison.kind === 'none';
      if (choices && comparison.kind !== 'none')
        legend.replaceChildren(
          el('span', {}, el('span', { class: 'key a' }), `A: ${t('this run')}`),
          el(
            'span',
            {},
            el('span', { class: 'key b' }),
            t('B: {0}. Switch to B above to change it.', titleOf(comparison, choices.a)),
          ),
        );
      set(legend, 'aria-live', 'polite');
    },
  };
}
