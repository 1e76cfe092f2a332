import type { App, View } from '../app';
import { t } from '../model/l10n';
import { controlsOf, optimizerOf } from '../model/setup';
import { button, set, write } from './dom';
import type { Part } from './part';

/** If run B uses the rate of run A, offers the usual rate of B's optimizer. */
export function usualRate(app: App): Part {
  let offered: { path: string; usual: number } | undefined;
  const use = () => {
    if (!offered) return;
    app.show('b');
    app.override(offered.path, offered.usual);
  };
  const element = button('', undefined, use, { class: 'link usual-rate' });

  return {
    element,
    show(view: View) {
      offered = usualOf(app, view);
      element.hidden = !offered;
      if (!offered) return;
      const title = optimizerOf(app.base('b')!)!.title;
      write(element, t('usual rate: {0}', offered.usual));
      set(element, 'title', t('{0} uses the learning rate of run A. Click to use its usual rate.', title));
    },
  };
}

function usualOf(app: App, { comparison, secondOverrides, options }: View) {
  const base = app.base('b');
  const usual = base && optimizerOf(base)?.usualRate;
  if (!usual || comparison.kind !== 'optimizer' || options.schedule.kind !== 'configured') return undefined;
  const control = controlsOf(base, secondOverrides).find(({ label }) => label === 'learning_rate');
  return control && control.value !== usual && !Object.hasOwn(secondOverrides, control.path)
    ? { path: control.path, usual }
    : undefined;
}
