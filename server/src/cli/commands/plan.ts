import { json, lines } from '../../basics/terminal';
import { UsageError } from '../../basics/usage-error';
import { counted } from '../../configuration/quantities';
import { nothingIn } from '../../reports/derived';
import { placesIn } from '../../reports/places';
import { plannedJson, plannedOn, type Sized, sizedInProgram, sizedInText } from '../../reports/plan';
import { plannedText } from '../../reports/plan-text';
import { CONFIGURATION } from '../../schema/builtin';
import { type Slice, sliceNamed } from '../../sizing/slices';
import { type Command, choice, printError, type Values } from '../command';
import { openConfiguration } from '../input/configuration';
import {
  analyzeProgram,
  givenStrategy,
  isProgram,
  PROGRAM_OPTIONS,
  readProgram,
  STRATEGY_OPTIONS,
  strategyAround,
} from '../input/program';

export const plan: Command = {
  usage: 'plan [--tpu NAME] [--format text|json] FILE',
  summary: 'Show the memory of tables by slot, device and host, and whether they fit into a TPU slice.',
  arguments: { FILE: 'A configuration in text format, a program or a notebook.' },
  options: {
    tpu: {
      type: 'string',
      value: 'NAME',
      about: 'The slice, such as v5p-16. Without it, only memory is shown.',
    },
    format: { type: 'string', value: 'FORMAT', about: 'text or json.' },
    ...PROGRAM_OPTIONS,
  },
  statuses: {
    0: 'The tables fit, or no slice is named.',
    1: 'They do not fit.',
    2: 'Wrong usage, or a named file that cannot be read.',
  },
  examples: [
    ['plan --tpu v5p-16 tpu_embedding.textproto', 'Whether its tables fit on that slice.'],
    ['plan model.py', 'The memory of the tables of a program.'],
  ],
  async run(values, [path, ...more]) {
    const format = choice(values, 'format', ['text', 'json']);
    const slice = sliceOf(values);
    if (path === undefined || more.length > 0) throw new UsageError('Name one file.', this.usage);
    const { found, isSound } = isProgram(path)
      ? await inProgram(path, values, slice)
      : await inText(path, values);
    const planned = found.map((each) => plannedOn(each, slice));
    if (format === 'text') process.stdout.write(lines(planned.flatMap(plannedText)));
    else if (planned.length > 0) process.stdout.write(json(plannedJson(planned)));
    return isSound && planned.every(({ plan: { fits } }) => fits !== false) ? 0 : 1;
  },
};

function sliceOf({ tpu }: Values): Slice | undefined {
  if (tpu === undefined) return undefined;
  const slice = sliceNamed(String(tpu));
  if ('problem' in slice) throw new UsageError(slice.problem);
  return slice;
}

interface Reading {
  readonly found: readonly Sized[];
  /** Whether TensorFlow accepts all configurations. */
  readonly isSound: boolean;
}

async function inText(path: string, values: Values): Promise<Reading> {
  const option = Object.keys(STRATEGY_OPTIONS).find((name) => values[name] !== undefined);
  if (option !== undefined)
    throw new UsageError(`--${option} is for programs, and ${path} is a configuration. Leave it out.`);
  const { snapshot, isValid } = await openConfiguration(path);
  const found = sizedInText(path, snapshot, isValid);
  if (found.length === 0) printError(`${path}: not a ${CONFIGURATION}. ${snapshot.resolution.detail}`);
  return { found, isSound: isValid && found.length > 0 };
}

async function inProgram(path: string, values: Values, slice: Slice | undefined): Promise<Reading> {
  const options = givenStrategy(values);
  if (slice && options.numHosts !== undefined && options.numHosts !== slice.hosts)
    throw new UsageError(
      `${slice.name} has ${counted(slice.hosts, 'host')}, and --num-hosts says ${options.numHosts}. Leave one out.`,
    );
  const program = await readProgram(path);
  // The named slice decides the number of hosts, even if the configuration file has another number.
  const given = { ...options, numHosts: options.numHosts ?? slice?.hosts };
  const { strategy } = strategyAround(path, values, given);
  const analysis = analyzeProgram(program, path);
  const { found, refused } = sizedInProgram(path, analysis, placesIn(program), strategy);
  if (found.length + refused.length === 0) throw new UsageError(nothingIn(path));
  for (const refusal of refused) printError(refusal);
  return { found, isSound: refused.length === 0 };
}
