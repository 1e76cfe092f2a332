// Exports a run as files.
import { formatFloat32 } from '../../../server/src/optimizers';
import { t } from './l10n';
import { formatCount } from './numbers';
import type { RowsShown } from './rows';
import { frame, matrixRows, type Run, specOf } from './run';

/** JSON has no NaN or infinity: ProtoJSON writes them as strings. */
const json = (value: unknown, indent?: number) =>
  JSON.stringify(
    value,
    (_key, inner: unknown) => {
      if (typeof inner !== 'number') return inner;
      return Number.isFinite(inner) ? Number(formatFloat32(Math.fround(inner))) : String(inner);
    },
    indent,
  );

/** Over all steps. With more cells, files are too large for editors and take too long to write. */
const MAX_CELLS = 1_000_000;

/** Why a run is too large to export, as a sentence for the user; undefined if it is not. */
export function exportProblem({ rows, columns, steps }: Run): string | undefined {
  if (rows * columns * steps <= MAX_CELLS) return undefined;
  return t(
    '{0} × {1} cells over {2} steps are too many to export; the limit is {3}. Use fewer rows, columns or steps.',
    rows,
    columns,
    formatCount(steps),
    formatCount(MAX_CELLS),
  );
}

/** The state after every step, as `simulate` writes it. */
export function trajectoryJson(run: Run): string {
  const names = [...run.variables.keys()];
  const steps = Array.from({ length: run.steps }, (_, index) =>
    Object.fromEntries(names.map((name) => [name, matrixRows(run, name, index + 1)])),
  );
  return `${json({ steps })}\n`;
}

/** One line per cell and state: its gradient in the step, and the variables after it. */
export function trajectoryCsv(runs: readonly { label: string; run: Run }[]): string {
  const names = [...new Set(runs.flatMap(({ run }) => [...run.variables.keys()]))];
  const lines = [['run', 'step', 'row', 'column', 'gradient', ...names].join(',')];
  for (const { label, run } of runs) {
    const cells = run.rows * run.columns;
    for (let step = 0; step <= run.steps; step++) {
      const frames = names.map((name) => (run.variables.has(name) ? frame(run, name, step) : undefined));
      for (let cell = 0; cell < cells; cell++) {
        const gradient = step === 0 ? '' : formatFloat32(run.gradients[(step - 1) * cells + cell]!);
        const values = frames.map((values) => (values ? formatFloat32(values[cell]!) : ''));
        const place = [label, step, Math.floor(cell / run.columns), cell % run.columns];
        lines.push([...place, gradient, ...values].join(','));
      }
    }
  }
  return `${lines.join('\n')}\n`;
}

/** One line per step of the scenario `rows`; the first is before training. */
export function rowsCsv({ a, b }: { a?: RowsShown; b?: RowsShown }): string {
  const names = ['frequent', 'middling', 'rare'];
  const rates = names.flatMap((name) => [`${name}_row`, `${name}_row_rate`]);
  const lines = [['run', 'step', 'loss', 'frequent_loss', 'rare_loss', ...rates].join(',')];
  for (const [label, run] of Object.entries({ A: a, B: b }))
    for (let step = 0; run && step <= run.steps; step++) {
      const losses = [run.loss, run.frequent, run.rare].map((values) =>
        formatFloat32(Math.fround(values[step]!)),
      );
      const rows = run.tracked.flatMap(({ name, rates }) => [
        /[",\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name,
        Number.isNaN(rates[step]!) ? '' : formatFloat32(Math.fround(rates[step]!)),
      ]);
      lines.push([label, step, ...losses, ...rows].join(','));
    }
  return `${lines.join('\n')}\n`;
}

/** The specification with which `tpu-embedding simulate` computes the same numbers. */
export const testCase = (run: Run): string => `${json(specOf(run), 2)}\n`;
