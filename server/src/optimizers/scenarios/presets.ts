// Gradients to try an optimizer with, on a table of a few rows.
import { type Matrix, matrix } from '..';
import { type Random, randomFrom } from './random';

/** The gradients of one step: a row of numbers for each id, which may occur more than once. */
export interface Batch {
  ids: number[];
  /** Row after row. */
  gradients: Float32Array;
}

/** The input from which a preset makes the gradients of a step. */
interface Moment {
  /** Counted from 0. */
  step: number;
  rows: number;
  columns: number;
  scale: number;
  random: Random;
  /** The values of a row when the model looked it up, before the step. */
  lookup(row: number): ArrayLike<number>;
}

export const VANISHING = 0.85;
export const EXPLODING = 1.25;
/** Times that an id occurs in one batch of duplicates. */
export const OCCURRENCES = 3;

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** A batch with a gradient for each column of each id. */
function batchOf(
  ids: number[],
  { columns }: Moment,
  gradients: (id: number) => (column: number) => number,
): Batch {
  const numbers = new Float32Array(ids.length * columns);
  let at = 0;
  for (const id of ids) {
    const gradient = gradients(id);
    for (let column = 0; column < columns; column++) numbers[at++] = gradient(column);
  }
  return { ids, gradients: numbers };
}

const normals = (ids: number[], moment: Moment) =>
  batchOf(ids, moment, () => () => moment.scale * moment.random.normal());
const alike = (moment: Moment, gradient: number) => batchOf(range(moment.rows), moment, () => () => gradient);

/** Each gives the batch of a step. */
export const presets = {
  random: (moment) => normals(range(moment.rows), moment),
  constant: (moment) => alike(moment, moment.scale),
  target: (moment) =>
    batchOf(range(moment.rows), moment, (row) => {
      const weights = moment.lookup(row);
      return (column) => moment.scale * (weights[column]! - targetOf(row, column));
    }),
  popular: (moment) =>
    normals(
      range(moment.rows).filter((row) => moment.random.uniform() * (row + 1) < 1),
      moment,
    ),
  oneHot: (moment) => normals([0], moment),
  duplicates: (moment) =>
    normals(
      range(moment.rows * OCCURRENCES).map((i) => i % moment.rows),
      moment,
    ),
  vanishing: (moment) => alike(moment, moment.scale * VANISHING ** moment.step),
  exploding: (moment) => alike(moment, moment.scale * EXPLODING ** moment.step),
  zero: (moment) => alike(moment, 0),
} as const satisfies Record<string, (moment: Moment) => Batch>;

export type PresetName = keyof typeof presets;
export const PRESET_NAMES = Object.keys(presets) as PresetName[];

/** Mixed into the seed, so that gradients are not the table's start again. */
const GRADIENT_SEED = 0x5eed;

export const gradientRandom = (seed: number): Random => randomFrom(seed ^ GRADIENT_SEED);

/** A table as TensorFlow's initializer has it by default. */
export function randomTable(rows: number, columns: number, seed: number): Matrix {
  const random = randomFrom(seed);
  const table = matrix(rows, columns);
  for (let i = 0; i < table.data.length; i++) table.data[i] = random.normal() / Math.sqrt(columns);
  return table;
}

/** Where the preset `target` pulls a cell: between −1 and 1, different for neighbours. */
export const targetOf = (row: number, column: number) => Math.sin(1 + row * 2.4 + column * 1.7);
