import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { readFile } from '../../basics/regular-file';
import { lines } from '../../basics/terminal';
import { UsageError } from '../../basics/usage-error';
import { type FileNames, UNREAD_NAMES } from '../../project/names/names';
import { NOTHING } from '../../reports/check';
import { type Outcome, writeAll } from '../checking/apply-fixes';
import type { Checked, Task } from '../checking/check-file';
import { OUTPUT_OPTIONS, type Wanted, wantedOutput, writeOutput } from '../checking/check-output';
import { Crew } from '../checking/crew';
import { FolderTables } from '../checking/folder-tables';
import { SETTINGS_OPTIONS } from '../checking/given-settings';
import { Progress } from '../checking/progress';
import { FORMAT_NAMES } from '../checking/reports/formats';
import { type Command, printError, printFailure, type Values } from '../command';
import { type ChangedFiles, changedFiles } from '../files/changed-files';
import { isFolder, readSources } from '../files/files';
import { choose } from '../files/selection';
import { SELECTION_OPTIONS } from '../input/selection-options';

/**
 * Each file is checked once, so optimizing hot code costs twice what it saves. The default is 67584 bytes of bytecode. Later
 * releases of V8 do not have this flag.
 */
const PATIENCE = process.versions.node.startsWith('20.') ? '--interrupt-budget=600000' : undefined;

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
    'stdin-filename': {
      type: 'string',
      value: 'NAME',
      about: 'The file name of the text that - reads from standard input.',
    },
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
    ['check --changed --format github', 'In a pull request: annotate the changed files.'],
    ['check --format sarif . > tpu-embedding.sarif', 'For code scanning.'],
    ['check --detect --force-exclude a.pbtxt b.py', 'For hooks.'],
    ['check --stdin-filename model.py - < model.py', 'For editors.'],
  ],
  async run(values, paths) {
    if (PATIENCE) setFlagsFromString(PATIENCE);
    const job = jobOf(values, paths, this.usage);
    const crew = new Crew(values, job.nearby);
    const progress = new Progress(process.stderr);
    let outcomes: readonly Outcome[];
    try {
      outcomes = await checkWithTables(await checkFiles(job, crew, progress), job, crew);
      if (job.wanted.fix === 'write') outcomes = await writeAll(outcomes, (task) => crew.check(task));
    } finally {
      progress.clear();
      await crew.dismiss();
    }
    return report(outcomes, job);
  },
};

/** What is to be checked, and how. */
interface Job extends ReturnType<typeof choose> {
  readonly values: Values;
  readonly wanted: Wanted;
  readonly places: readonly string[];
  /** What the text of standard input is called. */
  readonly inputName: string;
  /** All files count if this is undefined. */
  readonly changed: ChangedFiles | undefined;
}

function jobOf(values: Values, paths: readonly string[], usage: string): Job {
  const wanted = wantedOutput(values, usage);
  const base = values['changed'] as string | undefined;
  if (paths.length === 0 && base === undefined) throw new UsageError('Name a file or a folder.', usage);
  const inputName = values['stdin-filename'] as string | undefined;
  if (inputName !== undefined && !paths.includes('-'))
    throw new UsageError('--stdin-filename names the text that - reads from standard input. Add -.', usage);
  const places = paths.length === 0 ? ['.'] : paths;
  const changed = base === undefined ? undefined : changedFiles(base, places);
  if (changed) process.stderr.write(lines([`Compared with ${changed.base}.`]));
  return { values, wanted, places, inputName: inputName ?? '<stdin>', changed, ...choose(values) };
}

/** The results for files, each checked by itself, and the files that `--changed` leaves out. */
interface CheckedFiles {
  readonly outcomes: readonly Outcome[];
  readonly unchanged: readonly string[];
}

async function checkFiles(job: Job, crew: Crew, progress: Progress): Promise<CheckedFiles> {
  const { values, wanted, places, inputName, changed, selection } = job;
  const { withFixes, fix } = wanted;
  const started: (Outcome | Promise<Outcome>)[] = [];
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
    else if (isInput && selection.excludesNamed(path)) started.push(outcomeOf(task, NOT_CHECKED));
    else {
      const outcome = crew.check(task);
      const keep = (checked: Checked) => {
        progress.step();
        return outcomeOf(task, checked);
      };
      started.push(outcome instanceof Promise ? outcome.then(keep) : keep(outcome));
      // Other threads get their next file only when this thread pauses.
      if (outcome instanceof Promise) await setImmediate();
    }
  }
  await crew.help();
  return { outcomes: await Promise.all(started), unchanged };
}

const NOT_CHECKED = { ...NOTHING, failures: [], asksForTables: false };
const UNREAD = { ...NOT_CHECKED, names: UNREAD_NAMES };

/** Keeps the text of a file only if it is needed again. */
function outcomeOf(task: Task, checked: Checked): Outcome {
  const { path, isInput } = task;
  return { ...checked, path, ...((checked.asksForTables || checked.fixed || isInput) && { task }) };
}

/** Checks programs again whose problems depend on the tables of the folder, now that all of its files are read. */
async function checkWithTables(
  { outcomes, unchanged }: CheckedFiles,
  { places, selection }: Job,
  crew: Crew,
): Promise<readonly Outcome[]> {
  if (!outcomes.some(({ asksForTables }) => asksForTables)) return outcomes;
  const folders = new FolderTables(places.filter(isFolder));
  for (const path of unchanged) folders.add(path, await namesIn(path, crew));
  for (const path of selection.excludedFiles) folders.add(path, UNREAD_NAMES);
  for (const { path, names } of outcomes) folders.add(path, names);
  const again = outcomes.map(async (outcome): Promise<Outcome> => {
    const { path, asksForTables, failures } = outcome;
    const tables = asksForTables ? folders.around(path) : undefined;
    if (!outcome.task || !tables) return outcome;
    const task = { ...outcome.task, tables };
    const checked = await crew.check(task);
    return { ...outcomeOf(task, checked), failures: [...failures, ...checked.failures] };
  });
  return Promise.all(again);
}

/** The names in a file that is not checked itself. */
async function namesIn(path: string, crew: Crew): Promise<FileNames> {
  try {
    const bytes = readFile(path);
    return (await crew.check({ path, named: false, bytes, withFixes: false, fix: false })).names;
  } catch {
    return UNREAD_NAMES;
  }
}

/** Writes errors and the result, and returns the exit status. */
function report(outcomes: readonly Outcome[], { values, wanted, places, changed, nearby }: Job) {
  for (const { path, failures, refusal, unfixed } of outcomes) {
    if (refusal !== undefined) printError(refusal);
    if (unfixed !== undefined) printError(`Cannot fix ${path}: ${unfixed}`);
    for (const failure of failures) printFailure(failure);
  }
  for (const problem of nearby.problems) printError(problem);
  const isIncomplete = outcomes.some(({ isMissed }) => isMissed);
  // A wrong folder in a script must not look like one without problems.
  const mayFindNone = values['detect'] || values['force-exclude'];
  const isEmpty = !isIncomplete && outcomes.every(({ report }) => !report);
  if (isEmpty && !changed && (!mayFindNone || places.some(isFolder)))
    printError(`No file that uses TPU embedding was found: ${places.join(', ')}`);
  const status = writeOutput(wanted, outcomes);
  if (outcomes.some(({ failures }) => failures.length > 0)) return 3;
  // With a correct configuration file, more problems might have been found.
  return isIncomplete || nearby.problems.length > 0 ? 2 : status;
}
