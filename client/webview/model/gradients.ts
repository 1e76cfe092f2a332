// Gradients to preview an optimizer with.

import { t } from './l10n';
import type { Random } from './random';

/** The gradients of one step: a row of numbers for each id, which may occur more than once. */
export interface Batch {
  ids: number[];
  /** Row after row. */
  gradients: Float32Array;
}

/** What a preset may use to make the gradients of a step. */
export interface Moment {
  /** Counted from 0. */
  step: number;
  rows: number;
  columns: number;
  scale: number;
  random: Random;
  /** What the model looked a row up as before the step. */
  lookup(row: number): ArrayLike<number>;
}

export interface Preset {
  title: string;
  /** What it shows, in a sentence. */
  hint: string;
  batch(moment: Moment): Batch;
}

const VANISHING = 0.85;
const EXPLODING = 1.25;
/** Times that an id occurs in one batch of duplicates. */
const OCCURRENCES = 3;

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** A batch with a gradient for each column of each id. */
function batchOf(
  ids: number[],
  { columns }: Moment,
  gradient: (id: number, column: number) => number,
): Batch {
  const gradients = new Float32Array(ids.length * columns);
  let at = 0;
  for (const id of ids)
    for (let column = 0; column < columns; column++) gradients[at++] = gradient(id, column);
  return { ids, gradients };
}

const normals = (ids: number[], moment: Moment) =>
  batchOf(ids, moment, () => moment.scale * moment.random.normal());
const alike = (moment: Moment, gradient: number) => batchOf(range(moment.rows), moment, () => gradient);

export const PRESETS = {
  random: {
    title: t('Random'),
    hint: t('Every row gets normally distributed gradients.'),
    batch: (moment) => normals(range(moment.rows), moment),
  },
  constant: {
    title: t('Constant'),
    hint: t('Every cell gets the same gradient in every step.'),
    batch: (moment) => alike(moment, moment.scale),
  },
  target: {
    title: t('Pull to a target'),
    hint: t('Gradients of a squared error: each row is drawn to a value of its own.'),
    batch: (moment) =>
      batchOf(
        range(moment.rows),
        moment,
        (row, column) => moment.scale * (moment.lookup(row)[column]! - targetOf(row, column)),
      ),
  },
  popular: {
    title: t('Popular and rare rows'),
    hint: t('Row r occurs in one step of r + 1 on average, as popular and rare ids do.'),
    batch: (moment) =>
      normals(
        range(moment.rows).filter((row) => moment.random.uniform() * (row + 1) < 1),
        moment,
      ),
  },
  oneHot: {
    title: t('One hot row'),
    hint: t('Row 0 alone gets gradients; the others show what a step does to rows that do not occur.'),
    batch: (moment) => normals([0], moment),
  },
  duplicates: {
    title: t('Duplicate ids'),
    hint: t('Every id occurs {0} times a step: gradient accumulation makes the difference.', OCCURRENCES),
    batch: (moment) =>
      normals(
        range(moment.rows * OCCURRENCES).map((i) => i % moment.rows),
        moment,
      ),
  },
  vanishing: {
    title: t('Vanishing'),
    hint: t('Each step has {0} times the gradients of the one before.', VANISHING),
    batch: (moment) => alike(moment, moment.scale * VANISHING ** moment.step),
  },
  exploding: {
    title: t('Exploding'),
    hint: t('Each step has {0} times the gradients of the one before.', EXPLODING),
    batch: (moment) => alike(moment, moment.scale * EXPLODING ** moment.step),
  },
  zero: {
    title: t('Zero'),
    hint: t('Every row occurs with a gradient of 0: what moves now moves by itself.'),
    batch: (moment) => alike(moment, 0),
  },
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof PRESETS;
export const PRESET_NAMES = Object.keys(PRESETS) as PresetName[];

/** Between −1 and 1, different for neighbours. */
const targetOf = (row: number, column: number) => Math.sin(1 + row * 2.4 + column * 1.7);
