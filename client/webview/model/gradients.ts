// Gradients to preview an optimizer with.
import type { Random } from './random';

/** The gradients of one step: a row of numbers for each id, which may occur more than once. */
export interface Batch {
  ids: number[];
  gradients: number[][];
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

const vanishing = 0.85;
const exploding = 1.25;
/** Times that an id occurs in one batch of duplicates. */
const occurrences = 3;

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

const normals = ({ columns, scale, random }: Moment) => range(columns).map(() => scale * random.normal());
const constants = ({ columns, scale }: Moment) => range(columns).map(() => scale);

/** A batch that holds each of `ids` once, with a row of gradients of its own. */
const batchOf = (ids: number[], row: (id: number) => number[]): Batch => ({ ids, gradients: ids.map(row) });

export const presets = {
  random: {
    title: 'Random',
    hint: 'Every row gets normally distributed gradients.',
    batch: (moment) => batchOf(range(moment.rows), () => normals(moment)),
  },
  constant: {
    title: 'Constant',
    hint: 'Every cell gets the same gradient in every step.',
    batch: (moment) => batchOf(range(moment.rows), () => constants(moment)),
  },
  target: {
    title: 'Pull to a target',
    hint: 'Gradients of a squared error: each row is drawn to a value of its own.',
    batch: (moment) =>
      batchOf(range(moment.rows), (row) => {
        const current = moment.lookup(row);
        return range(moment.columns).map(
          (column) => moment.scale * (current[column]! - targetOf(row, column)),
        );
      }),
  },
  popular: {
    title: 'Popular and rare rows',
    hint: 'Row r occurs in one step of r + 1 on average, as popular and rare ids do.',
    batch: (moment) => {
      const ids = range(moment.rows).filter((row) => moment.random.uniform() * (row + 1) < 1);
      return batchOf(ids, () => normals(moment));
    },
  },
  oneHot: {
    title: 'One hot row',
    hint: 'Row 0 alone gets gradients; the others show what a step does to rows that do not occur.',
    batch: (moment) => batchOf([0], () => normals(moment)),
  },
  duplicates: {
    title: 'Duplicate ids',
    hint: `Every id occurs ${occurrences} times a step: gradient accumulation makes the difference.`,
    batch: (moment) =>
      batchOf(
        range(moment.rows * occurrences).map((i) => i % moment.rows),
        () => normals(moment),
      ),
  },
  vanishing: {
    title: 'Vanishing',
    hint: `Each step has ${vanishing} times the gradients of the one before.`,
    batch: (moment) => batchOf(range(moment.rows), () => fading(moment, vanishing)),
  },
  exploding: {
    title: 'Exploding',
    hint: `Each step has ${exploding} times the gradients of the one before.`,
    batch: (moment) => batchOf(range(moment.rows), () => fading(moment, exploding)),
  },
  zero: {
    title: 'Zero',
    hint: 'Every row occurs with a gradient of 0: what moves now moves by itself.',
    batch: (moment) => batchOf(range(moment.rows), () => range(moment.columns).map(() => 0)),
  },
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof presets;
export const presetNames = Object.keys(presets) as PresetName[];

const fading = (moment: Moment, factor: number) =>
  constants(moment).map((gradient) => gradient * factor ** moment.step);

/** Between −1 and 1, different for neighbours. */
const targetOf = (row: number, column: number) => Math.sin(1 + row * 2.4 + column * 1.7);
