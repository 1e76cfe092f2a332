import type { View } from '../app';
import { t } from '../model/l10n';
import { formatNumber } from '../model/numbers';
import { compared, spotLabel } from '../model/series';
import { el, write } from './dom';
import type { Part } from './part';

/** The state in a sentence, for everybody, and read out where it changed. */
export function sentence(): Part {
  const element = el('p', { class: 'summary', role: 'status', 'aria-live': 'polite' });
  return {
    element,
    show(view: View) {
      element.hidden = !view.runs.a && !view.runs.b;
      // Nobody wants to hear every step of a film, or to read what has passed.
      element.classList.toggle('quiet', view.playing);
      if (!view.playing) write(element, textOf(view));
    },
  };
}

function textOf(view: View): string {
  if (!view.runs.a && !view.runs.b) return '';
  const numbers = compared(view.runs, view.spot).flatMap(({ title, series }) => {
    const [first, second] = series.flatMap(({ role, values }) => {
      const value = values[view.step];
      if (value === undefined || Number.isNaN(value)) return [];
      return role === 'a' ? formatNumber(value) : `B ${formatNumber(value)}`;
    });
    if (first === undefined) return [];
    return `${title} ${first}${second === undefined ? '' : ` (${second})`}`;
  });
  const steps =
    view.step === 0
      ? t('Before the first step')
      : view.step === 1
        ? t('After 1 step')
        : t('After {0} steps', view.step);
  return `${steps}, ${spotLabel(view.spot)}: ${numbers.join(', ')}.`;
}
