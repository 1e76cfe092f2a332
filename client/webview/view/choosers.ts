// The two main choices of a preview, in the header. Their details are among the controls.
import { libraryOptimizers, type Optimizer, optimizers } from '../../../server/src/optimizers';
import type { App, View } from '../app';
import { type Comparison, titleOf } from '../model/comparison';
import { writeGradients } from '../model/csv';
import { PRESETS } from '../model/gradients';
import { t } from '../model/l10n';
import type { Options } from '../model/options';
import { el, select, write } from './dom';
import type { Part } from './part';

/** Chooses the scenario. */
export function scenarioChooser(app: App): Part {
  const { target, ...others } = Object.fromEntries(
    Object.entries(PRESETS).map(([name, { title }]) => [name, title]),
  );
  const withTargetFirst = { target: target!, ...others };
  const element = select(
    { rows: t('Ids as they come'), ...withTargetFirst, csv: t('Gradients by hand') },
    (value) => choose(value as Options['preset']),
    { id: 'scenario', 'aria-label': t('Scenario'), title: t('What the table is trained with') },
  );

  /** Gradients entered by hand start with those of the last scenario. */
  function choose(name: Options['preset']): void {
    const run = app.view.runs.a;
    const made =
      name === 'csv' && run && app.view.options.csv === ''
        ? writeGradients(run.batches, run.columns)
        : undefined;
    app.setOptions({ preset: name, ...(made !== undefined && { csv: made }) });
  }

  return {
    element,
    show({ options }: View) {
      element.value = options.preset;
    },
  };
}

/** Chooses run B. */
export function comparisonChooser(app: App): Part {
  const option = (value: string, title = '') => el('option', { value }, title);
  const others = (all: ReadonlyMap<string, Optimizer>) =>
    el(
      'optgroup',
      { label: t('Another optimizer') },
      ...[...all.values()]
        .filter(({ formula }) => formula)
        .map(({ name, title }) => option(`optimizer:${name}`, title)),
    );
  const accumulation = option('accumulation');
  const hardware = option('hardware');
  const element = el(
    'select',
    { id: 'compare', 'aria-label': t('Compare with'), title: t('What to compare this run with, as run B') },
    option('none', t('Compare with …')),
    option('document', t('as in the document')),
    accumulation,
    hardware,
    option('pinned', t('this run as it is now')),
    others(optimizers),
    others(libraryOptimizers),
  );
  const [ofTensorFlow, ofLibrary] = element.querySelectorAll('optgroup');
  element.addEventListener('change', () => {
    const [kind, name] = element.value.split(':');
    if (kind === 'pinned') app.pinAsSecond();
    else app.compare((kind === 'optimizer' ? { kind, name } : { kind }) as Comparison);
  });

  return {
    element,
    show({ comparison }: View) {
      const choices = app.choices();
      if (choices) {
        const isOfLibrary = choices.a.setup.optimizer !== undefined;
        accumulation.hidden = hardware.hidden = ofTensorFlow!.hidden = isOfLibrary;
        ofLibrary!.hidden = !isOfLibrary;
        write(accumulation, titleOf({ kind: 'accumulation' }, choices.a));
        write(hardware, titleOf({ kind: 'hardware' }, choices.a));
      }
      element.value = comparison.kind === 'optimizer' ? `optimizer:${comparison.name}` : comparison.kind;
    },
  };
}
