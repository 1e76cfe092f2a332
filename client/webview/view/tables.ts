import { lookup } from '../../../server/src/optimizers';
import type { App, View } from '../app';
import { changes } from '../model/changes';
import { titleOf } from '../model/comparison';
import type { Side } from '../model/compute';
import { t } from '../model/l10n';
import { frame, type Run } from '../model/run';
import { el, section, write } from './dom';
import { largest, MatrixView } from './matrix-view';
import type { Part } from './part';

const SIDES = ['a', 'b'] as const;

/** The parameters and the slots: of both runs side by side if they fit, otherwise of the chosen run. */
export function tables(app: App): Part {
  const which = el('span', { class: 'which' });
  const when = el('span');
  const { element, body } = section('tables', t('Table'), el('span', { class: 'hint' }, which, when));
  body.classList.add('runs');
  const runs = SIDES.map((side) => {
    const run = new RunTables(side, app);
    body.append(run.element);
    return run;
  });
  /** The largest finite magnitude of each variable over both runs, so that colours mean the same in both. */
  let scales = new Map<string, number>();
  const isOtherScale = changes();
  const isOther = changes();

  return {
    element,
    show(view: View) {
      const shown = SIDES.map((side) => view.runs[side]);
      element.hidden = !shown.some((run) => run && run.steps > 0);
      if (element.hidden) return;
      const { step, spot, comparison } = view;
      if (!isOther(...shown, step, spot.row, spot.column, view.side, comparison)) return;
      if (isOtherScale(...shown)) scales = scalesOf(shown);
      const chosen = view.runs[view.side];
      const side = chosen ? view.side : view.runs.a ? 'a' : 'b';
      write(which, view.comparison.kind === 'none' ? '' : `${t('run {0}', side.toUpperCase())}, `);
      write(when, t('after step {0}', Math.min(view.step, chosen?.steps ?? view.step)));
      for (const run of runs) run.show(view, scales);
    },
  };
}

function scalesOf(runs: readonly (Run | undefined)[]): Map<string, number> {
  const scales = new Map<string, number>();
  for (const run of runs)
    for (const [name, values] of run?.variables ?? [])
      scales.set(name, Math.max(scales.get(name) ?? 0, largest(values)));
  return scales;
}

/** The variables of one run. */
class RunTables {
  readonly element: HTMLElement;
  private readonly side: Side;
  private readonly app: App;
  private readonly title = el('h3');
  private readonly matrices = el('div', { class: 'matrices' });
  private readonly views: MatrixView[] = [];

  constructor(side: Side, app: App) {
    this.side = side;
    this.app = app;
    this.element = el('div', { class: `run ${side}` }, this.title, this.matrices);
  }

  show(view: View, scales: ReadonlyMap<string, number>): void {
    const run = view.runs[this.side];
    this.element.hidden = !run || run.steps === 0;
    if (!run || run.steps === 0) return;
    // If the chosen run failed, the other one is highlighted.
    this.element.classList.toggle('chosen', view.side === this.side || !view.runs[view.side]);
    const choices = this.app.choices();
    if (choices)
      write(
        this.title,
        this.side === 'a' ? `A: ${t('this run')}` : `B: ${titleOf(view.comparison, choices.a)}`,
      );
    const step = Math.min(view.step, run.steps);
    const states = [...run.variables.keys()].map((name) => ({
      name,
      values: frame(run, name, step),
      scale: scales.get(name)!,
    }));
    const [parameters] = states;
    if (run.settings.quantization && parameters) {
      const { rows, columns } = run;
      const { data } = lookup(run.settings, { rows, columns, data: parameters.values });
      states.push({ name: t('looked up'), values: data, scale: parameters.scale });
    }
    while (this.views.length < states.length) {
      const matrix = new MatrixView((spot) => this.app.spot(spot, this.side));
      this.views.push(matrix);
      this.matrices.append(el('div', { class: 'matrix-frame' }, matrix.element));
    }
    const touched = new Set(step > 0 ? run.batches[step - 1]?.ids : []);
    for (const [index, matrix] of this.views.entries()) {
      const state = states[index];
      matrix.element.parentElement!.hidden = !state;
      if (!state) continue;
      const { rows, columns } = run;
      matrix.show({ ...state, rows, columns, spot: view.spot, touched });
    }
  }
}
