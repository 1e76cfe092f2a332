import { optimizerNamed } from './all';
import { camelCase } from './camel-case';
import { namesIn } from './expression';
import type { Slot } from './optimizer';
import { programOf, UnpublishedError } from './program';
import { anything, array, float, int32, list, message, type Reader, SpecError } from './read-json';
import {
  type LibrarySettings,
  type Limits,
  librarySettingsOf,
  type OptimizerSettings,
  pair,
  settingsOf,
} from './settings';
import { type Matrix, matrix, type State, type Step } from './state';

/** A table and its optimizer before the first step. */
export interface SimulationStart {
  readonly settings: OptimizerSettings;
  readonly initial: State;
}

/** The input of `simulate`: a table, its optimizer, and the gradients of some training steps. */
export interface SimulationSpec extends SimulationStart {
  readonly steps: readonly Step[];
}

/** Limits, so that a typing mistake does not exhaust memory. A preview shows only a few rows. */
export const MAX_ROWS = 100_000;
export const MAX_CELLS = 4_000_000;
/** In all gradients of all steps. */
const MAX_GRADIENTS = 50_000_000;

/**
 * Reads a specification: `optimizationParameters` as protobuf's JSON form, `initial` with the rows of `parameters`
 * and a number or rows for each slot, and `steps` with `ids`, `gradients` and, for dynamic rates, `learningRates`
 * by tag. Throws a SpecError that names the place of the first mistake.
 */
export function readSpec(json: unknown): SimulationSpec {
  const given = message({ ...START, steps: array })(json, '');
  const { settings, initial } = startOf(given);
  const passed = given.optimizer ? passedToLibrary(given.optimizer) : passedToTensorFlow(settings);
  const { columns } = initial.parameters;
  const size = { gradients: 0 };
  const steps = (given.steps ?? missing('steps')).map((value, i) => {
    const step = stepOf(value, i, initial.parameters, passed);
    size.gradients += step.ids.length * columns;
    if (size.gradients > MAX_GRADIENTS) {
      throw new SpecError(
        `steps[${i}]`,
        `at most ${amount(MAX_GRADIENTS, 'gradient')} in all steps can be simulated, and here are more`,
      );
    }
    return step;
  });
  return { settings, initial, steps };
}

/** Reads a specification without `steps`; `table` gives the rows where `initial` has no `parameters`. */
export const readStart = (json: unknown, table: Matrix): SimulationStart =>
  startOf(message(START)(json, ''), table);

const START = {
  optimization_parameters: (value: unknown, path: string) => settingsOf(value, path),
  optimizer: (value: unknown, path: string) => librarySettingsOf(value, path),
  limits: pair,
  initial: anything,
};

function startOf(
  given: {
    readonly optimization_parameters?: OptimizerSettings;
    readonly optimizer?: OptimizerSettings;
    readonly limits?: Limits;
    readonly initial?: unknown;
  },
  table?: Matrix,
): SimulationStart {
  const { limits } = given;
  const ofLibrary = given.optimizer && { ...given.optimizer, ...(limits && { clippingLimits: limits }) };
  if (limits && !ofLibrary)
    throw new SpecError(
      'limits',
      'they are of the optimizers of other libraries; here it is optimizationParameters.clippingLimits',
    );
  const settings = ofLibrary ?? given.optimization_parameters ?? missing('optimizationParameters');
  checkComputable(settings);
  const initial = given.initial ?? (table ? {} : missing('initial'));
  return { settings, initial: stateOf(settings, initial, 'initial', table) };
}

/**
 * The table and its slots that the object describes: rows of `parameters`, and a number or rows for each slot, which
 * otherwise starts as TensorFlow starts it.
 */
export function stateOf(
  settings: OptimizerSettings,
  value: unknown,
  path = 'initial',
  table?: Matrix,
): State {
  const slots = optimizerNamed(settings.optimizer)?.slots ?? [];
  const fields: Record<string, Reader<unknown>> = { parameters: (value) => value };
  for (const { name } of slots) fields[name] = (value) => value;
  const given = message(fields)(value, path);
  const rows = given['parameters'];
  const parameters =
    rows === undefined && table
      ? table
      : readMatrix(rows ?? missing(`${path}.parameters`), `${path}.parameters`);
  return {
    parameters,
    slots: new Map(
      slots.map((slot) => {
        const value = given[slot.name];
        const at = `${path}.${slot.name}`;
        return [
          slot.name,
          Array.isArray(value)
            ? readMatrix(value, at, parameters)
            : matrix(
                parameters.rows,
                parameters.columns,
                value === undefined ? initialValue(slot, settings) : float(value, at),
              ),
        ];
      }),
    ),
  };
}

/** The initial value of a slot by default. */
function initialValue({ initial }: Slot, { hyperparameters }: OptimizerSettings): number {
  return typeof initial === 'number' ? initial : Number(hyperparameters[initial.hyperparameter] ?? 0);
}

function checkComputable(settings: OptimizerSettings): void {
  const path = 'optimizationParameters';
  try {
    const { update, optimizer } = programOf(settings);
    if (settings.learningRate) return;
    const rate = optimizer.rate ?? 'lr';
    if (update.some(({ expression }) => namesIn(expression).includes(rate))) {
      throw new SpecError(`${path}.learningRate`, 'a learning rate is missing; set constant or dynamic');
    }
  } catch (error) {
    if (!(error instanceof UnpublishedError)) throw error;
    throw new SpecError(`${path}.${camelCase(settings.optimizer)}`, error.message);
  }
}

