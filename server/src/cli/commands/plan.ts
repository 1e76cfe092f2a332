import { json, lines } from '../../basics/terminal';
import { UsageError } from '../../basics/usage-error';
import { nothingIn } from '../../reports/derived';
import { placesIn } from '../../reports/places';
import { plannedJson, plannedOn, type Sized, sizedInProgram, sizedInText } from '../../reports/plan';
import { plannedText } from '../../reports/plan-text';
import { CONFIGURATION } from '../../schema/builtin';
import { type Command, choice, printError, type Values } from '../command';
import { openConfiguration } from '../input/configuration';
import {
  analyzeProgram,
  isProgram,
  PROGRAM_OPTIONS,
  readProgram,
  STRATEGY_OPTIONS,
  sliceAround,
  strategyAround,
} from '../input/program';
import { oneInput, STDIN_FILENAME } from '../input/standard-input';

export const plan: Command = {
  usage: 'plan [--tpu NAME] [--format text|json] FILE | --stdin-filename NAME -',
  summary: 'Show the memory of tables by slot, device and host, and whether a TPU slice holds them.',
  arguments: {
    FILE: 'A configuration in text format, a program or a notebook.',
    '-': 'Standard input: a configuration, unless --stdin-filename names a program or a notebook.',
  },
  options: {
    format: { type: 'string', value: 'FORMAT', about: 'text or json.' },
    ...PROGRAM_OPTIONS,
    tpu: {
      type: 'string',
      value: 'NAME',
      about:
        'The slice, such as v5p-16; else that of the configuration file, or of the devices that a program names for its SparseCores. Without any, only memory is shown.',
    },
    ...STDIN_FILENAME,
  },
  statuses: {
    0: 'The tables fit, or neither an option nor the program names a slice.',
    1: 'They do not fit, or the configuration is invalid or refused: no slice runs it.',
    2: 'Wrong usage, or a named file that cannot be read.',
  },
  examples: [
    ['plan --tpu v5p-16 tpu_embedding.textproto', 'Whether its tables fit on that slice.'],
    ['plan model.py', 'The memory of the tables of a program.'],
  ],
  async run(values, paths) {
    const format = choice(values, 'format', ['text', 'json']);
    const input = oneInput(values, paths, this.usage);
    const { slice, isSound: isConfigured } = sliceAround(input.path, values);
    const { found, isSound } = isProgram(input.path)
      ? await inProgram(input, values)
      : await inText(input, values);
    const planned = found.map((each) => plannedOn(each, slice));
    if (format === 'text') process.stdout.write(lines(planned.flatMap(plannedText)));
    else if (planned.length > 0) process.stdout.write(json(plannedJson(planned)));
    if (!isConfigured) return 2;
    return isSound && planned.every(({ plan: { fits } }) => fits !== false) ? 0 : 1;
  },
};

type Input = ReturnType<typeof oneInput>;

interface Reading {
  readonly found: readonly Sized[];
  /** Whether TensorFlow accepts all configurations. */
  readonly isSound: boolean;
}

async function inText({ from, path }: Input, values: Values): Promise<Reading> {
  const option = Object.keys(STRATEGY_OPTIONS).find((name) => values[name] !== undefined);
  if (option !== undefined)
    throw new UsageError(`--${option} is for programs, and ${path} is a configuration. Leave it out.`);
  const { snapshot, isValid } = await openConfiguration(from, path);
  const found = sizedInText(path, snapshot, isValid);
  if (found.length === 0) printError(`${path}: not a ${CONFIGURATION}. ${snapshot.resolution.detail}`);
  return { found, isSound: isValid && found.length > 0 };
}

async function inProgram({ from, path }: Input, values: Values): Promise<Reading> {
  const program = await readProgram(from, path);
  const { strategy } = strategyAround(path, values);
  const analysis = analyzeProgram(program, path);
  const { found, refused } = sizedInProgram(path, analysis, placesIn(program), strategy);
  if (found.length + refused.length === 0) throw new UsageError(nothingIn(path));
  for (const refusal of refused) printError(refusal);
  return { found, isSound: refused.length === 0 };
}
