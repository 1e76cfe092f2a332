import { json, lines } from '../../basics/terminal';
import { UsageError } from '../../basics/usage-error';
import { counted, grouped } from '../../configuration/quantities';
import { nothingIn } from '../../reports/derived';
import { limitsText } from '../../reports/limits-text';
import { placesIn } from '../../reports/places';
import { type Sized, sizedInProgram } from '../../reports/plan';
import { devicesFor } from '../../sizing/assumed-devices';
import { devicesOf, stacksOn } from '../../sizing/library-stacks';
import { drops, type IdSource, type LimitsReport, limitsReport } from '../../sizing/limits';
import { type Chips, sparseCores } from '../../sizing/sparsecore/padding';
import type { Stack } from '../../sizing/sparsecore/stacks';
import type { SizedTables } from '../../sizing/tables';
import { type Command, choice, printError, type Values } from '../command';
import { chunksOf } from '../ids/chunks';
import { readCounts } from '../ids/counts';
import { readRuns } from '../ids/fdo';
import { observe } from '../ids/open';
import { IdsProblem } from '../ids/problem';
import { observedIn } from '../ids/runs-of-stacks';
import { analyzeProgram, isProgram, readProgram, sliceAround } from '../input/program';
import { numberOption } from '../input/scenario-options';
import { SELECTION_OPTIONS } from '../input/selection-options';
import { oneInput, STDIN_FILENAME } from '../input/standard-input';

export const limits: Command = {
  usage:
    'limits [--tpu NAME | --chips N] [--batch N] [--exponent A | --counts FILE | --ids FILE | --fdo FILE…] [--format text|json] FILE.py|.ipynb | --stdin-filename NAME -',
  summary: 'Show how many ids SparseCores drop under the limits of tables, and which limits to give.',
  details: [
    'A partition is what one SparseCore sends to another one in a step: the ids of its samples whose rows the other one owns. max_ids_per_partition limits their number, and max_unique_ids_per_partition that of different ones. Tables are those of keras-rs and jax-tpu-embedding.',
    'One of these options says how often ids occur: --exponent, --counts, --ids and --fdo; without them, all ids of a table are equally frequent, as with --exponent 0, which real ids are not.',
  ],
  arguments: {
    'FILE.py|.ipynb': 'A program or a notebook.',
    '-': 'Standard input, with the name given by --stdin-filename.',
  },
  options: {
    tpu: { type: 'string', value: 'NAME', about: 'The slice, such as v5p-16.' },
    config: SELECTION_OPTIONS.config,
    'no-config': SELECTION_OPTIONS['no-config'],
    chips: {
      type: 'string',
      value: 'N',
      about:
        'In place of a slice, the number of chips; the program says how many SparseCores each has, or else 4.',
    },
    batch: {
      type: 'string',
      value: 'N',
      about: 'Samples of a step on all chips, in place of those of the program.',
    },
    exponent: {
      type: 'string',
      value: 'A',
      about: "Ids follow Zipf's law: the id i occurs 1 / (i + 1)^A as often as the id 0.",
    },
    counts: {
      type: 'string',
      value: 'FILE',
      about:
        'How often each id occurs: lines with an id and its count, and before them the name of a table where there are several.',
    },
    ids: {
      type: 'string',
      value: 'FILE',
      about:
        'The ids themselves, a sample a row and a column for each feature by its name: CSV, Parquet or TFRecord.',
    },
    fdo: {
      type: 'string',
      multiple: true,
      value: 'FILE',
      about:
        "What a run observed: a file of an FDO client (.npz, .csv), a folder of them, or a log with lines of jax-tpu-embedding's preprocessing. Give the option again for further files.",
    },
    format: { type: 'string', value: 'FORMAT', about: 'text or json.' },
    ...STDIN_FILENAME,
  },
  statuses: {
    0: 'No ids are dropped in 999 of 1,000 steps, or in any of the given batches.',
    1: 'Ids are dropped under the limits of the program.',
    2: 'Wrong usage, a named file that cannot be read, or a mistake in the configuration file.',
    3: 'A part is unknown, and is listed with the reason.',
  },
  examples: [
    ['limits --tpu v5p-16 --exponent 1.1 model.py', 'Limits for ids whose frequencies follow a law.'],
    [
      'limits --chips 4 --batch 4096 --ids train.parquet model.py',
      'What the ids of a data set do to the limits.',
    ],
    ['limits --tpu v5p-8 --fdo /tmp/fdo_dumps model.py', 'Limits for what a run observed.'],
  ],
  async run(values, paths) {
    const format = choice(values, 'format', ['text', 'json']);
    const given = ['exponent', 'counts', 'ids', 'fdo'].filter((name) => values[name] !== undefined);
    if (given.length > 1)
      throw new UsageError(`Give only one of ${given.map((name) => `--${name}`).join(' and ')}.`, this.usage);
    const { from, path } = oneInput(values, paths, this.usage);
    if (!isProgram(path))
      throw new UsageError(`${path} is not a program: limits takes Python files and notebooks.`);
    const program = await readProgram(from, path);
    const { found, refused } = sizedInProgram(path, analyzeProgram(program, path), placesIn(program), {});
    if (found.length + refused.length === 0) throw new UsageError(nothingIn(path));
    for (const refusal of refused) printError(refusal);
    const around = sliceAround(path, values);
    const reports: Answer[] = [];
    for (const sized of found) reports.push(await answerFor(sized, around, values));
    const shown = reports.map(({ report: { unknown, ...report }, sized: { at } }) => ({
      ...report,
      ...(unknown.length > 0 && { unknown }),
      ...(at && { at }),
    }));
    if (format === 'text')
      process.stdout.write(
        lines(reports.flatMap(({ sized, report, source }) => limitsText(sized, report, source))),
      );
    else if (shown.length > 0)
      process.stdout.write(json(shown.length === 1 ? shown[0] : { configurations: shown }));
    if (!around.isSound || reports.some(({ isBroken }) => isBroken)) return 2;
    if (reports.some(({ report }) => report.stacks.some(drops))) return 1;
    return refused.length > 0 || reports.some(({ report }) => report.unknown.length > 0) ? 3 : 0;
  },
};

