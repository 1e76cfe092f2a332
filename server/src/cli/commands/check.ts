import { setImmediate } from 'node:timers/promises';
import { readFile } from '../../basics/regular-file';
import { lines } from '../../basics/terminal';
import { UsageError } from '../../basics/usage-error';
import { type FileNames, UNREAD_NAMES } from '../../project/names/names';
import { NOTHING } from '../../reports/check';
import { setUpChecks } from '../../server/v8-flags';
import { type FileResult, writeAll } from '../checking/apply-fixes';
import { BASELINE_OPTIONS, withoutBaseline, writeBaseline } from '../checking/baseline';
import type { Checked, Task } from '../checking/check-file';
import { OUTPUT_OPTIONS, type OutputOptions, outputOptions, writeOutput } from '../checking/check-output';
import { FolderTables } from '../checking/folder-tables';
import { Progress } from '../checking/progress';
import { FORMAT_NAMES } from '../checking/reports/formats';
import { WorkerPool } from '../checking/worker-pool';
import { type Command, printError, printFailure, type Values } from '../command';
import { type ChangedFiles, changedFiles } from '../files/changed-files';
import { isFolder, readSources } from '../files/files';
import { choose } from '../files/selection';
import { SELECTION_OPTIONS } from '../input/selection-options';
import { SETTINGS_OPTIONS } from '../input/settings-options';
import { inputName, STDIN_FILENAME } from '../input/standard-input';

export const check: Command = {
  usage: `check [--format ${FORMAT_NAMES.join('|')}] [--fix | --diff] [--changed [BASE]] [OPTION]… PATH… | --stdin-filename NAME -`,
  summary: 'Report the mistakes in files, and in the files of folders.',
  details: [
    'Folders are searched for text format, Python and notebooks. Files that have nothing to do with TPU embedding are skipped. A text file named on the command line counts as a TPUEmbeddingConfiguration unless its header says otherwise or --detect is given.',
  ],
  arguments: {
    PATH: 'Files and folders.',
    '-': 'Standard input, with the name given by --stdin-filename.',
  },
  options: {
    ...OUTPUT_OPTIONS,
    ...BASELINE_OPTIONS,
    changed: {
      type: 'string',
      value: '[BASE]',
      mayStandAlone: true,
      about:
        'Check only what git says has changed since the branch left BASE: the upstream branch, else origin/HEAD, main or master. Without PATH, in the working directory.',
    },
    ...SETTINGS_OPTIONS,
    ...SELECTION_OPTIONS,
    detect: {
      type: 'boolean',
      about: 'Treat named files as if they had been found in a folder: files of other messages are skipped.',
    },
    ...STDIN_FILENAME,
  },
  statuses: {
    0: 'No error was found. With --diff: nothing would change.',
    1: 'Errors were found, or more warnings than --max-warnings allows. With --diff: something would change.',
    2: 'Wrong usage, a named file that cannot be read or written, or an invalid configuration file.',
    3: 'An internal error kept a file or a rule from being checked; standard error names it.',
  },
  examples: [
    ['check .', 'Check all files in the working directory.'],
    ['check --fix .', 'Apply every fix that is certain, and report the rest.'],
    ['check --diff .', 'Show what --fix would change.'],
    ['check --write-baseline .', 'Accept the problems of today, and report new ones from now on.'],
    ['check --changed --format github', 'In a pull request: annotate the changed files.'],
    ['check --format sarif . > tpu-embedding.sarif', 'For code scanning.'],
    ['check --detect --force-exclude a.pbtxt b.py', 'For hooks.'],
    ['check --stdin-filename model.py - < model.py', 'For editors.'],
  ],
  async run(values, paths) {
    setUpChecks();
    const job = jobOf(values, paths, this.usage);
    const pool = new WorkerPool(values, job.nearby);
    const progress = new Progress(process.stderr);
    let results: readonly FileResult[];
    try {
      results = await checkWithTables(await checkFiles(job, pool, progress), job, pool);
      if (job.output.fix === 'write') results = await writeAll(results, (task) => pool.check(task));
    } finally {
      progress.clear();
      await pool.stop();
    }
    const left = values['write-baseline']
      ? await writeBaseline(results, values, job.nearby)
      : withoutBaseline(results, values, job.nearby);
    return report(left, job);
  },
};

/** The files to check, and how they are checked. */
interface Job extends ReturnType<typeof choose> {
  readonly values: Values;
  readonly output: OutputOptions;
  readonly places: readonly string[];
  /** The name of the text from standard input. */
  readonly inputName: string;
  /** The files to check with `--changed`; otherwise undefined. */
  readonly changed: ChangedFiles | undefined;
}

