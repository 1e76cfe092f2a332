import { lookup } from '../../../server/src/optimizers';
import type { App, View } from '../app';
import { frame, type Run } from '../model/run';
import { el, section, write } from './dom';
import { largest, MatrixView } from './matrix-view';
import type { Part } from './part';

/** The parameters and the slots, side by side. */
export function tables(app: App): Part {
  const which = el('span', { class: 'hint' });
  const { element, body } = section('tables', 'Table', which);
  body.classList.add('matrices');
  const views: MatrixView[] = [];
  /** The largest finite size of each variable, over the whole run. */
  let scales = new Map<string, number>();
  let scaled: { run?: Run; steps: number } = { steps: -1 };

  return {
    element,
    show(view: View) {
      const run = view.runs[view.side];
      element.hidden = !run || run.steps === 0;
      if (!run || run.steps === 0) return;
      if (scaled.run !== run || scaled.steps !== run.steps) {
        scales = new Map([...run.variables].map(([name, values]) => [name, largest(values)]));
        scaled = { run, steps: run.steps };
      }
      const step = Math.min(view.step, run.steps);
      write(
        which,
        `${view.comparison.kind === 'none' ? '' : `run ${view.side.toUpperCase()}, `}after step ${step}`,
      );
      const states = [...run.variables.keys()].map((name) => ({
        name,
        values: frame(run, name, step),
        scale: scales.get(name)!,
      }));
      const [parameters] = states;
      if (run.settings.quantization && parameters) {
        const { rows, columns } = run;
        const { data } = lookup(run.settings, { rows, columns, data: parameters.values });
        states.push({ name: 'looked up', values: data, scale: parameters.scale });
      }
      while (views.length < states.length) {
        const matrix = new MatrixView((spot) => app.spot(spot));
        views.push(matrix);
        body.append(el('div', { class: 'matrix-frame' }, matrix.element));
      }
      const touched = new Set(step > 0 ? run.batches[step - 1]?.ids : []);
      for (const [index, matrix] of views.entries()) {
        const state = states[index];
        matrix.element.parentElement!.hidden = !state;
        if (!state) continue;
        const { rows, columns } = run;
        matrix.show({ ...state, rows, columns, spot: view.spot, touched });
      }
    },
  };
}
