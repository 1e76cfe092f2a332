import {
  type ExplainedLine,
  explainCell,
  formatFloat32,
  formulaText,
  type Hyperparameters,
} from '../../../server/src/optimizers';
import type { App, View } from '../app';
import { changes } from '../model/changes';
import { t } from '../model/l10n';
import { type Choice, explainable, settingsIn } from '../model/run';
import { spotLabel } from '../model/series';
import { optimizerOf } from '../model/setup';
import { el, section, write } from './dom';
import type { Part } from './part';

/** The formula, and how it changes the chosen cell in the current step. */
export function explanation(app: App): Part {
  const where = el('span', { class: 'hint' });
  const { element, body } = section('explanation', t('Why this number'), where);
  const lines = el('div', { class: 'lines' });
  const source = el('a', { class: 'link' });
  const notes = el('div', { class: 'notes' });
  const isOther = changes();
  body.append(lines, notes, el('p', { class: 'source' }, t('Source:'), ' ', source));

  return {
    element,
    show(view: View) {
      const choice = app.choices()?.[view.side];
      const optimizer = choice && optimizerOf(choice.setup);
      element.hidden = !optimizer;
      if (!choice || !optimizer) return;
      const run = view.runs[view.side];
      const { row, column } = view.spot;
      if (!isOther(choice, run, view.step, row, column, view.comparison)) return;
      const step = Math.min(view.step, run?.steps ?? 0);
      const whose = view.comparison.kind === 'none' ? '' : `${t('run {0}', view.side.toUpperCase())}, `;
      write(
        where,
        step === 0 || column === undefined ? '' : `${whose}${spotLabel(view.spot)}, ${t('step {0}', step)}`,
      );
      const explainedLines = (): ExplainedLine[] | string => {
        if (!run) return '';
        if (column === undefined) return t('Choose a cell of the table to see its numbers.');
        if (step === 0) return t('Go to a step to see the numbers of a cell.');
        const { settings, before, given, options } = explainable(run, step);
        const explained = explainCell(settings, before, given, row, column, options);
        return explained.length > 0
          ? explained
          : t('Row {0} got no gradient in step {1}, so it stays as it is.', row, step);
      };
      const explained = explainedLines();
      if (typeof explained === 'string') {
        const formula = formulaText(optimizer, hyperparametersOf(choice));
        lines.replaceChildren(
          ...formula.map((line) => el('div', { class: 'formula' }, line)),
          el('p', { class: 'hint' }, explained),
        );
      } else {
        lines.replaceChildren(
          ...explained.map(({ formula, numbers, value }) =>
            el(
              'div',
              { class: 'explained' },
              el('div', { class: 'formula' }, formula),
              el('div', { class: 'numbers' }, `= ${numbers}`),
              el('div', { class: 'value' }, `= ${formatFloat32(value).replace('-', '−')}`),
            ),
          ),
        );
      }
      notes.replaceChildren(
        ...(optimizer.approximate
          ? [el('p', { class: 'note warning' }, ...withCode(t('Approximate: {0}', optimizer.approximate)))]
          : []),
        ...[optimizer.note, optimizer.slotsStart].flatMap((text) =>
          text ? [el('p', { class: 'hint' }, ...withCode(text))] : [],
        ),
      );
      write(source, optimizer.source.title);
      source.href = optimizer.source.url;
    },
  };
}

/** Also works if the run failed. */
function hyperparametersOf(choice: Choice): Hyperparameters {
  try {
    return settingsIn(choice).hyperparameters;
  } catch {
    return {};
  }
}

/** The text, with parts in backticks as code. */
const withCode = (text: string): (string | HTMLElement)[] =>
  text.split('`').map((part, index) => (index % 2 === 0 ? part : el('code', {}, part)));
