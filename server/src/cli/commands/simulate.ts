import { lines } from '../../basics/terminal';
import { UsageError } from '../../basics/usage-error';
import { MAX_CELLS, SpecError } from '../../optimizers';
import { vectorBackend } from '../../optimizers/vector-backend';
import { type Limits, simulated } from '../../reports/simulation/simulated';
import { isTextFormat } from '../../textproto/file-names';
import { type Command, choice, writePieces } from '../command';
import { targetOf } from '../input/optimizer-in-file';
import { isProgram } from '../input/program';
import { numberOption, SCENARIO_OPTIONS } from '../input/scenario-options';
import { askedByFile, askedBySpec, PERSON } from '../input/simulation-input';

/** A limit for the numbers in the output. Beyond it, the output would be about a gigabyte. */
const MAX_NUMBERS = 100_000_000;

const LIMITS: Limits = {
  maxNumbers: MAX_NUMBERS,
  maxNumbersOfLast: Math.max(MAX_NUMBERS, 8 * MAX_CELLS),
  // About a minute.
  maxWork: 5e9,
  advice: 'use fewer rows or steps, or --last, --every or --touched',
};

export const simulate: Command = {
  usage:
    'simulate [--format json|csv|text] SPEC.json | simulate [--scenario NAME] FILE.textproto --table NAME | FILE.py:LINE',
  summary: 'Compute in float32 what an optimizer does to a table, step by step.',
  details: [
    'The gradients come from SPEC.json or from a scenario. For an optimizer of a configuration, a program or a notebook, the default scenario is zipf: a few ids are frequent, and most are rare.',
    `SPEC.json:
  {"optimizationParameters": {"adagrad": {}, "learningRate": {"constant": 0.1}},
   "initial": {"parameters": [[0.5, 0.5]], "accumulators": 0.1},
   "steps": [{"ids": [0], "gradients": [[0.1, -0.2]]}]}`,
    `An optimizer of jax-tpu-embedding takes the place of optimizationParameters; each of steps may have the "step" that the program passes (left out: 0, 1, 2, …; null: it passes none):
  {"optimizer": {"library": "jax-tpu-embedding", "name": "AdamOptimizerSpec", "arguments": {"learning_rate": 0.1}},
   "initial": {"parameters": [[0.5, 0.5]]}, "limits": [-1, 1],
   "steps": [{"ids": [0], "gradients": [[0.1, -0.2]], "step": 0}]}`,
  ],
  arguments: {
    'SPEC.json': 'An optimizer, a table and gradients, or - for standard input.',
    'FILE.textproto': 'A configuration; --table chooses the optimizer.',
    'FILE.py:LINE': 'The optimizer at a line of a program or a notebook.',
  },
  options: {
    format: { type: 'string', value: 'FORMAT', about: 'json, csv or text.' },
    table: { type: 'string', value: 'NAME', about: 'The table whose optimizer is simulated.' },
    'learning-rate': {
      type: 'string',
      value: 'N',
      about: 'The learning rate. Overrides the one in the file, if any.',
    },
    initial: {
      type: 'string',
      multiple: true,
      value: 'SLOT=N',
      about: 'The initial value of a slot, such as accumulators=1e-6.',
    },
    sparsecore: {
      type: 'boolean',
      about: 'Train as TPUEmbeddingV2 does on SparseCores. A note lists the settings that it ignores.',
    },
    ...SCENARIO_OPTIONS,
    last: { type: 'boolean', about: 'Show only the state after the last step.' },
    every: {
      type: 'string',
      value: 'N',
      about: 'Show only the state after every Nth step and after the last one.',
    },
    touched: {
      type: 'boolean',
      about: 'Show only the rows that were updated since the previous state shown.',
    },
  },
  statuses: {
    0: 'The steps are written.',
    1: 'The specification is not valid.',
    2: 'Wrong usage, or a named file that cannot be read.',
  },
  examples: [
    ['simulate --format text spec.json', 'The state after each step, for people.'],
    [
      'simulate --scenario zipf --format text model.py:74',
      'An optimizer of a program, on ids with realistic frequencies.',
    ],
    [
      'simulate tpu_embedding.textproto --table user --last',
      'The state of one table after the last step, as JSON.',
    ],
  ],
  async run(values, [argument, ...more]) {
    if (argument === undefined || more.length > 0) throw new UsageError('Name one file.', this.usage);
    const target = targetOf(argument);
    const isSpec = argument === '-' || !hasOptimizers(target.path);
    const format = choice(values, 'format', ['json', 'csv', 'text']);
    const selection = {
      last: values['last'] === true,
      every: numberOption(values, 'every', { min: 1, max: 2 ** 31, whole: true }),
      touched: values['touched'] === true,
    };
    try {
      const asked = isSpec ? await askedBySpec(argument, values) : await askedByFile(target, values);
      await writePieces(simulated(asked, format, selection, LIMITS, PERSON, vectorBackend));
      return 0;
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      const place = argument === '-' ? 'standard input' : argument;
      process.stderr.write(lines([`${place}: error: ${error.message}`]));
      return 1;
    }
  },
};

const hasOptimizers = (path: string) => isProgram(path) || isTextFormat(path);