interface Answer {
  readonly sized: Sized;
  readonly report: LimitsReport;
  readonly source: IdSource;
  /** Whether a file of ids could not be read to its end. */
  readonly isBroken: boolean;
}

async function answerFor(
  sized: Sized,
  around: ReturnType<typeof sliceAround>,
  values: Values,
): Promise<Answer> {
  const { sizes } = sized;
  const { chips, assumed } = chipsOf(around, values, sizes);
  const cores = sparseCores(chips);
  if (!Number.isInteger(Math.log2(cores)))
    throw new UsageError(`The number of SparseCores must be a power of 2, and these are ${cores}.`);
  const batch = numberOption(values, 'batch', { min: 1, max: 2 ** 31, whole: true });
  const { source, isBroken } = await sourceOf(values, sizes, chips, batch);
  const report = limitsReport(sizes, {
    chips,
    batch: source.kind === 'observed' ? undefined : batch,
    source,
  });
  return { sized, report: { ...report, assumed: [...assumed, ...report.assumed] }, source, isBroken };
}

/** The chips that options name, or the program, or the configuration file around it, or the smallest slice of v5p. */
function chipsOf(
  { slice, isNamed }: ReturnType<typeof sliceAround>,
  values: Values,
  sizes: SizedTables,
): { chips: Chips; assumed: readonly string[] } {
  const { chips: usual, isAssumed } = devicesFor(sizes);
  const partitions = numberOption(values, 'chips', { min: 1, max: 2 ** 16, whole: true });
  if (isNamed && partitions !== undefined) throw new UsageError('Give only one of --tpu and --chips.');
  const hasCores = slice?.generation.sparseCoresPerChip !== undefined;
  if (isNamed && !hasCores)
    throw new UsageError(`Chips of ${slice!.name} have no SparseCores that are documented.`);
  if (hasCores && (isNamed || (isAssumed && partitions === undefined)))
    return { chips: devicesOf(slice), assumed: [] };
  return {
    chips: { ...usual, ...(partitions !== undefined && { partitions }) },
    assumed: [
      ...(isAssumed
        ? [`Each chip has ${usual.sparseCoresPerPartition} SparseCores, as v5p has: give --tpu for others.`]
        : []),
      ...(isAssumed && partitions === undefined
        ? [`The job has ${usual.partitions} chips: give --tpu or --chips.`]
        : []),
    ],
  };
}

