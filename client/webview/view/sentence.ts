import type { App, View } from '../app';
import { t } from '../model/l10n';
import { type Names, namesOf } from '../model/names';
import { formatNumber } from '../model/numbers';
import { compared, lossOver, spotLabel } from '../model/series';
import { el, write } from './dom';
import type { Part } from './part';

const SIDES = ['a', 'b'] as const;

/** Summarizes the run in a sentence; screen readers announce changes. */
export function sentence(app: App): Part {
  const element = el('p', { class: 'summary', role: 'status', 'aria-live': 'polite' });
  return {
    element,
    show(view: View) {
      element.hidden = !view.runs.a && !view.runs.b;
      // While playing, the sentence would change too fast to be read or heard.
      element.classList.toggle('quiet', view.playing);
      if (!view.playing) write(element, sentenceText(view, namesOf(app.choices(), view.comparison)));
    },
  };
}

function sentenceText(view: View, names: Names): string {
  const { step } = view;
  const numbers = lossesLeft(view, names) ?? `${spotLabel(view.spot)}: ${valuesAt(view, names)}`;
  if (step === 0) return t('Before the first step, {0}.', numbers);
  return step === 1 ? t('After 1 step, {0}.', numbers) : t('After {0} steps, {1}.', step, numbers);
}

/** The remaining share of the loss, in a scenario that has one. */
function lossesLeft({ runs, step }: View, names: Names): string | undefined {
  const parts = SIDES.flatMap((side) => {
    const losses = runs[side] && lossOver(runs[side]);
    const [first, now] = [losses?.[0], losses?.[Math.min(step, losses.length - 1)]];
    if (!first || now === undefined) return [];
    const name = runs.a && runs.b ? `${names[side]} ` : '';
    return `${name}${Number.isFinite(now) ? `${formatPercent((100 * now) / first)} %` : '∞'}`;
  });
  return parts.length > 0 ? t('loss left: {0}', parts.join(', ')) : undefined;
}

const formatPercent = (percent: number) =>
  percent >= 1e5 ? formatNumber(percent) : Number(percent.toPrecision(2)).toString();

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
