// Exports of a run, loaded on demand.
import type { App } from './app';
import { exportProblem, rowsCsv, testCase, trajectoryCsv, trajectoryJson } from './model/exports';
import { t } from './model/l10n';
import { namesOf } from './model/names';
import { formatShare } from './model/numbers';
import { hyperparametersText, scenarioText } from './model/particulars';
import { linesOf, rowsChartOf, shapesOf } from './model/rows-chart';
import type { Choice, Run } from './model/run';
import { runFile } from './model/run-file';
import { spotLabel } from './model/series';
import { svgDocument } from './model/svg';
import { shapesOfTrails, trailsOf } from './model/trails';
import { simulatedText } from './model/verdict';
import { verdictIn } from './view/answer';
import type { ChartContent } from './view/chart-view';
import { arrange, base64, lookOf, paint, SIZE, saved } from './view/picture';
import { cautionOf, sentenceText } from './view/sentence';

export type ExportName = 'run' | 'csv' | 'json' | 'svg' | 'png' | 'copy' | 'case';

/** Saves what the charts show, or copies it. */
export function exportRun(app: App, contents: readonly ChartContent[], name: ExportName): void {
  const { runs, rows, side } = app.view;
  /** Exports numbers unless there are too many. */
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
  const file = () => {
    const { title, table } = app.view.shown!.place;
    const { vocabularySize, dimension } = table ?? {};
    return runFile(app.choices()!.a.setup, app.view, {
      name: table?.name ?? title,
      vocabularySize,
      dimension,
    });
  };
  const ways: Record<ExportName, () => unknown> = {
    run: () => app.save('textproto', file()),
    csv: () =>
      rows ? app.save('csv', rowsCsv(rows)) : send(runs.a, () => app.save('csv', trajectoryCsv(both))),
    json: () => send(runs[side], (run) => app.save('json', trajectoryJson(run))),
    svg: () => app.save('svg', svgDocument(pictureOf(app, contents), look())),
    png: () =>
      paint(pictureOf(app, contents), look())
        .then(base64)
        .then((content) => app.save('png', content))
        .catch((error: Error) => app.report(error.message)),
    copy: () => {
      const picture = paint(pictureOf(app, contents), look());
      // The promise is given, not its result: browsers allow the clipboard only at once after a click.
      return navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]).then(
        () => app.report(t('Copied {0}.', t('the picture'))),
        () => app.report(t('This window may not copy pictures. Save it as PNG.')),
      );
    },
    case: () =>
      send(runs[side], (run) => app.copy(testCase(run), t('the input of "tpu-embedding simulate"'))),
  };
  ways[name]();
}

const SIDES = ['a', 'b'] as const;

/** The charts of a run over rows. */
function chartsOfRows({ losses, rates }: ReturnType<typeof linesOf>) {
  const { width, height } = SIZE;
  const chart = (title: string, lines: typeof losses, format?: typeof formatShare) => ({
    title: `${title}, ${t('by step')}, ${t('logarithmic')}`,
    shapes: shapesOf(rowsChartOf(lines, width, height, format), height),
  });
  return [chart(t('Loss left'), losses, formatShare), chart(t('Effective learning rate'), rates)];
}

function pictureOf(app: App, contents: readonly ChartContent[]) {
  const { view } = app;
  const choices = app.choices();
  const names = namesOf(choices, view.comparison);
  const { rows, side } = view;
  const drawn = new Set(
    rows
      ? SIDES.filter((side) => rows[side])
      : contents.flatMap(({ series }) => series.map(({ role }) => role)),
  );
  const runNote = (role: 'a' | 'b', choice: Choice | undefined) => {
    if (!choice || !drawn.has(role)) return [];
    const text = hyperparametersText(choice);
    // The curves of rows are labelled at their ends.
    return [
      { ...(!rows && { role }), text: text.startsWith(names[role]) ? text : `${names[role]}, ${text}` },
    ];
  };
  const { text, because, advice } = (rows && verdictIn(app)) ?? {};
  const said = rows ? [text, because, advice] : [sentenceText(view, names), cautionOf(view)];
  const notes = [
    ...said.flatMap((text, i) => (text ? [{ ...(i === 0 && { isBold: true as const }), text }] : [])),
    ...runNote('a', choices?.a),
    ...runNote('b', choices?.b),
    ...(drawn.has('ghost') ? [{ role: 'ghost' as const, text: t('as in the document') }] : []),
    { text: scenarioText(view.options) },
    ...(rows?.a ? [{ text: simulatedText(rows.a, choices?.a) }] : []),
    ...(rows ? [] : [{ text: `${spotLabel(view.spot)}; ${t('across: steps')}` }]),
    { text: `TPU Embedding Tools ${VERSION}` },
  ];
  const charts = rows
    ? [
        { title: t('Rows on their way to their targets'), shapes: shapesOfTrails(trailsOf(rows), SIZE) },
        ...chartsOfRows(linesOf(rows, side, names)),
      ]
    : contents.map(saved);
  const what = [view.shown?.place.title, view.shown?.source.file].filter(Boolean).join(', ');
  const optimizers = `${names.a}${names.b && drawn.has('b') ? ` / ${names.b}` : ''}`;
  return arrange(t('{0}: {1}, simulated', optimizers, what), notes, charts);
}
