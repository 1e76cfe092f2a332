import { printable } from '../../../basics/terminal';
import { UsageError } from '../../../basics/usage-error';
import { SpecError } from '../../../optimizers';
import type { Failure } from '../../../rules/guard';
import { type Caller, fromOptimizer, fromSpec, type SimulationInput } from '../../simulation/input';
import { optimizerIn } from '../../simulation/optimizer';
import { NUMBER_NAMES, NUMBERS, SCENARIO_NAMES } from '../../simulation/scenario';
import { type Limits, simulated } from '../../simulation/simulated';
import type { Selection } from '../../simulation/trajectory';
import type { Arguments } from '../arguments';
import { analysisOf, LANGUAGE, open, TEXT } from '../opened';
import { boolean, integer, type JsonSchema, list, number, object, text } from '../schema';
import type { Host, Tool } from '../tool';
import { CELL, lineGiven } from './chosen-by-line';

/** Limits: an answer that a model can read, and some seconds of work. */
const LIMITS: Limits = {
  maxNumbers: 5000,
  maxNumbersOfLast: 5000,
  maxWork: 5e8,
  advice: 'use fewer rows or steps, or a larger every',
};
const MAX_LOSSES = 500;

/** Numbers that are not finite are words, as in protobuf's JSON. */
const VALUE: JsonSchema = {
  anyOf: [{ type: 'number' }, { type: 'string', enum: ['NaN', 'Infinity', '-Infinity'] }],
};
const MATRIX = list(list(VALUE));
const LOSSES = { loss: VALUE, frequent: VALUE, rare: VALUE };

const STATE: JsonSchema = {
  ...object(
    { step: integer('From 1.'), parameters: MATRIX },
    'Of given gradients: the table, and each slot by its name.',
  ),
  additionalProperties: MATRIX,
};

const RATES = list({ anyOf: [VALUE, { type: 'null' }] }, 'Effective learning rate of each of rows.');

export const simulate: Tool = {
  name: 'simulate',
  title: 'Simulate a TPU embedding optimizer',
  summary: 'Computes what an optimizer does to a table, step by step.',
  icon: 'graph-line',
  description:
    'Computes in float32 what an optimizer of TPU embedding does to a table, step by step, with slot variables, clipping, weight decay and gradient accumulation as the TPU has them. Ask about an optimizer of a configuration or program (text or path, with table or line where there are several), or give optimizationParameters. Gradients are given (steps), or come from a scenario: zipf (default) looks up ids with realistic frequencies, pulls each row to a target and describes in sentences how fast frequent and rare rows learn; the others make simple gradients. Use it to compare optimizers, learning rates or initial accumulators before training. Without every, the answer has the state after the last step.',
  takes: object({
    ...TEXT,
    ...LANGUAGE,
    'table?': text('The table whose optimizer is simulated.'),
    'line?': integer('The line of the optimizer, from 1; in a notebook from the first line of the cell.', 1),
    'cell?': CELL,
    'optimizationParameters?': {
      type: 'object',
      description:
        'Instead of text and path: tensorflow.tpu.OptimizationParameters as ProtoJSON, such as {"adagrad": {}, "learningRate": {"constant": 0.1}}.',
    },
    'initial?': {
      type: 'object',
      description:
        'Initial values of slots, such as {"accumulators": 0.1}, and parameters: the table as a list of rows.',
    },
    'steps?': {
      type: 'array',
      description:
        'With optimizationParameters and initial.parameters: the gradients of each step, as {"ids": [0], "gradients": [[0.1, -0.2]]}.',
    },
    'learningRate?': number('Overrides the written rate, or gives one that is passed at run time.'),
    'sparsecore?': boolean('Train as TPUEmbeddingV2 does on SparseCores.'),
    'scenario?': {
      anyOf: [{ type: 'string' }, { type: 'object' }],
      description: `${SCENARIO_NAMES.join(', ')}; or an object with name and ${NUMBER_NAMES.map((name) => `${name} (${rangeOf(name)})`).join(', ')}.`,
    },
    'every?': integer('Answer with the state after every Nth step and after the last one.', 1),
  }),
  answers: object({
    'scenario?': { type: 'object', description: 'Of zipf: what was simulated, with its defaults.' },
    'start?': object(LOSSES, 'Before the first step; a loss of 1 is that of a table of zeros.'),
    steps: list({
      anyOf: [
        STATE,
        object(
          {
            step: integer(),
            ...LOSSES,
            neverSeen: integer('Rows that were never looked up.'),
            rates: RATES,
            lookups: list(integer()),
          },
          'Of zipf: losses of all, of frequent and of rare rows.',
        ),
      ],
    }),
    'rows?': list(
      object({
        role: text('frequent, middling or rare.'),
        row: integer(),
        'id?': text(),
        probability: VALUE,
        lookups: integer(),
        rate: { anyOf: [VALUE, { type: 'null' }] },
      }),
      'Of zipf: rows that are followed.',
    ),
    'summary?': object({
      ...LOSSES,
      wayOfFrequent: VALUE,
      wayOfRare: VALUE,
      neverSeen: integer(),
      diverges: boolean(),
      'divergesAt?': integer('The step.'),
      sentences: list(text(), 'What to conclude.'),
    }),
    'notes?': list(text(), 'Notes about the numbers, and problems that the rules find in the settings.'),
  }),
  async run(given, host) {
    const notes: string[] = [];
    const caller: Caller = {
      spelling: (option) => option.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      note: (lines) => void notes.push(...lines.map(printable)),
      onFailure({ error }: Failure) {
        throw error;
      },
    };
    const every = given.get('every') as number | undefined;
    try {
      const input = await inputOf(given, host, caller);
      const isZipf = 'scenario' in input.training && input.training.scenario.name === 'zipf';
      if (isZipf) checkLosses(input, every);
      const shown: Selection = { last: every === undefined, every, touched: false };
      const data = JSON.parse(
        await written(simulated(input, 'json', shown, LIMITS, caller, host.backendFor), host),
      );
      const told = isZipf ? { ...shown, last: false } : shown;
      const text = await written(
        simulated(input, 'text', told, LIMITS, { ...caller, note: () => {} }, host.backendFor),
        host,
      );
      return {
        data: { ...data, ...(notes.length > 0 && { notes }) },
        text: [...notes, text].join('\n'),
      };
    } catch (error) {
      if (error instanceof SpecError) throw new UsageError([...notes, error.message].join('\n'));
      throw error;
    }
  },
};

