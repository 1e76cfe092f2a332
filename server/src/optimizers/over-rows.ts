import type { Backend } from './backend';
import type { Matrix } from './state';

/** A variable of the table, by the symbol that formulas have for it. */
export interface Variable {
  readonly symbol: string;
  readonly matrix: Matrix;
  /** The matrix's numbers, then as much room in which rows are joined: moving rows is fastest within one array. */
  readonly roomy: Float32Array;
}

export function variable(symbol: string, { rows, columns, data }: Matrix, { array }: Backend): Variable {
  const roomy = array(2 * data.length);
  roomy.set(data);
  return { symbol, matrix: { rows, columns, data: roomy.subarray(0, data.length) }, roomy };
}

/** Applies `change` to distinct rows of the variables: in place if they are adjacent, else on a copy that joins them. */
export function overRows(
  variables: readonly Variable[],
  rows: ArrayLike<number>,
  change: (arrays: readonly (readonly [string, Float32Array])[]) => void,
): void {
  const inPlace = consecutive(rows);
  if (!inPlace) for (const each of variables) gather(each, rows);
  change(
    variables.map(({ symbol, matrix: { columns, data }, roomy }) => {
      if (inPlace && rows.length * columns === data.length) return [symbol, data];
      const start = inPlace ? (rows[0] ?? 0) * columns : data.length;
      return [symbol, roomy.subarray(start, start + rows.length * columns)];
    }),
  );
  if (!inPlace) for (const each of variables) scatter(each, rows);
}

function consecutive(rows: ArrayLike<number>): boolean {
  for (let i = 1; i < rows.length; i++) if (rows[i] !== rows[0]! + i) return false;
  return true;
}

function gather({ matrix: { columns, data }, roomy }: Variable, rows: ArrayLike<number>): void {
  for (let i = 0; i < rows.length; i++) {
    roomy.copyWithin(data.length + i * columns, rows[i]! * columns, (rows[i]! + 1) * columns);
  }
}

function scatter({ matrix: { columns, data }, roomy }: Variable, rows: ArrayLike<number>): void {
  for (let i = 0; i < rows.length; i++) {
    const from = data.length + i * columns;
    roomy.copyWithin(rows[i]! * columns, from, from + columns);
  }
}
