import { printable } from '../../../basics/terminal';
import { UsageError } from '../../../basics/usage-error';
import { SpecError } from '../../../optimizers';
import type { Failure } from '../../../rules/guard';
import { type Caller, fromOptimizer, fromSpec, type SimulationInput } from '../../simulation/input';
import { optimizerIn } from '../../simulation/optimizer';
import { NUMBER_NAMES, SCENARIO_NAMES } from '../../simulation/scenario';
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
  ...object({ step: integer(), parameters: MATRIX }),
  additionalProperties: MATRIX,
};

const RATES = list({ anyOf: [VALUE, { type: 'null' }] });

export const simulate: Tool = {
  name: 'simulate',
  title: 'Simulate a TPU embedding optimizer',
  summary: 'Computes what an optimizer does to a table, step by step.',
  icon: 'graph-line',
  description:
    'What an optimizer does to a table, step by step, in float32 as TPUs compute it: of a text or path (with table or line where there are several), or of optimizationParameters. Gradients are steps, or come from a scenario; zipf (default) tells in sentences how fast frequent and rare rows learn. Use it to compare optimizers, rates and initial values. Without every: the last state.',
  takes: object({
    ...TEXT,
    ...LANGUAGE,
    'table?': text('The table to simulate.'),
    'line?': integer('The line of the optimizer, from 1.', 1),
    'cell?': CELL,
    'optimizationParameters?': {
      type: 'object',
      description: 'OptimizationParameters as ProtoJSON: {"adagrad": {}, "learningRate": {"constant": 0.1}}.',
    },
    'initial?': {
      type: 'object',
      description: 'Slots, such as {"accumulators": 0.1}, and parameters: rows.',
    },
    'steps?': {
      type: 'array',
      description: 'Each {"ids": [0], "gradients": [[0.1, -0.2]]}.',
    },
    'learningRate?': number('In place of the written rate.'),
    'sparsecore?': boolean('As on SparseCores.'),
    'scenario?': {
      anyOf: [{ type: 'string' }, { type: 'object' }],
      description: `${SCENARIO_NAMES.join(', ')}; or an object of name and ${NUMBER_NAMES.join(', ')}.`,
    },
    'every?': integer('The state after every Nth step.', 1),
  }),
  answers: object({
    'scenario?': { type: 'object' },
    'start?': object(LOSSES),
    steps: list({
      anyOf: [
        STATE,
        object({
          step: integer(),
          ...LOSSES,
          neverSeen: integer(),
          rates: RATES,
          lookups: list(integer()),
        }),
      ],
    }),
    'rows?': list(
      object({
        role: text(),
        row: integer(),
        'id?': text(),
        probability: VALUE,
        lookups: integer(),
        rate: { anyOf: [VALUE, { type: 'null' }] },
      }),
    ),
    'summary?': object({
      ...LOSSES,
      wayOfFrequent: VALUE,
      wayOfRare: VALUE,
      neverSeen: integer(),
      diverges: boolean(),
      'divergesAt?': integer(),
      sentences: list(text()),
    }),
    'notes?': list(text()),
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
