// A run as files, which few ask for.
import type { App } from './app';
import { exportProblem, testCase, trajectoryCsv, trajectoryJson } from './model/exports';
import { t } from './model/l10n';
import { namesOf } from './model/names';
import { hyperparametersText, scenarioText } from './model/particulars';
import type { Choice, Run } from './model/run';
import { spotLabel } from './model/series';
import { svgDocument } from './model/svg';
import type { ChartContent } from './view/chart-view';
import { arrange, lookOf, paint } from './view/picture';

export type ExportName = 'csv' | 'json' | 'svg' | 'png' | 'case';

/** Saves what the charts show, or copies it. */
export function exportRun(app: App, contents: readonly ChartContent[], name: ExportName): void {
  const { runs, side } = app.view;
  /** Numbers go out only where there are not too many. */
  const send = (run: Run | undefined, go: (run: Run) => unknown) => {
    const problem = run && exportProblem(run);
    if (problem) app.report(problem);
    else if (run) go(run);
  };
  const both = [
    ...(runs.a ? [{ label: 'A', run: runs.a }] : []),
    ...(runs.b ? [{ label: 'B', run: runs.b }] : []),
  ];
  const look = () => lookOf(document.body);
  const ways: Record<ExportName, () => unknown> = {
    csv: () => send(runs.a, () => app.save('csv', trajectoryCsv(both))),
    json: () => send(runs[side], (run) => app.save('json', trajectoryJson(run))),
    svg: () => app.save('svg', svgDocument(pictureOf(app, contents), look())),
    png: () =>
      paint(pictureOf(app, contents), look()).then(
        (content) => app.save('png', content),
        (error: Error) => app.report(error.message),
      ),
    case: () =>
      send(runs[side], (run) => app.copy(testCase(run), t('the input of "tpu-embedding simulate"'))),
  };
  ways[name]();
}

function pictureOf(app: App, contents: readonly ChartContent[]) {
  const { view } = app;
  const choices = app.choices();
  const names = namesOf(choices, view.comparison);
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
}
