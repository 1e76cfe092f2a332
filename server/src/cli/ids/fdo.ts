// Reads what runs of jax-tpu-embedding observed: files of its FDO clients, and logs.
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { excerpt } from '../../basics/excerpt';
import { openUnlessFolder } from '../../basics/regular-file';
import { type Chips, sparseCores } from '../../sizing/sparsecore/padding';
import { chunksOf, openFile } from './chunks';
import { logReader } from './fdo-logs';
import { linesOf } from './lines';
import { readNpz } from './npz';
import { IdsProblem } from './problem';
import { type Run, type Runs, runFor } from './runs';

const FIGURES = ['ids', 'uniqueIds', 'buffer', 'dropped'] as const;
type Figure = (typeof FIGURES)[number];

/** The ends of names that FDO clients give their arrays: those before are of stacks. */
const SUFFIXES: Readonly<Record<Figure, string>> = {
  ids: '_max_ids',
  uniqueIds: '_max_unique_ids',
  buffer: '_required_buffer_size',
  dropped: '_id_drop_counters',
};

export async function readRuns(paths: readonly string[], chips: Chips): Promise<Runs> {
  const runs: Runs = new Map();
  for (const path of newestOf(paths.flatMap(filesIn))) {
    try {
      await readRun(path, chips, runs);
    } catch (error) {
      throw error instanceof IdsProblem ? new IdsProblem(error.message, { ...error.at, file: path }) : error;
    }
  }
  return runs;
}

/** Names that FDO clients give their files. */
const FDO_NAME = /^fdo_stats_(\d+)_(\d+)\.(?:npz|csv)$/;

/** The file, or those of FDO clients in the folder. */
function filesIn(path: string): string[] {
  const file = openUnlessFolder(path);
  file?.close();
  if (file) return [path];
  const names = readdirSync(path).filter((name) => FDO_NAME.test(name));
  if (names.length === 0)
    throw new IdsProblem('The folder has no file such as fdo_stats_0_1700000000.npz.', { file: path });
  return names.sort().map((name) => join(path, name));
}

/** Of each process the newest file, which also has what older ones have. */
function newestOf(paths: readonly string[]): string[] {
  const newest = new Map<string, { readonly path: string; readonly time: bigint }>();
  for (const path of paths) {
    const [, process, time = '0'] = FDO_NAME.exec(basename(path)) ?? [];
    const key = process === undefined ? path : join(dirname(path), process);
    const found = { path, time: BigInt(time) };
    if (found.time >= (newest.get(key)?.time ?? 0n)) newest.set(key, found);
  }
  return [...newest.values()].map(({ path }) => path);
}

async function readRun(path: string, chips: Chips, runs: Runs): Promise<void> {
  const file = openFile(path);
  try {
    // Files that NumPy writes without arrays begin with PK as well.
    if (new TextDecoder().decode(file.read(0, 2)) === 'PK') {
      for (const { name, values, columns } of readNpz(file)) {
        const { run, figure } = runOf(runs, name, {});
        for (let step = 0; step * columns < values.length; step++)
          take(run, figure, step, values.slice(step * columns, (step + 1) * columns), chips, name);
      }
      return;
    }
  } finally {
    file.close();
  }
  await readLines(path, chips, runs);
}

/** Lines of the file that CSVFileFDOClient writes, or those of a log. */
async function readLines(path: string, chips: Chips, runs: Runs): Promise<void> {
  let isCsv = false;
  let row = 0;
  const steps = new Map<string, number>();
  const readLogLine = logReader(runs);
  for await (const line of linesOf(chunksOf(path))) {
    row++;
    if (row === 1) isCsv = line.trim() === 'key,values';
    else if (isCsv && line.trim() !== '') {
      const [, key = '', cell = ''] = /^"?(.*?)"?,"?([^",]*)"?\s*$/.exec(line) ?? [];
      const { run, figure } = runOf(runs, key, { row });
      const numbers = cell.trim().split(/\s+/);
      const wrong = numbers.find((number) => !/^\d+$/.test(number));
      if (wrong !== undefined)
        throw new IdsProblem(`"${excerpt(wrong)}" is no number of ids.`, { row, column: key });
      const step = steps.get(key) ?? 0;
      steps.set(key, step + 1);
      take(run, figure, step, numbers.map(Number), chips, key);
    }
    if (!isCsv) readLogLine(line);
  }
}

function runOf(runs: Runs, key: string, at: { readonly row?: number }) {
  const figure = FIGURES.find((each) => key.endsWith(SUFFIXES[each]) && key !== SUFFIXES[each]);
  if (!figure)
    throw new IdsProblem(
      `"${excerpt(key)}" is the name of a stack with none of ${Object.values(SUFFIXES).join(', ')} behind it.`,
      at,
    );
  return { figure, run: runFor(runs, key.slice(0, -SUFFIXES[figure].length)) };
}

/** The numbers of a step in one process; those of other processes are in the same order. */
function take(run: Run, figure: Figure, step: number, numbers: readonly number[], chips: Chips, key: string) {
  const cores = sparseCores(chips);
  const isOfPartitions = figure === 'ids' || figure === 'uniqueIds';
  if (isOfPartitions && numbers.length > 1 && numbers.length % cores !== 0)
    throw new IdsProblem(
      `There are ${numbers.length} numbers a step, and ${cores} for each device are expected: the run had other SparseCores. Give --tpu or --chips.`,
      { column: key },
    );
  const before = run[figure][step] ?? 0;
  const most = numbers.reduce((a, b) => Math.max(a, b), 0);
  if (figure === 'dropped') run.dropped[step] = before + numbers.reduce((a, b) => a + b, 0);
  else
    run[figure][step] = Math.max(before, figure === 'buffer' ? most * chips.sparseCoresPerPartition : most);
}
