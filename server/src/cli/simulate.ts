import { once } from 'node:events';
import {
  csvHeader,
  firstNonFinite,
  formatFloat32,
  type OptimizerSettings,
  optimizers,
  programText,
  readSpec,
  Simulation,
  type SimulationSpec,
  SpecError,
  type State,
  type Step,
  stateCsv,
  stateJson,
  variables,
} from '../optimizers';
import { lines } from '../text/terminal';
import { type Command, choice, UsageError } from './command';
import type { Decoded } from './decode';
import { readText } from './files';

/** More numbers than this are no output that anyone reads: a gigabyte or so. */
const MAX_NUMBERS = 100_000_000;
/** Of more arrays, objects and fields than this, JSON takes minutes to read and more memory than there is. */
const MAX_PARTS = 5_000_000;

export const simulate: Command = {
  usage: 'simulate [--format json|csv|text] SPEC.json',
  summary:
    'Compute in float32 what an optimizer does to a table, step by step. SPEC.json, or - for standard input:\n' +
    '      {"optimizationParameters": {"adagrad": {}, "learningRate": {"constant": 0.1}},\n' +
    '       "initial": {"parameters": [[0.5, 0.5]], "accumulators": 0.1},\n' +
    '       "steps": [{"ids": [0], "gradients": [[0.1, -0.2]]}]}',
  options: { format: { type: 'string', value: 'FORMAT', about: 'json, csv or text.' } },
  async run(values, [path, ...more]) {
    const format = choice(values, 'format', ['json', 'csv', 'text']);
    if (path === undefined || more.length > 0) throw new UsageError('Name one file.', this.usage);
    const decoded = await readText(path);
    const place = path === '-' ? 'standard input' : path;
    try {
      const spec = readSpec(parseJson(decoded));
      checkAmount(spec);
      await run(spec, formats[format]);
      return 0;
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      process.stderr.write(lines([`${place}: error: ${error.message}`]));
      return 1;
    }
  },
};

interface Format {
  readonly head: (spec: SimulationSpec) => string;
  /** `index` counts from 0. */
  readonly step: (state: State, step: Step, index: number) => string;
  readonly foot: string;
}

const formats: Readonly<Record<'json' | 'csv' | 'text', Format>> = {
  json: {
    head: () => '{"steps":[',
    step: (state, _, index) => `${index > 0 ? ',' : ''}${stateJson(state)}`,
    foot: ']}\n',
  },
  csv: {
    head: ({ initial }) => csvHeader(initial) + stateCsv(0, initial),
    step: (state, _, index) => stateCsv(index + 1, state),
    foot: '',
  },
  text: {
    head: ({ settings, initial }) => `${describe(settings)}\nStart\n${table(initial)}`,
    step: (state, { ids }, index) =>
      `\nAfter step ${index + 1}, with gradients for ${rowsText(ids)}\n${table(state)}`,
    foot: '',
  },
};

async function run({ settings, initial, steps }: SimulationSpec, format: Format): Promise<void> {
  const simulation = new Simulation(settings, initial);
  const { approximate } = optimizers.get(settings.optimizer)!;
  if (approximate) process.stderr.write(`note: ${settings.optimizer} is an approximation. ${approximate}\n`);
  if (settings.weightDecay.factor !== 0) {
    process.stderr.write(
      'note: when weight decay is applied is not published; here each update begins with it.\n',
    );
  }
  await write(format.head({ settings, initial, steps }));
  let finite = firstNonFinite(initial) === undefined;
  for (const [index, step] of steps.entries()) {
    simulation.step(step);
    await write(format.step(simulation.state, step, index));
    const broken = finite && firstNonFinite(simulation.state);
    if (!broken) continue;
    finite = false;
    const { variable, row, column, value } = broken;
    process.stderr.write(`note: steps[${index}] makes ${variable}[${row}][${column}] ${value}.\n`);
  }
  await write(format.foot);
}

/** Waits for a slow reader instead of heaping up what it has not read. */
async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

function parseJson({ text, misfits: [misfit] }: Decoded): unknown {
  if (misfit) throw new SpecError('', `${misfit.what}. Save the file as UTF-8.`);
  if (countParts(text) > MAX_PARTS) {
    const most = MAX_PARTS.toLocaleString('en-US');
    throw new SpecError(
      '',
      `at most ${most} arrays, objects and fields can be read; take fewer rows or steps`,
    );
  }
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    // It may quote the text, line breaks included.
    const problem = (error as SyntaxError).message.replaceAll(/\p{Cc}+/gu, ' ');
    const hint = /[[:,]\s*-?(?:NaN|Infinity)\b/.test(text)
      ? ' JSON has no NaN and Infinity; write "NaN", "Infinity" or "-Infinity".'
      : '';
    throw new SpecError('', `this is not JSON: ${problem}.${hint}`);
  }
}

/** Arrays, objects and fields of a JSON text; brackets and colons in its strings count, too. */
function countParts(text: string): number {
  let parts = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === BRACKET || code === BRACE || code === COLON) parts++;
  }
  return parts;
}

const [BRACKET, BRACE, COLON] = [...'[{:'].map((sign) => sign.charCodeAt(0));

function checkAmount({ initial, steps }: SimulationSpec): void {
  const { rows, columns } = initial.parameters;
  const numbers = rows * columns * (1 + initial.slots.size) * steps.length;
  if (numbers <= MAX_NUMBERS) return;
  const grouped = (count: number) => count.toLocaleString('en-US');
  throw new SpecError(
    'steps',
    `${grouped(numbers)} numbers would be written, at most ${grouped(MAX_NUMBERS)} can be; take fewer rows or steps`,
  );
}

function describe(settings: OptimizerSettings): string {
  const { optimizer, learningRate, gradientAccumulation } = settings;
  const head = [optimizers.get(optimizer)!.title];
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

function table(state: State): string {
  const { rows, columns } = state.parameters;
  const shown = Math.min(columns, MOST_COLUMNS);
  const visible = Math.min(rows, MOST_ROWS);
  const numbers = variables(state).map(([name, { data }]) => {
    const lines = Array.from({ length: visible }, (_, row) =>
      Array.from({ length: shown }, (_, column) => short(data[row * columns + column]!)),
    );
    const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
    return [name, ...lines.map((line) => line.map((cell, i) => cell.padStart(widths![i]!)).join('  '))];
  });
  const blocks = [['row', ...Array.from({ length: visible }, (_, row) => String(row))], ...numbers];
  const widths = blocks.map((block) => Math.max(...block.map((cell) => cell.length)));
  const body = Array.from({ length: visible + 1 }, (_, line) =>
    `  ${blocks.map((block, i) => block[line]!.padEnd(widths[i]!)).join('  ')}`.trimEnd(),
  );
  if (rows > MOST_ROWS) body.push(`  … and ${rows - MOST_ROWS} rows more`);
  if (columns > shown) body.push(`  … and ${columns - shown} columns more`);
  return body.map((line) => `${line}\n`).join('');
}

function rowsText(ids: ArrayLike<number>): string {
  if (ids.length === 0) return 'no row';
  return `${ids.length === 1 ? 'row' : 'the rows'} ${Array.from(ids).join(', ')}`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(6)));
}
