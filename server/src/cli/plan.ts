import { bytes, counted, grouped } from '../config/quantities';
import { sizedConfigurations } from '../languages/textproto/sized';
import type { SizedTables } from '../protocol';
import { CONFIGURATION } from '../schema/builtin';
import { type Plan, type PlannedTable, planOf, smallestSlices } from '../sizing/plan';
import { type Slice, sliceNamed } from '../sizing/slices';
import { NOT_COUNTED, sourcesOf } from '../sizing/sources';
import { json, lines } from '../text/terminal';
import { type Command, choice, printError, UsageError, type Values } from './command';
import { openConfiguration } from './configuration';
import {
  analyzeProgram,
  isProgram,
  nothingIn,
  type Place,
  placesIn,
  placeText,
  readProgram,
  STRATEGY_OPTIONS,
  strategyOf,
} from './program';

export const plan: Command = {
  usage: 'plan [--tpu NAME] [--format text|json] FILE',
  summary: 'Show what tables take by slot, device and host, and whether they fit into a TPU slice.',
  options: {
    tpu: {
      type: 'string',
      value: 'NAME',
      about: 'The slice, such as v5p-16; without it, memory alone is shown.',
    },
    format: { type: 'string', value: 'FORMAT', about: 'text or json.' },
    ...STRATEGY_OPTIONS,
  },
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
      process.stdout.write(lines(planned.flatMap(({ title, plan, sizes }) => asText(title, plan, sizes))));
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
  const said = strategyOf(values);
  if (slice && said.numHosts !== undefined && said.numHosts !== slice.hosts)
    throw new UsageError(
      `${slice.name} has ${counted(slice.hosts, 'host')}, and --num-hosts says ${said.numHosts}. Leave one out.`,
    );
  const program = await readProgram(path);
  const sized = analyzeProgram(program, path).sizes!({ ...said, numHosts: said.numHosts ?? slice?.hosts });
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

// For people

const BAR = 24;

/** A part of a whole as a bar. */
function bar(part: number, whole: number): string {
  const filled = whole > 0 ? Math.min(BAR, Math.ceil((BAR * part) / whole)) : 0;
  return '█'.repeat(filled) + '░'.repeat(BAR - filled);
}

function asText(title: string, plan: Plan, sizes: SizedTables): string[] {
  const { slice, sharding, stacks = [] } = plan;
  const on = slice
    ? ` on ${slice.name}: ${counted(slice.chips, 'chip')}, ${counted(slice.hosts, 'host')}`
    : '';
  return [
    `${title}${on}`,
    '',
    ...tableLines(plan, sizes),
    '',
    ...sumLines(plan),
    ...(plan.hosts === 1 ? [] : sharding).map(({ strategy, isChosen, imbalance, shares }) => {
      const most = shares.reduce((a, b) => (b.share > a.share ? b : a), { name: '', share: 0 });
      const rows =
        imbalance === undefined ? '' : `the fullest host holds ${percent(imbalance)} of the average; `;
      return `${strategy}${isChosen ? ' (chosen)' : ''}: ${rows}one host answers up to ${percent(most.share)} of the look-ups (${most.name}), if ids are numbered by frequency (Zipf, exponent 1)`;
    }),
    ...stacks.map(
      ({ name, width, rowsPerSparseCore, tables: stacked }) =>
        `Stack ${name}: ${width} floats, ${grouped(rowsPerSparseCore)} rows a SparseCore; ${stacked
          .map((table) => `${table.name} from row ${grouped(table.rowOffset)}, rotation ${table.rotation}`)
          .join('; ')}`,
    ),
    ...(slice?.generation.accelerator === 'V2' && !plan.stacks
      ? ['Stacks: unknown, as batch size or optimizer settings are not known of each table']
      : []),
    '',
    `Smallest slices: ${smallest(sizes)}`,
    NOT_COUNTED,
    '',
    'Sources:',
    ...sourcesOf(slice).map((source) => `  ${source}`),
    '',
  ];
}

function tableLines({ tables }: Plan, sizes: SizedTables): string[] {
  const slots = tables.flatMap((table) => table.slots);
  const largest = Math.max(0, ...slots.map(({ deviceBytes }) => deviceBytes));
  const width = Math.max(...slots.map(({ name }) => name.length), 0);
  return tables.flatMap((table, i) => [
    headOf(table, sizes.tables[i]?.optimizer),
    ...table.slots.map(({ name, deviceBytes, perDeviceBytes, hostBytes }) => {
      const each = perDeviceBytes === undefined ? '' : `, ${bytes(perDeviceBytes)} a chip`;
      return `  ${name.padEnd(width)}  ${bar(deviceBytes, largest)}  ${bytes(deviceBytes)} on the devices${each}, ${bytes(hostBytes)} on the hosts`;
    }),
  ]);
}

function headOf({ name, slots, onDevice, paddingBytes }: PlannedTable, optimizer?: string | null): string {
  const title = name || '(unnamed)';
  if (!onDevice || paddingBytes === undefined) return `${title}: unknown`;
  const { rows, width, isPacked } = onDevice;
  const wasted = paddingBytes > 0 ? `; ${bytes(paddingBytes)} of padding` : '';
  return `${title}: ${grouped(rows)} rows × ${width} floats${isPacked ? ', packed,' : ''} × 4 bytes × ${counted(slots.length, 'variable')} (${optimizer ?? 'no optimizer'})${wasted}`;
}

function sumLines({ slice, fits, notes, perDevice, perHost, deviceBytes, hostBytes }: Plan): string[] {
  const total =
    deviceBytes === undefined || hostBytes === undefined
      ? 'unknown'
      : `${bytes(deviceBytes)} on the devices, ${bytes(hostBytes)} on the hosts`;
  return [
    `Total: ${total}`,
    ...(perHost
      ? [
          `Fullest host: ${bytes(perHost.bytes)}${perHost.capacity ? ` of ${bytes(perHost.capacity)}` : ''} for a checkpoint`,
        ]
      : []),
    ...(perDevice ? [chipLine(perDevice)] : []),
    ...(slice ? [verdict(fits, perDevice)] : []),
    ...notes,
  ];
}

function verdict(fits: boolean | undefined, perDevice: Plan['perDevice']): string {
  if (fits === undefined) return 'It is not known whether it fits.';
  if (fits) return 'It fits.';
  const { bytes: used = 0, capacity = 0 } = perDevice ?? {};
  return used > capacity ? 'It does not fit.' : 'It does not run there.';
}

const chipLine = ({ bytes: used, capacity }: NonNullable<Plan['perDevice']>) =>
  used === undefined
    ? `Fullest chip: unknown, of ${bytes(capacity)}`
    : `Fullest chip: ${bar(used, capacity)}  ${bytes(used)} of ${bytes(capacity)} (${percent(used / capacity)})`;

function smallest(sizes: SizedTables): string {
  const found = smallestSlices(sizes).map(
    ({ slice, isCertain }) =>
      `${slice.name}${isCertain ? '' : ' (if it has the accelerator of TPUEmbedding)'}`,
  );
  return found.length > 0 ? found.join(', ') : 'none known';
}

const percent = (part: number) => `${Number((100 * part).toPrecision(3))} %`;
