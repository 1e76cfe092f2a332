// The states of a table after training steps, as JSON, CSV or text.
import {
  csvHeader,
  firstNonFinite,
  formatFloat32,
  type OptimizerSettings,
  optimizerNamed,
  programText,
  Simulation,
  type SimulationStart,
  type State,
  type Step,
  stateCsv,
  stateJson,
  touchesAllRows,
  variables,
} from '../../optimizers';
import { readableNumber } from './readable-number';

/** Which states are written, and which of their rows. */
export interface Selection {
  readonly last: boolean;
  readonly every: number | undefined;
  /** Only rows that were updated since the state that was written before. */
  readonly touched: boolean;
}

/** The steps of a training. */
export interface Course extends SimulationStart {
  /** The steps for the description, if the engine gets them in another form. */
  readonly described?: OptimizerSettings;
  readonly count: number;
  /** `index` counts from 0. The gradients may depend on the values that look-ups return. */
  readonly step: (index: number, simulation: Simulation) => Step;
  /** Ids in all steps, at most. */
  readonly ids: number;
}

interface Shown {
  /** Counted from 1. */
  readonly step: number;
  readonly state: State;
  readonly lookups: State['parameters'] | undefined;
  readonly ids: ArrayLike<number>;
  /** The rows updated since the state before. */
  readonly touched: readonly number[];
  readonly first: boolean;
}

interface Format {
  readonly head: (course: Course) => string;
  readonly state: (shown: Shown) => string;
  readonly foot: string;
}

export type TrajectoryFormat = 'json' | 'csv' | 'text';

function formatsFor({ last, every, touched }: Selection): Readonly<Record<TrajectoryFormat, Format>> {
  // Whole states in order need not be numbered.
  const numbered = last || every !== undefined || touched;
  return {
    json: {
      head: () => '{"steps":[',
      state: ({ step, state, touched: rows, first }) => {
        const numbers = `${numbered ? `"step":${step},` : ''}${touched ? `"rows":[${rows}],` : ''}`;
        return `${first ? '' : ','}{${numbers}${stateJson(state, touched ? rows : undefined)}}`;
      },
      foot: ']}\n',
    },
    csv: {
      head: ({ initial }) => csvHeader(initial) + (numbered ? '' : stateCsv(0, initial)),
      state: ({ step, state, touched: rows }) => stateCsv(step, state, touched ? rows : undefined),
      foot: '',
    },
    text: {
      head: ({ settings, described = settings, initial }) =>
        `${describe(described)}\nStart\n${table(initial, undefined)}`,
      state: ({ step, state, lookups, ids, touched: rows }) => {
        const some = touched || state.parameters.rows > MOST_ROWS ? rows : undefined;
        return `\nAfter step ${step}, with gradients for ${rowsText(ids)}\n${table(state, lookups, some)}`;
      },
      foot: '',
    },
  };
}

/** The engine for a number of values. */
export type BackendFor = ConstructorParameters<typeof Simulation>[3];

/** The requested states as pieces of a text, empty for the other steps. `note` gets sentences about the numbers. */
export function* trajectory(
  course: Course,
  format: TrajectoryFormat,
  selection: Selection,
  backendFor: BackendFor,
  note: (sentence: string) => void,
): Generator<string> {
  const { settings, initial, count } = course;
  const simulation = new Simulation(settings, initial, {}, backendFor);
  const { head, state, foot } = formatsFor(selection)[format];
  yield head(course);
  const all = touchesAllRows(settings) ? [...Array(initial.parameters.rows).keys()] : undefined;
  const touched = new Set<number>();
  let first = true;
  let finite = firstNonFinite(initial) === undefined;
  for (let index = 0; index < count; index++) {
    const step = course.step(index, simulation);
    simulation.step(step);
    for (let i = 0; i < step.ids.length; i++) touched.add(step.ids[i]!);
    if (isShown(index + 1, count, selection)) {
      const rows = all ?? [...touched].sort((a, b) => a - b);
      const lookups = settings.quantization && simulation.lookup();
      yield state({
        step: index + 1,
        state: simulation.state,
        lookups,
        ids: step.ids,
        touched: rows,
        first,
      });
      touched.clear();
      first = false;
    } else yield '';
    const broken = finite && firstNonFinite(simulation.state);
    if (!broken) continue;
    finite = false;
    const { variable, row, column, value } = broken;
    note(`steps[${index}] makes ${variable}[${row}][${column}] ${value}.`);
  }
  yield foot;
}

/** Whether the state after a step, counted from 1, is requested. The last one always is. */
export const isShown = (step: number, count: number, { last, every }: Selection): boolean =>
  step === count || (!last && step % (every ?? 1) === 0);

/** How many numbers a trajectory holds, at most. */
export function amountOf(
  { settings, initial, count, ids }: Course,
  { last, every, touched }: Selection,
): number {
  const { rows, columns } = initial.parameters;
  const states = last ? 1 : Math.ceil(count / (every ?? 1));
  const all = rows * states;
  const written = touched && !touchesAllRows(settings) ? Math.min(ids, all) : all;
  return written * columns * (1 + initial.slots.size);
}

/** The optimizer and its formula. */
export function describe(settings: OptimizerSettings): string {
  const { optimizer, learningRate, gradientAccumulation } = settings;
  const head = [optimizerNamed(optimizer)!.title];
  if (learningRate) {
    head.push(
      'tag' in learningRate
        ? `learning rate of tag ${learningRate.tag}`
        : `learning rate ${formatFloat32(learningRate.constant)}`,
    );
  }
  head.push(`gradient accumulation ${gradientAccumulation ? 'on' : 'off'}`);
  return [head.join(', '), ...programText(settings).map((line) => `  ${line}`), ''].join('\n');
}

const MOST_ROWS = 20;
const MOST_COLUMNS = 8;

/** A state, or some rows of it, and the values that look-ups return if they differ. */
function table(state: State, lookups: State['parameters'] | undefined, some?: readonly number[]): string {
  const { columns } = state.parameters;
  const rows = some ?? [...Array(state.parameters.rows).keys()];
  const shown = Math.min(columns, MOST_COLUMNS);
  const visible = rows.slice(0, MOST_ROWS);
  const all = [...variables(state), ...(lookups ? [['looked up', lookups] as const] : [])];
  const numbers = all.map(([name, { data }]) => {
    const lines = visible.map((row) =>
      Array.from({ length: shown }, (_, column) => readableNumber(data[row * columns + column]!)),
    );
    const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
    return [name, ...lines.map((line) => line.map((cell, i) => cell.padStart(widths![i]!)).join('  '))];
  });
  const blocks = [['row', ...visible.map(String)], ...numbers];
  const widths = blocks.map((block) => Math.max(...block.map((cell) => cell.length)));
  const body = Array.from({ length: visible.length + 1 }, (_, line) =>
    `  ${blocks.map((block, i) => block[line]!.padEnd(widths[i]!)).join('  ')}`.trimEnd(),
  );
  if (rows.length > visible.length) body.push(`  … and ${rows.length - visible.length} rows more`);
  if (columns > shown) body.push(`  … and ${columns - shown} columns more`);
  return body.map((line) => `${line}\n`).join('');
}

function rowsText(ids: ArrayLike<number>): string {
  if (ids.length === 0) return 'no row';
  const named = Array.from({ length: Math.min(ids.length, MOST_ROWS) }, (_, i) => ids[i]).join(', ');
  const more = ids.length > MOST_ROWS ? ` and ${ids.length - MOST_ROWS} more` : '';
  return `${ids.length === 1 ? 'row' : 'the rows'} ${named}${more}`;
}
