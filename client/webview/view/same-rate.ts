import type { App, View } from '../app';
import { t } from '../model/l10n';
import { namesOf } from '../model/names';
import { formatPlain } from '../model/numbers';
import { controlsOf } from '../model/setup';
import { button, el, set, write } from './dom';
import type { Part } from './part';

/** Where each run has a rate of its own, says so and offers the same rate for both. */
export function sameRate(app: App): Part {
  let offered: { path: string; rate: number } | undefined;
  const words = el('span');
  const use = button(
    '',
    undefined,
    () => {
      if (!offered) return;
      app.show('b');
      app.override(offered.path, offered.rate);
    },
    { class: 'link' },
  );
  const element = el('span', { class: 'same-rate' }, words, ' ', use);

  return {
    element,
    show(view: View) {
      const rates = ratesOf(app, view);
      element.hidden = !rates;
      if (!rates) return;
      const { a, b, path } = rates;
      const names = namesOf(app.choices(), view.comparison);
      offered = { path, rate: a };
      write(words, t('{0} runs at its usual rate, {1}.', names.b, formatPlain(b)));
      write(use, t('Use the {0} of {1}', formatPlain(a), names.a));
      set(use, 'title', t('Run {0} at the rate of {1}', names.b, names.a));
    },
  };
}

/** The rates of two optimizers, if they differ. */
function ratesOf(app: App, { comparison, options }: View) {
  const choices = app.choices();
  if (comparison.kind !== 'optimizer' || !choices?.b || options.schedule.kind !== 'configured')
    return undefined;
  const rateIn = ({ setup }: typeof choices.a) =>
    controlsOf(setup, {}).find(({ label }) => label === 'learning_rate');
  const [a, b] = [rateIn(choices.a), rateIn(choices.b)];
  return typeof a?.value === 'number' && typeof b?.value === 'number' && a.value !== b.value
    ? { a: a.value, b: b.value, path: b.path }
    : undefined;
}
