import { type Assignment, evaluate, parseAssignment } from './expression';
import { complete, type Hyperparameters, type Optimizer } from './optimizer';
import { print, printAssignment, printNumber } from './print';
import { programOf, scalars } from './program';
import type { OptimizerSettings } from './settings';
import type { State, Step } from './state';
import { idleRows, type SimulationOptions } from './touched';

/** One line of an update, for one cell. */
export interface ExplainedLine {
  /** What the line sets: `w`, `g`, a slot's symbol or a helper. */
  readonly name: string;
  /** The line as written: `w = w − lr · g / √accumulator`. */
  readonly formula: string;
  /** Its right side with the cell's numbers: `0.5 − 0.1 · 0.1 / √0.11`. */
  readonly numbers: string;
  /** The result, in float32. */
  readonly value: number;
}

/** The update in lines for people; empty if none is published. Missing hyperparameters are 0 or false. */
export function formulaText(optimizer: Optimizer, hyperparameters: Hyperparameters): string[] {
  return (optimizer.formula?.(complete(optimizer, hyperparameters)) ?? []).map(printLine);
}

/** A line of a formula as people read it. */
export function printLine(line: string): string {
  return printAssignment(parseAssignment(line));
}

/** Everything that happens to a cell: the update with the limits and the weight decay around it. */
export function programText(settings: OptimizerSettings): string[] {
  const { update, finish } = programOf(settings);
  return [...update, ...finish].map(printAssignment);
}

/**
 * Every line that a step computes for one cell, in order, with the cell's numbers. Empty where the step leaves the
 * row alone. Throws an UnpublishedError where the optimizer has no published formula.
 */
export function explainCell(
  settings: OptimizerSettings,
  before: State,
  step: Step,
  row: number,
  column: number,
  options: SimulationOptions = {},
): ExplainedLine[] {
  const { optimizer, update, finish } = programOf(settings);
  const at = row * before.parameters.columns + column;
  const values = new Map([['w', before.parameters.data[at]!]]);
  for (const { name, symbol } of optimizer.slots) values.set(symbol, before.slots.get(name)!.data[at]!);
  const shared = scalars(settings, step.learningRates);
  const value = (name: string) => values.get(name) ?? shared(name);
  const lines: ExplainedLine[] = [];
  const explain = (assignment: Assignment) => {
    const { target, expression } = assignment;
    const result = evaluate(expression, value);
    lines.push({
      name: target,
      formula: printAssignment(assignment),
      numbers: print(expression, (name) => printNumber(value(name))),
      value: result,
    });
    values.set(target, result);
  };

  const gradients = gradientsOf(step, row, column);
  if (gradients.length === 0) {
    if (!idleRows(settings, before.parameters, step.ids, options).includes(row)) return [];
    gradients.push(0);
  }
  if (settings.gradientAccumulation && gradients.length > 1) {
    gradients.forEach((gradient, i) => {
      values.set(`g${subscript(i + 1)}`, gradient);
    });
    explain({ target: 'g', expression: sum(gradients.map((_, i) => `g${subscript(i + 1)}`)) });
    update.forEach(explain);
  } else {
    for (const gradient of gradients) {
      values.set('g', gradient);
      update.forEach(explain);
    }
  }
  finish.forEach(explain);
  return lines;
}

function gradientsOf({ ids, gradients: { columns, data } }: Step, row: number, column: number): number[] {
  return Array.from(ids).flatMap((id, i) => (id === row ? [data[i * columns + column]!] : []));
}

function sum(names: readonly string[]): Assignment['expression'] {
  return names
    .map((name) => ({ kind: 'name', name }) as Assignment['expression'])
    .reduce((left, right) => ({ kind: 'operation', operation: '+', operands: [left, right] }));
}

function subscript(number: number): string {
  return String(number).replaceAll(/\d/g, (digit) => String.fromCharCode(0x2080 + Number(digit)));
}