function rangeOf(name: (typeof NUMBER_NAMES)[number]): string {
  const { min, max } = NUMBERS[name];
  return `${min} to ${max}`;
}

async function inputOf(given: Arguments, host: Host, caller: Caller): Promise<SimulationInput> {
  const read = (name: string) => given.get(name);
  const overrides = {
    learningRate: read('learningRate') as number | undefined,
    sparsecore: read('sparsecore') === true,
  };
  const spec = ['optimizationParameters', 'initial', 'steps', 'scenario'].filter((name) => given.has(name));
  if (given.has('optimizationParameters')) {
    const superfluous = ['text', 'path', 'table', 'line'].find((name) => given.has(name));
    if (superfluous) throw new UsageError(`Give ${superfluous} or optimizationParameters, not both.`);
    const isScenario = given.has('scenario') || !given.has('steps');
    const members = Object.fromEntries(spec.map((name) => [name, read(name)]));
    return fromSpec(
      { ...members, ...(isScenario && { scenario: read('scenario') ?? 'zipf' }) },
      overrides,
      'settings',
      caller,
    );
  }
  if (given.has('steps'))
    throw new UsageError(
      'steps go with optimizationParameters. For an optimizer of a text, choose a scenario.',
    );
  const opened = await open(given, host);
  const analysis = await analysisOf(opened);
  const table = read('table') as string | undefined;
  const found = optimizerIn(analysis, opened.program, lineGiven(given, opened.name), table, caller.spelling);
  const initial = read('initial') as Record<string, number> | undefined;
  return fromOptimizer(found, { ...overrides, initial }, caller, read('scenario'));
}

function checkLosses({ training }: SimulationInput, every: number | undefined): void {
  if (!('scenario' in training) || every === undefined) return;
  const { steps } = training.scenario.options;
  const least = Math.ceil(steps / MAX_LOSSES);
  if (every < least) throw new UsageError(`every takes at least ${least} for ${steps} steps.`);
}

/** Other requests run between the pieces. */
async function written(pieces: Iterable<string>, host: Host): Promise<string> {
  let text = '';
  let done = 0;
  for (const piece of pieces) {
    text += piece;
    await host.turn(++done);
  }
  return text;
}
