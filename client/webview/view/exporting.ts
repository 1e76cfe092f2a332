import type { App, View } from '../app';
import { exportProblem, testCase, trajectoryCsv, trajectoryJson } from '../model/exports';
import { t } from '../model/l10n';
import { namesOf } from '../model/names';
import { hyperparametersText, scenarioText } from '../model/particulars';
import type { Choice, Run } from '../model/run';
import { spotLabel } from '../model/series';
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
    const { view } = app;
    const choices = app.choices();
    const names = namesOf(choices, view.comparison);
    const contents = charts.contents();
    const drawn = new Set(contents.flatMap(({ series }) => series.map(({ role }) => role)));
    const runNote = (role: 'a' | 'b', choice: Choice | undefined) => {
      if (!choice || !drawn.has(role)) return [];
      const text = hyperparametersText(choice);
      return [{ role, text: text.startsWith(names[role]) ? text : `${names[role]}, ${text}` }];
    };
    const notes = [
      ...runNote('a', choices?.a),
      ...runNote('b', choices?.b),
      ...(drawn.has('ghost') ? [{ role: 'ghost' as const, text: t('as in the document') }] : []),
      { text: scenarioText(view.options) },
      { text: `${spotLabel(view.spot)}; ${t('horizontally: steps')}` },
    ];
    const what = [view.shown?.place.title, view.shown?.source.file].filter(Boolean).join(', ');
    return arrange(`${names.a}${names.b && drawn.has('b') ? ` / ${names.b}` : ''}: ${what}`, notes, contents);
  };
  const look = () => lookOf(document.body);
  const shown = () => app.view.runs[app.view.side];

  const saveSvg = () => {
    void app.save('svg', svgDocument(picture(), look()));
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
    exporting(shown(), (run) => void app.copy(testCase(run), t('the input of "tpu-embedding simulate"')));
  const buttons = [
    button('CSV', t('Save the numbers as CSV'), saveCsv),
    button('JSON', t('Save the states as JSON'), saveJson),
    button('SVG', t('Save the charts as SVG'), saveSvg),
    button('PNG', t('Save the charts as PNG'), savePng),
    button(
      t('Copy for simulate'),
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