/** While no option says which: tools that read the figures rely on it. */
const usualSource: IdSource = { kind: 'zipf', exponent: 0 };

async function sourceOf(
  values: Values,
  sizes: SizedTables,
  chips: Chips,
  batch: number | undefined,
): Promise<{ source: IdSource; isBroken: boolean }> {
  const { counts, ids, fdo } = values;
  const exponent = numberOption(values, 'exponent', { min: 0, max: 10, whole: false });
  if (exponent !== undefined) return { source: { kind: 'zipf', exponent }, isBroken: false };
  const found = stacksOn(sizes, chips);
  const stacks = found && 'stacks' in found ? found.stacks : [];
  if ((counts ?? ids ?? fdo) === undefined || stacks.length === 0)
    return { source: usualSource, isBroken: false };
  try {
    if (counts !== undefined)
      return {
        source: { kind: 'counts', counts: await readCounts(chunksOf(String(counts)), tablesOf(stacks)) },
        isBroken: false,
      };
    if (Array.isArray(fdo))
      return { source: observedIn(await readRuns(fdo.map(String), chips), stacks), isBroken: false };
    return await idsIn(String(ids), stacks, chips, batch ?? batchOf(stacks));
  } catch (error) {
    if (error instanceof IdsProblem)
      throw new UsageError(problemText(String(counts ?? ids ?? '--fdo'), error));
    throw error;
  }
}

/** Tables by their names, and by those of features. */
function tablesOf(stacks: readonly Stack[]) {
  const tables = stacks.flatMap((stack) => stack.tables);
  const features = stacks.flatMap((stack) => stack.features);
  const byName = new Map(tables.map((table) => [table.name, table]));
  return new Map([...features.map(({ name, table }) => [name, byName.get(table)!] as const), ...byName]);
}

/** The samples of a step in the program, if all features have as many. */
function batchOf(stacks: readonly Stack[]): number {
  const [first, ...others] = new Set(
    stacks.flatMap(({ features }) => features.map(({ samples }) => samples)),
  );
  if (first === undefined || others.length > 0)
    throw new UsageError(
      'Features have different numbers of samples in a step. Say how many rows make a batch with --batch.',
    );
  return first;
}

async function idsIn(path: string, stacks: readonly Stack[], chips: Chips, batch: number) {
  const { traffic, batches, samples, problem } = await observe(path, stacks, sparseCores(chips), batch);
  if (problem) printError(`${problemText(path, problem)} ${grouped(samples)} rows before it were read.`);
  const left = samples - batches * batch;
  if (batches === 0 && !problem)
    throw new UsageError(`${path}: ${counted(samples, 'row')} are fewer than a batch of ${batch}.`);
  const what = [
    `Ids are those of ${grouped(batches)} ${batches === 1 ? 'batch' : 'batches'} of ${grouped(batch)} rows of ${path}: expected is the mean of the fullest partition, the most its maximum.`,
    ...(left > 0
      ? [
          `The last ${counted(left, 'row')} that ${problem ? 'were read' : 'there are'} fill no batch and do not count.`,
        ]
      : []),
    ...(problem ? ['What follows in the file could not be read.'] : []),
  ];
  return { source: { kind: 'observed' as const, traffic, what }, isBroken: problem !== undefined };
}

function problemText(path: string, { message, at: { row, column, file = path } }: IdsProblem): string {
  const place = [
    ...(row === undefined ? [] : [`row ${row}`]),
    ...(column === undefined ? [] : [`column "${column}"`]),
  ];
  return `${[file, ...place].join(', ')}: ${message}`;
}
