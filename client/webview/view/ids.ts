import { LOSSES } from '../../../server/src/optimizers/scenarios/options';
import type { App, View } from '../app';
import { t } from '../model/l10n';
import { DEFAULTS, LOSS_TITLES, lossOf } from '../model/options';
import { IDS_CONTROLS } from '../model/rows';
import { ControlView } from './control-view';
import { el, field, newId, section, select, set, write } from './dom';
import type { Part } from './part';
import { problemNote } from './problem-note';

const LOSS_HINTS: Record<keyof typeof LOSS_TITLES, string> = {
  squared: t('Each look-up pulls its row hard, so rows learn faster than those of a model on clicks.'),
  clicks: t(
    'Rows keep the part of their loss that those of a two-tower model on clicks kept in TensorFlow, within 6 percentage points; but after 1,000 steps of Adam, frequent rows keep 10 points less and middling ones 11 more.',
  ),
};

/** Options of the scenario `rows`: which rows are looked up. */
export function ids(app: App): Part {
  const { element, body } = section('ids', t('Ids'));
  const names = Object.keys(IDS_CONTROLS) as (keyof typeof IDS_CONTROLS)[];
  const controls = names.map((name) => {
    const change = (_: string, value: number | boolean | undefined) =>
      app.setOptions({ ids: { ...app.view.options.ids, [name]: value ?? DEFAULTS.ids[name] } });
    const { title: label, documentation, range } = IDS_CONTROLS[name];
    const described = { path: `options.ids.${name}`, label, documentation, range, rare: false };
    return { name, described, view: new ControlView({ ...described, value: undefined }, change) };
  });
  const counts = el('textarea', { 'aria-label': t('Counts'), spellcheck: 'false', rows: 4, wrap: 'off' });
  const problem = problemNote(counts);
  counts.addEventListener('input', () =>
    app.setOptions({ ids: { ...app.view.options.ids, counts: counts.value } }),
  );
  const byCounts = el(
    'details',
    {},
    el('summary', {}, t('Counts of your own')),
    el(
      'div',
      { class: 'by-hand', 'data-path': 'options.counts' },
      counts,
      problem.element,
      el(
        'p',
        { class: 'hint' },
        t(
          'How often each row is looked up, in place of Zipf’s law: a line each, with a count, or with an id and a count.',
        ),
      ),
    ),
  );
  const loss = select(
    LOSS_TITLES,
    (value) => app.setOptions({ ids: { ...app.view.options.ids, ...LOSSES[value as keyof typeof LOSSES] } }),
    { id: newId('loss') },
  );
  const lossHint = el('p', { class: 'hint' });
  body.append(field(t('Loss'), loss), lossHint);
  body.append(el('div', { class: 'controls' }, ...controls.map(({ view }) => view.element)), byCounts);

  return {
    element,
    show({ options, problems }: View) {
      element.hidden = options.preset !== 'rows';
      const of = lossOf(options.ids);
      loss.value = of ?? '';
      write(lossHint, of ? LOSS_HINTS[of] : t('Pull and noise are your own.'));
      const given = options.ids.counts.trim() !== '';
      for (const { name, described, view } of controls) {
        const value = options.ids[name];
        const byLaw = name === 'exponent' || name === 'vocabulary';
        view.show(
          { ...described, value, usual: DEFAULTS.ids[name] },
          {
            changed: value !== DEFAULTS.ids[name],
            written: DEFAULTS.ids[name],
            disabled: byLaw && given,
            ...(byLaw && given && { tag: t('by counts') }),
          },
        );
      }
      if (document.activeElement !== counts && counts.value !== options.ids.counts)
        counts.value = options.ids.counts;
      problem.show(problems.a?.at === 'options.counts' ? problems.a.text : undefined);
      if (given) set(byCounts, 'open', true);
    },
  };
}
