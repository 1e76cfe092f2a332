// Gradients and trajectories as comma-separated values.

import { formatFloat32 } from '../../../server/src/optimizers/float32';
import type { Batch } from '../../../server/src/optimizers/scenarios/presets';
import { t } from './l10n';
import { parseNumber } from './numbers';

type Parsed = { batches: Batch[] } | { problem: string };

const header = (columns: number) => ['step', 'id', ...Array.from({ length: columns }, (_, i) => `g${i}`)];

/** One line per id and step, after a header. */
export function writeGradients(batches: readonly Batch[], columns: number): string {
  const lines = batches.flatMap(({ ids, gradients }, step) =>
    ids.map((id, index) => {
      const row = gradients.subarray(index * columns, (index + 1) * columns);
      return [step, id, ...Array.from(row, formatFloat32)].join(',');
    }),
  );
  return `${[header(columns).join(','), ...lines].join('\n')}\n`;
}

/**
 * Reads lines of a step, an id and one gradient per column, separated by commas, semicolons, tabs or spaces. Lines
 * without a step, or without step and id, form a single step: a spreadsheet row is then the gradient of a table row.
 */
export function parseGradients(text: string, rows: number, columns: number): Parsed {
  const steps: { ids: number[]; gradients: number[] }[] = [];
  let lastStep = 0;
  let implicitId = 0;
  for (const [index, line] of linesOf(text).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const cells = cellsOf(line);
    const at = index + 1;
    const extra = cells.length - columns;
    const isHeader = cells.every((cell) => parseNumber(cell) === undefined);
    if (isHeader && steps.length === 0) continue;
    if (extra < 0 || extra > 2)
      return {
        problem: t('Line {0}: {1} gradients expected, {2} found.', at, columns, count(cells.length, extra)),
      };
    const numbers = cells.map(parseNumber);
    const bad = numbers.indexOf(undefined);
    if (bad >= 0) return { problem: t('Line {0}: "{1}" is not a number.', at, cells[bad]!) };
    const values = numbers as number[];
    const step = extra === 2 ? values[0]! : 0;
    const id = extra > 0 ? values[extra - 1]! : implicitId++;
    if (!Number.isInteger(step) || step < lastStep || step > lastStep + MAX_GAP)
      return { problem: t('Line {0}: step {1} does not follow step {2}.', at, cells[0]!, lastStep) };
    if (!Number.isInteger(id) || id < 0 || id >= rows)
      return {
        problem: t('Line {0}: id {1} is out of range; the preview has the rows 0 to {2}.', at, id, rows - 1),
      };
    lastStep = step;
    while (steps.length <= step) steps.push({ ids: [], gradients: [] });
    steps[step]!.ids.push(id);
    steps[step]!.gradients.push(...values.slice(extra));
  }
  if (steps.length === 0) return { problem: t('No gradients found: write one line for each row.') };
  return { batches: steps.map(({ ids, gradients }) => ({ ids, gradients: Float32Array.from(gradients) })) };
}

/** The number of columns of all lines if it differs from the table's width: another table may match. */
export function otherWidth(text: string, columns: number): number | undefined {
  const lines = linesOf(text).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const widths = new Set(lines.map((line) => cellsOf(line).length));
  const [width = 0] = widths;
  const fits = width >= columns && width <= columns + 2;
  return widths.size === 1 && width > 0 && !fits ? width : undefined;
}

const cellsOf = (line: string) => line.trim().split(/[^\S\t]*[,;\t][^\S\t]*|\s+/);

/** Lines as they are, or the rows of a Python list or array, however its printed form is wrapped. */
function linesOf(text: string): string[] {
  const isPrinted = /^\s*(?:array\s*\(\s*)?\[/.test(text);
  return isPrinted
    ? [...text.matchAll(/\[([^[\]]*)\]/g)].map(([, row = '']) =>
        row.replaceAll(/\s+/g, ' ').replace(/[\s,]+$/, ''),
      )
    : text.split(/\r\n?|\n/);
}

/** The largest gap in step numbers: more than anyone types, and too few to freeze the page. */
const MAX_GAP = 1000;

/** In a line that is too long, counts only the gradients. */
const count = (cells: number, extra: number) => (extra > 0 ? cells - 2 : cells);
