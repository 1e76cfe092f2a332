import { counted } from '../config/quantities';
import { sizedConfigurations } from '../languages/textproto/sized';
import type { SizedTables } from '../protocol';
import { CONFIGURATION } from '../schema/builtin';
import { type Plan, planOf, smallestSlices } from '../sizing/plan';
import { type Slice, sliceNamed } from '../sizing/slices';
import { sourcesOf } from '../sizing/sources';
import { json, lines } from '../text/terminal';
import { type Command, choice, printError, UsageError, type Values } from './command';
import { openConfiguration } from './configuration';
import { planText } from './plan-text';
import {
  analyzeProgram,
  configuredStrategy,
  givenStrategy,
  isProgram,
  nothingIn,
  type Place,
  placesIn,
  placeText,
  readProgram,
  STRATEGY_OPTIONS,
  strategyFrom,
} from './program';
import { PROJECT_OPTIONS } from './selection-options';

export const plan: Command = {
  usage: 'plan [--tpu NAME] [--format text|json] FILE',
  summary: 'Show what tables take by slot, device and host, and whether they fit into a TPU slice.',
  arguments: { FILE: 'A configuration in text format, a program or a notebook.' },
  options: {
    tpu: {
      type: 'string',
      value: 'NAME',
      about: 'The slice, such as v5p-16; without it, memory alone is shown.',
    },
    format: { type: 'string', value: 'FORMAT', about: 'text or json.' },
    ...STRATEGY_OPTIONS,
    ...PROJECT_OPTIONS,
  },
  statuses: {
    0: 'The tables fit, or no slice is named.',
    1: 'They do not fit.',
    2: 'Wrong usage, or a named file that cannot be read.',
  },
  examples: [
    ['plan --tpu v5p-16 tpu_embedding.textproto', 'Whether its tables fit on that slice.'],
    ['plan model.py', 'What the tables of a program take.'],
  ],
  async run(values, [path, ...more]) {
    const format = choice(values, 'format', ['text', 'json']);
    const slice = sliceOf(values);
    if (path === undefined || more.length > 0) throw new UsageError('Name one file.', this.usage);
    const { found, isSound } = isProgram(path)
      ? await inProgram(path, values, slice)
      : await inText(path, values);
    const planned = found.map((each) => ({ ...each, plan: withNotes(planOf(each.sizes, slice), each) }));
    const output = planned.map(({ at, sizes, plan }) => ({ ...asJson(plan, sizes), ...(at && { at }) }));
    if (format === 'text')
      process.stdout.write(lines(planned.flatMap(({ title, plan, sizes }) => planText(title, plan, sizes))));
    else if (output.length > 0)
      process.stdout.write(json(output.length === 1 ? output[0] : { configurations: output }));
    return isSound && planned.every(({ plan: { fits } }) => fits !== false) ? 0 : 1;
  },
};

function sliceOf({ tpu }: Values): Slice | undefined {
  if (tpu === undefined) return undefined;
  const slice = sliceNamed(String(tpu));
  if ('problem' in slice) throw new UsageError(slice.problem);
  return slice;
}

/** A configuration of a file. */
interface Found {
  readonly title: string;
  readonly sizes: SizedTables;
  /** What to know of them first, in sentences for people. */
  readonly notes?: readonly string[];
  /** Of a program: where it is made. */
  readonly at?: Place & { readonly path: string };
}

interface Reading {
  readonly found: readonly Found[];
  /** Whether TensorFlow takes all of it. */
  readonly isSound: boolean;
}

async function inText(path: string, values: Values): Promise<Reading> {
  const option = Object.keys(STRATEGY_OPTIONS).find((name) => values[name] !== undefined);
  if (option !== undefined)
    throw new UsageError(`--${option} is for programs, and ${path} is a configuration. Leave it out.`);
  const { snapshot, isValid } = await openConfiguration(path);
  const notes = isValid ? [] : ['The configuration has errors, so the figures may be wrong.'];
  const found = sizedConfigurations(snapshot).flatMap(({ sizes }) =>
    sizes ? [{ title: path, sizes, notes }] : [],
  );
  if (found.length === 0) printError(`${path}: not a ${CONFIGURATION}. ${snapshot.resolution.detail}`);
  return { found, isSound: isValid && found.length > 0 };
}

async function inProgram(path: string, values: Values, slice: Slice | undefined): Promise<Reading> {
  const said = givenStrategy(values);
  if (slice && said.numHosts !== undefined && said.numHosts !== slice.hosts)
    throw new UsageError(
      `${slice.name} has ${counted(slice.hosts, 'host')}, and --num-hosts says ${said.numHosts}. Leave one out.`,
    );
  const program = await readProgram(path);
  // The slice that is named has its hosts, whatever the configuration file says of another.
  const given = { ...said, numHosts: said.numHosts ?? slice?.hosts };
  const configured = configuredStrategy(path, values);
  const sized = analyzeProgram(program, path).sizes!(strategyFrom(given, configured.strategy));
  if (sized.length === 0) throw new UsageError(nothingIn(path));
  const placeOf = placesIn(program);
  const found: Found[] = [];
  for (const { sizes, refused, ...call } of sized) {
    const at = placeOf(refused?.at ?? call);
    const title = placeText(path, at);
    if (sizes) found.push({ title, sizes, at: { path, ...at } });
    else printError(`${title}: TensorFlow refuses this: ${refused?.reason}`);
  }
  return { found, isSound: found.length === sized.length };
}

const withNotes = (plan: Plan, { notes = [] }: Found): Plan => ({
  ...plan,
  notes: [...notes, ...plan.notes],
});

function asJson({ slice, fits, notes, perDevice, perHost, ...rest }: Plan, sizes: SizedTables) {
  return {
    ...(slice && { tpu: slice.name, ...(fits !== undefined && { fits }) }),
    ...((slice || notes.length > 0) && { notes }),
    ...(perDevice && { perDevice }),
    ...(perHost && { perHost }),
    ...rest,
    smallest: smallestSlices(sizes).map(({ slice: { name }, isCertain }) => ({ tpu: name, isCertain })),
    sources: sourcesOf(slice),
  };
}
