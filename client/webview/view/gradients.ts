import type { PresetName } from '../../../server/src/optimizers/scenarios/presets';
import type { App, View } from '../app';
import { otherWidth } from '../model/csv';
import { PRESETS } from '../model/gradients';
import { t } from '../model/l10n';
import { type Options, STARTS, type Start } from '../model/options';
import { button, el, field, newId, section, select, set, write } from './dom';
import { numberInput } from './number-input';
import type { Part } from './part';
import { problemNote } from './problem-note';

/** The chosen scenario's details: gradients, size and start. */
export function gradients(app: App): Part {
  const { element, body } = section('gradients', t('Scenario'));
  const hint = el('p', { class: 'hint' });
  const scale = numberInput(t('Size of gradients'), (value) => app.setOptions({ scale: value }), {
    id: newId('scale'),
  });
  const csv = el('textarea', {
    'aria-label': t('Gradients as CSV'),
    spellcheck: 'false',
    rows: 7,
    wrap: 'off',
  });
  const csvProblem = problemNote(csv);
  csv.addEventListener('input', () => app.setOptions({ csv: csv.value }));
  const width = () => otherWidth(app.view.options.csv, app.view.options.columns);
  const adapt = button(
    '',
    undefined,
    () => app.setOptions({ columns: width() ?? app.view.options.columns }),
    {
      class: 'link',
    },
  );
  const byHand = el(
    'div',
    { class: 'by-hand', 'data-path': 'options.csv' },
    csv,
    csvProblem.element,
    adapt,
    el(
      'p',
      { class: 'hint' },
      t('One line for each row: step, id, gradients. Paste from a spreadsheet; steps repeat from the first.'),
    ),
  );

  const count = (name: 'rows' | 'columns' | 'seed', title: string) => {
    const input = numberInput(title, (value) => app.setOptions({ [name]: value }), {
      id: newId(name),
      class: 'number small',
    });
    const problem = problemNote(input.element);
    const element = field(title, input.element);
    set(element, 'data-path', `options.${name}`);
    element.append(problem.element);
    return { name, input, problem, field: element };
  };
  const counts = [count('rows', t('Rows')), count('columns', t('Columns')), count('seed', t('Seed'))];
  const start = select(STARTS, (value) => app.setOptions({ start: value as Start }), { id: newId('start') });
  const pipelined = el('input', { type: 'checkbox', id: newId('pipelined') });
  pipelined.addEventListener('change', () => app.setOptions({ pipelined: pipelined.checked }));
  const feedless = el(
    'p',
    { class: 'hint' },
    t('Has an effect only if gradients depend on weights: choose Pull to a target.'),
  );
  body.append(
    hint,
    byHand,
    el(
      'div',
      { class: 'fields' },
      field(t('Size of gradients'), scale.element),
      ...counts.map(({ field }) => field),
      field(t('Start'), start),
    ),
    el(
      'div',
      { class: 'check-row' },
      pipelined,
      el('label', { for: pipelined.id }, t('Pipelined: gradients come from a look-up one step old')),
    ),
    feedless,
  );

  return {
    element,
    show({ options, problems }: View) {
      byHand.hidden = options.preset !== 'csv';
      hint.hidden = options.preset === 'csv';
      if (options.preset in PRESETS) write(hint, PRESETS[options.preset as PresetName].hint);
      if (document.activeElement !== csv && csv.value !== options.csv) csv.value = options.csv;
      const other = options.preset === 'csv' ? width() : undefined;
      adapt.hidden = other === undefined;
      write(adapt, other === undefined ? '' : t('Give the table {0} columns', other));
      scale.show(options.scale);
      scale.element.disabled = options.preset === 'csv' || options.preset === 'zero';
      const { a: wrong } = problems;
      const problemAt = (name: keyof Options) => (wrong?.at === `options.${name}` ? wrong.text : undefined);
      csvProblem.show(problemAt('csv'));
      for (const { name, input, problem } of counts) {
        input.show(options[name]);
        problem.show(problemAt(name));
      }
      start.value = options.start;
      pipelined.checked = options.pipelined;
      const feedsBack = options.preset === 'target';
      pipelined.disabled = !feedsBack;
      feedless.hidden = feedsBack;
    },
  };
}