function jobOf(values: Values, paths: readonly string[], usage: string): Job {
  const output = outputOptions(values, usage);
  const base = values['changed'] as string | undefined;
  if (paths.length === 0 && base === undefined) throw new UsageError('Name a file or a folder.', usage);
  const places = paths.length === 0 ? ['.'] : paths;
  const changed = base === undefined ? undefined : changedFiles(base, places);
  if (changed) process.stderr.write(lines([`Compared with ${changed.base}.`]));
  return { values, output, places, inputName: inputName(values, paths, usage), changed, ...choose(values) };
}

/** The results for files, each checked by itself, and the files that `--changed` leaves out. */
interface CheckedFiles {
  readonly results: readonly FileResult[];
  readonly unchanged: readonly string[];
}

async function checkFiles(job: Job, pool: WorkerPool, progress: Progress): Promise<CheckedFiles> {
  const { values, output, places, inputName, changed, selection } = job;
  const { withFixes, fix } = output;
  const started: (FileResult | Promise<FileResult>)[] = [];
  const unchanged: string[] = [];
  const nameOf = (path: string) => (path === '-' ? inputName : path);
  // A file that cannot be read does not stop the check of the others.
  const refuse = (refusal: unknown, path: string, named: boolean) => {
    const report = named && !isFolder(path) ? { path: nameOf(path), parts: [] } : undefined;
    started.push({ ...UNREAD, path, report, refusal, isMissed: named });
  };
  for await (const source of readSources(places, refuse, selection)) {
    const isInput = source.path === '-';
    const path = nameOf(source.path);
    const named = source.named && !values['detect'];
    const task: Task = { ...source, path, named, isInput, withFixes, fix: fix !== undefined };
    if (changed && !isInput && !changed.has(source.path, source.bytes)) unchanged.push(path);
    else if (isInput && selection.excludesNamed(path)) started.push(resultOf(task, NOT_CHECKED));
    else {
      const result = pool.check(task);
      const keep = (checked: Checked) => {
        progress.step();
        return resultOf(task, checked);
      };
      started.push(result instanceof Promise ? result.then(keep) : keep(result));
      // Other threads get their next file only when this thread pauses.
      if (result instanceof Promise) await setImmediate();
    }
  }
  await pool.drain();
  return { results: await Promise.all(started), unchanged };
}

const NOT_CHECKED = { ...NOTHING, failures: [], asksForTables: false };
const UNREAD = { ...NOT_CHECKED, names: UNREAD_NAMES };

/** Keeps the text of a file only if it is needed again. */
function resultOf(task: Task, checked: Checked): FileResult {
  const { path, isInput } = task;
  return { ...checked, path, ...((checked.asksForTables || checked.fixed || isInput) && { task }) };
}

/** Checks programs again whose problems depend on the tables of the folder, now that all of its files are read. */
async function checkWithTables(
  { results, unchanged }: CheckedFiles,
  { places, selection }: Job,
  pool: WorkerPool,
): Promise<readonly FileResult[]> {
  if (!results.some(({ asksForTables }) => asksForTables)) return results;
  const folders = new FolderTables(places.filter(isFolder));
  for (const path of unchanged) folders.add(path, await namesIn(path, pool));
  for (const path of selection.excludedFiles) folders.add(path, UNREAD_NAMES);
  for (const { path, names } of results) folders.add(path, names);
  const again = results.map(async (result): Promise<FileResult> => {
    const { path, asksForTables, failures } = result;
    const tables = asksForTables ? folders.around(path) : undefined;
    if (!result.task || !tables) return result;
    const task = { ...result.task, tables };
    const checked = await pool.check(task);
    return { ...resultOf(task, checked), failures: [...failures, ...checked.failures] };
  });
  return Promise.all(again);
}

/** The names in a file that is not checked itself. */
async function namesIn(path: string, pool: WorkerPool): Promise<FileNames> {
  try {
    const bytes = readFile(path);
    return (await pool.check({ path, named: false, bytes, withFixes: false, fix: false })).names;
  } catch {
    return UNREAD_NAMES;
  }
}

/** Writes errors and the result, and returns the exit status. */
function report(results: readonly FileResult[], { values, output, places, changed, nearby }: Job) {
  for (const { path, failures, refusal, unfixed } of results) {
    if (refusal !== undefined) printError(refusal);
    if (unfixed !== undefined) printError(`Cannot fix ${path}: ${unfixed}`);
    for (const failure of failures) printFailure(failure);
  }
  for (const problem of [...nearby.problems, ...nearby.notices]) printError(problem);
  const isIncomplete = results.some(({ isMissed }) => isMissed);
  // A wrong folder in a script must not look like one without problems.
  const mayFindNone = values['detect'] || values['force-exclude'];
  const isEmpty = !isIncomplete && results.every(({ report }) => !report);
  if (isEmpty && !changed && (!mayFindNone || places.some(isFolder)))
    printError(`No file that uses TPU embedding was found: ${places.join(', ')}`);
  const status = writeOutput(output, results);
  if (results.some(({ failures }) => failures.length > 0)) return 3;
  // With a correct configuration file, more problems might have been found.
  return isIncomplete || nearby.problems.length > 0 ? 2 : status;
}
