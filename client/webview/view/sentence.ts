import type { App, View } from '../app';
import { t } from '../model/l10n';
import { type Names, namesOf } from '../model/names';
import { formatCount, formatNumber, formatShare } from '../model/numbers';
import { compared, lossOver, spotLabel } from '../model/series';
import { el, write } from './dom';
import type { Part } from './part';

const SIDES = ['a', 'b'] as const;

/** Summarizes the run in a sentence; screen readers announce changes. */
export function sentence(app: App): Part {
  const words = el('p', { class: 'answer', role: 'status', 'aria-live': 'polite' });
  const caution = el('p', { class: 'because' });
  const element = el('div', {}, words, caution);
  return {
    element,
    show(view: View) {
      element.hidden = !view.runs.a && !view.runs.b;
      // While playing, the sentence would change too fast to be read or heard.
      words.classList.toggle('quiet', view.playing);
      write(caution, cautionOf(view) ?? '');
      caution.hidden = caution.textContent === '';
      if (!view.playing) write(words, sentenceText(view, namesOf(app.choices(), view.comparison)));
    },
  };
}

/** What a scenario without noise cannot show. */
export const cautionOf = ({ options }: View): string | undefined =>
  options.preset === 'target'
    ? t('There is no noise here: the best learning rate here is not the best one in training.')
    : undefined;

export function sentenceText(view: View, names: Names): string {
  const { step } = view;
  const left = lossesLeft(view, names);
  if (left && step > 0) return t('After {0} {1}.', stepsText(step), left);
  const numbers = `${spotLabel(view.spot)}: ${valuesAt(view, names)}`;
  return step === 0
    ? t('Before the first step, {0}.', numbers)
    : t('After {0}, {1}.', stepsText(step), numbers);
}

const stepsText = (step: number) => (step === 1 ? t('1 step') : t('{0} steps', formatCount(step)));

/** The remaining share of the loss, in a scenario that has one. */
function lossesLeft({ runs, step }: View, names: Names): string | undefined {
  const [a, b] = SIDES.map((side) => {
    const losses = runs[side] && lossOver(runs[side]);
    const [first, now] = [losses?.[0], losses?.[Math.min(step, losses.length - 1)]];
    return first && now !== undefined ? formatShare(now / first) : undefined;
  });
  if (a !== undefined && b !== undefined)
    return t('{0} leaves {1} of the loss, {2} leaves {3}', names.a, a, names.b, b);
  const left = a ?? b;
  return left === undefined ? undefined : t('{0} of the loss is left', left);
}

function valuesAt(view: View, names: Names): string {
  return compared(view.runs, view.spot)
    .flatMap(({ title, series }) => {
      const values = series.flatMap(({ role, values }) => {
        const value = values[view.step];
        if (value === undefined || Number.isNaN(value) || role === 'ghost') return [];
        return view.runs.a && view.runs.b ? `${names[role]} ${formatNumber(value)}` : formatNumber(value);
      });
      return values.length > 0 ? `${title} ${values.join(', ')}` : [];
    })
    .join('; ');
}
