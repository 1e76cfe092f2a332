/** States as text: JSON for programs, CSV for spreadsheets. Every number reads back to the same float32. */
import { formatFloat32 } from './float32';
import { type Matrix, type State, variables } from './state';

/**
 * `"parameters":[[…]],"accumulators":[[…]]`, of all rows or some; NaN and infinities are strings, as in protobuf's JSON
 * form.
 */
export function stateJson(state: State, some?: readonly number[]): string {
  return variables(state)
    .map(([name, variable]) => `"${name}":${matrixJson(variable, some)}`)
    .join(',');
}

function matrixJson({ rows, columns, data }: Matrix, some?: readonly number[]): string {
  const text: string[] = [];
  for (const row of some ?? Array(rows).keys()) {
    const numbers: string[] = [];
    for (let i = row * columns; i < (row + 1) * columns; i++) numbers.push(jsonNumber(data[i]!));
    text.push(`[${numbers.join(',')}]`);
  }
  return `[${text.join(',')}]`;
}

/** One line a cell, with the variables side by side. */
export function csvHeader(state: State): string {
  return `step,row,column,${variables(state)
    .map(([name]) => name)
    .join(',')}\n`;
}

/** The lines of one state, or of some of its rows; `step` counts from 1, and 0 is the start. */
export function stateCsv(step: number, state: State, some?: readonly number[]): string {
  const { rows, columns } = state.parameters;
  const all = variables(state).map(([, { data }]) => data);
  const lines: string[] = [];
  for (const row of some ?? Array(rows).keys()) {
    for (let column = 0; column < columns; column++) {
      const values = all.map((data) => formatFloat32(data[row * columns + column]!));
      lines.push(`${step},${row},${column},${values.join(',')}\n`);
    }
  }
  return lines.join('');
}

function jsonNumber(value: number): string {
  return Number.isFinite(value) ? formatFloat32(value) : `"${value}"`;
}
