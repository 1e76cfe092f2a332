import type { App, View } from '../app';
import { titleOf } from '../model/comparison';
import { exportProblem, testCase, trajectoryCsv, trajectoryJson } from '../model/exports';
import { t } from '../model/l10n';
import type { Run } from '../model/run';
import { svgDocument } from '../model/svg';
import type { Charts } from './charts';
import { button, el, section, write } from './dom';
import type { Part } from './part';
import { arrange, lookOf, paint } from './picture';

/** The run as a file or on the clipboard. */
export function exporting(app: App, charts: Charts): Part {
  const { element, body } = section('export', t('Export'));
  const runs = () => {
    const { a, b } = app.view.runs;
    return [...(a ? [{ label: 'A', run: a }] : []), ...(b ? [{ label: 'B', run: b }] : [])];
  };
  const picture = () => {
    const shown = charts.charts.filter(({ element }) => !element.hidden);
    const { shown: preview, comparison } = app.view;
    const choices = app.choices();
    const second = choices?.b ? `; ${t('B, dashed: {0}', titleOf(comparison, choices.a))}` : '';
    return arrange(`${preview?.place.title ?? ''}, ${charts.label()}${second}`, shown);
  };
  const look = () => lookOf(document.body);
  const shown = () => app.view.runs[app.view.side];

  const saveSvg = () => {
    const { heading, charts, width, height } = picture();
    void app.save('svg', svgDocument(heading, charts, width, height, look()));
  };
  const savePng = () =>
    void paint(picture(), look()).then(
      (content) => app.save('png', content),
      (error: Error) => app.report(error.message),
    );
  /** Numbers go out only where there are not too many. */
  const exporting = (run: Run | undefined, send: (run: Run) => void) => {
    const problem = run && exportProblem(run);
    if (problem) app.report(problem);
    else if (run) send(run);
  };
  const saveCsv = () => exporting(app.view.runs.a, () => void app.save('csv', trajectoryCsv(runs())));
  const saveJson = () => exporting(shown(), (run) => void app.save('json', trajectoryJson(run)));
  const copyCase = () =>
    exporting(
      shown(),
      (run) => void app.copy(testCase(run), t('a specification for "tpu-embedding simulate"')),
    );
  const buttons = [
    button('CSV', t('Save the numbers as CSV'), saveCsv),
    button('JSON', t('Save the states as JSON'), saveJson),
    button('SVG', t('Save the charts as SVG'), saveSvg),
    button('PNG', t('Save the charts as PNG'), savePng),
    button(
      t('Copy as test case'),
      t('Copy what "tpu-embedding simulate" computes the same numbers from'),
      copyCase,
    ),
  ];
  const status = el('p', { class: 'status', role: 'status' });
  body.append(el('div', { class: 'buttons' }, ...buttons), status);

  return {
    element,
    show({ runs, notice }: View) {
      for (const button of buttons) button.disabled = !runs.a;
      write(status, notice?.at === 'export' ? notice.text : '');
    },
  };
}
