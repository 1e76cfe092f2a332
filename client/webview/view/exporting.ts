import type { App, View } from '../app';
import type { ExportName } from '../exports';
import { t } from '../model/l10n';
import type { Charts } from './charts';
import { button, el, section, write } from './dom';
import type { Part } from './part';

/** Exports the run to a file or the clipboard. */
export function exporting(app: App, charts: Charts): Part {
  const { element, body } = section('export', t('Export'));
  const exportAs = (name: ExportName) => async () =>
    (await import('../exports')).exportRun(app, charts.contents(), name);
  const run = button(
    t('Save run'),
    t('Save this run as a small file, which opens it again in VS Code and in the playground'),
    exportAs('run'),
  );
  const states = button('JSON', t('Save the states as JSON'), exportAs('json'));
  const simulate = button(
    t('Copy for simulate'),
    t('Copy the input with which "tpu-embedding simulate" computes the same numbers'),
    exportAs('case'),
  );
  const buttons = [
    run,
    button(t('Copy picture'), t('Copy the charts as a picture'), exportAs('copy')),
    button('CSV', t('Save the numbers as CSV'), exportAs('csv')),
    states,
    button('SVG', t('Save the charts as SVG'), exportAs('svg')),
    button('PNG', t('Save the charts as PNG'), exportAs('png')),
    simulate,
  ];
  const status = el('p', { class: 'status', role: 'status' });
  body.append(el('div', { class: 'buttons' }, ...buttons), status);

  return {
    element,
    show({ runs, rows, options, exported }: View) {
      for (const button of buttons) button.disabled = !runs.a && !rows?.a;
      // These contain every cell after every step.
      states.hidden = simulate.hidden = options.preset === 'rows';
      // Text format has no field for optimizers of other libraries.
      run.hidden = app.choices()?.a.setup.optimizer !== undefined;
      write(status, exported ?? '');
    },
  };
}