/** What a step passes beside gradients, and the numbers by tag that it makes. */
interface Passed {
  readonly fields: Readonly<Record<string, Reader<unknown>>>;
  readonly numbers: (
    given: Readonly<Record<string, unknown>>,
    path: string,
    index: number,
  ) => readonly number[];
}

function stepOf(value: unknown, index: number, table: Matrix, passed: Passed): Step {
  const path = `steps[${index}]`;
  const common = { ids: list((value, path) => rowOf(value, path, table.rows)), gradients: array };
  const given = message({ ...passed.fields, ...common }, [], ['step'])(value, path) as Readonly<
    Record<string, unknown>
  > &
    ReturnType<ReturnType<typeof message<typeof common>>>;
  const ids = given.ids ?? missing(`${path}.ids`);
  const gradients = given.gradients ?? missing(`${path}.gradients`);
  const shape = { rows: ids.length, columns: table.columns };
  refuseNumbers(gradients, `${path}.gradients`, shape);
  if (gradients.length !== ids.length) {
    throw new SpecError(
      `${path}.gradients`,
      `${amount(ids.length, 'row')} expected, one for each id, ${gradients.length} found`,
    );
  }
  return {
    ids: Int32Array.from(ids),
    gradients: readMatrix(gradients, `${path}.gradients`, shape),
    learningRates: passed.numbers(given, path, index),
  };
}

const passedToTensorFlow = (settings: OptimizerSettings): Passed => ({
  fields: { learning_rates: list(float) },
  numbers(given, path) {
    const learningRates = (given['learning_rates'] ?? []) as number[];
    for (const [name, tag] of tagsOf(settings)) {
      if (tag >= learningRates.length) {
        throw new SpecError(
          `${path}.learningRates[${tag}]`,
          `a number expected, none found; ${name} has the tag ${tag}`,
        );
      }
    }
    return learningRates;
  },
});

/** The step is null where the program passes none, and counts from 0 where it is left out. */
const passedToLibrary = ({ of, learningRate }: LibrarySettings): Passed => ({
  fields: { step: int32, learning_rate: float },
  numbers(given, path, index) {
    const { step = index, learning_rate: rate = Number.NaN } = given as {
      step?: number | null;
      learning_rate?: number;
    };
    if (Number.isNaN(rate) && learningRate && 'tag' in learningRate)
      throw new SpecError(
        `${path}.learningRate`,
        'a number expected, none found; the optimizer computes its learning rate',
      );
    return [step ?? of.withoutStep, rate];
  },
});

/** The numbers that are passed in each step: the name and the tag of each. */
function tagsOf({ learningRate, inputs }: OptimizerSettings): [string, number][] {
  return [
    ...(learningRate && 'tag' in learningRate
      ? [['the learning rate', learningRate.tag] as [string, number]]
      : []),
    ...Object.entries(inputs),
  ];
}

function rowOf(value: unknown, path: string, rows: number): number {
  const row = int32(value, path);
  if (row < 0 || row >= rows) {
    throw new SpecError(path, `the table has the rows 0 to ${rows - 1}, ${row} found`);
  }
  return row;
}

type Shape = Pick<Matrix, 'rows' | 'columns'>;

/** Rows are arrays, even if there is only one row, or one number in each. */
function refuseNumbers(rows: readonly unknown[], path: string, shape: Shape | undefined): void {
  if (rows.length === 0 || rows.some((row) => typeof row !== 'number')) return;
  const form = shape?.columns === 1 && shape.rows > 1 ? rows.map((number) => [number]) : [rows];
  const hint = rows.length <= MOST_IN_HINT ? `; rows are arrays: write ${JSON.stringify(form)}` : '';
  throw new SpecError(`${path}[0]`, `an array expected, ${rows[0]} found${hint}`);
}

/** Numbers that a message repeats. */
const MOST_IN_HINT = 16;

/** Rows of numbers, all of the same length; of the given shape if there is one. */
function readMatrix(value: unknown, path: string, shape?: Shape): Matrix {
  const rows = array(value, path, 2);
  refuseNumbers(rows, path, shape);
  if (shape && rows.length !== shape.rows) {
    throw new SpecError(path, `${amount(shape.rows, 'row')} expected, ${rows.length} found`);
  }
  if (rows.length === 0 && !shape) throw new SpecError(path, 'a row or more expected, none found');
  if (rows.length > MAX_ROWS) {
    throw new SpecError(
      path,
      `at most ${amount(MAX_ROWS, 'row')} can be simulated, ${amount(rows.length, 'row')} found; a few show the same`,
    );
  }
  const columns = shape?.columns ?? array(rows[0], `${path}[0]`).length;
  if (columns === 0 && !shape) throw new SpecError(`${path}[0]`, 'a number or more expected, none found');
  if (rows.length * columns > MAX_CELLS) {
    throw new SpecError(
      path,
      `at most ${amount(MAX_CELLS, 'number')} can be simulated, ${amount(rows.length, 'row')} of ${amount(columns, 'number')} found`,
    );
  }
  const result = matrix(rows.length, columns);
  rows.forEach((row, i) => {
    const numbers = array(row, `${path}[${i}]`);
    if (numbers.length !== columns) {
      throw new SpecError(`${path}[${i}]`, `${amount(columns, 'number')} expected, ${numbers.length} found`);
    }
    numbers.forEach((number, j) => {
      // Paths are made where they are needed: there may be millions of numbers.
      const plain = typeof number === 'number' && Math.abs(number) < 3e38;
      result.data[i * columns + j] = plain ? number : float(number, `${path}[${i}][${j}]`);
    });
  });
  return result;
}

function missing(path: string): never {
  throw new SpecError(path, 'it is missing');
}

function amount(count: number, what: string): string {
  return `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`;
}
