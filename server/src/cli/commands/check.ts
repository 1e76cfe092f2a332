import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { readFile } from '../../basics/regular-file';
import { lines } from '../../basics/terminal';
import { type FileNames, UNREAD_NAMES } from '../../project/names/names';
import { NOTHING } from '../../reports/check';
import { type Outcome, writeFixed } from '../checking/apply-fixes';
import type { Checked, Task } from '../checking/check-file';
import { OUTPUT_OPTIONS, wantedOutput, writeOutput } from '../checking/check-output';
import { Crew } from '../checking/crew';
import { FolderTables } from '../checking/folder-tables';
import { SETTINGS_OPTIONS } from '../checking/given-settings';
import { Progress } from '../checking/progress';
import { type Command, printError, printFailure, UsageError, type Values } from '../command';
import { changedFiles } from '../files/changed-files';
import { isFolder, readSources } from '../files/files';
import { type ChosenFiles, choose } from '../files/selection';
import { SELECTION_OPTIONS } from '../input/selection-options';

/**
 * Each file is checked once, so optimizing hot code costs twice what it saves. The default is 67584 bytes of bytecode. Later
 * releases of V8 do not have this flag.
 */
const PATIENCE = process.versions.node.startsWith('20.') ? '--interrupt-budget=600000' : undefined;

export const check: Command = {
  usage:
    'check [--format text|json|sarif|github|gitlab|junit] [--fix | --diff] [--changed [BASE]] [OPTION]… PATH… | --stdin-filename NAME -',
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
    const wanted = wantedOutput(values, this.usage);
    const base = values['changed'] as string | undefined;
    if (paths.length === 0 && base === undefined)
      throw new UsageError('Name a file or a folder.', this.usage);
    const inputName = values['stdin-filename'] as string | undefined;
    if (inputName !== undefined && !paths.includes('-'))
      throw new UsageError(
        '--stdin-filename names the text that - reads from standard input. Add -.',
        this.usage,
      );
    const places = paths.length === 0 ? ['.'] : paths;
    const changed = base === undefined ? undefined : changedFiles(base, places);
    if (changed) process.stderr.write(lines([`Compared with ${changed.base}.`]));
    const { projects, selection } = choose(values);
    const crew = new Crew(values, projects);
    const progress = new Progress(process.stderr);
    const started: (Outcome | Promise<Outcome>)[] = [];
    let outcomes: readonly Outcome[];
    let unreadable = 0;
    let input: Task | undefined;
    const unchanged: string[] = [];
    const nameOf = (path: string) => (path === '-' ? (inputName ?? '<stdin>') : path);
    // A file that cannot be read does not stop the check of the others.
    const refuse = (refusal: unknown, path: string, named: boolean) => {
      if (named) unreadable++;
      const report = named && !isFolder(path) ? { path: nameOf(path), parts: [] } : undefined;
      started.push({ ...UNREADABLE, path, report, refusal });
    };
    try {
      for await (const source of readSources(places, refuse, selection)) {
        const path = nameOf(source.path);
        if (changed && source.path !== '-' && !changed.has(source.path, source.bytes)) {
          unchanged.push(path);
          continue;
        }
        const named = source.named && !values['detect'];
        const { withFixes, fix } = wanted;
        const task: Task = { ...source, path, named, withFixes, fix: fix !== undefined };
        if (source.path === '-') input = task;
        if (source.path === '-' && selection.leavesOutNamed(path)) continue;
        const outcome = crew.check(task);
        const keep = (checked: Checked): Outcome => {
          progress.step();
          return checked.asksForTables || checked.fixed ? { ...checked, path, task } : { ...checked, path };
        };
        started.push(outcome instanceof Promise ? outcome.then(keep) : keep(outcome));
        // Other threads get their next file only when this thread pauses.
        if (outcome instanceof Promise) await setImmediate();
      }
      await crew.help();
      outcomes = await Promise.all(started);
      const tables = new FolderTables(places.filter(isFolder));
      if (outcomes.some(({ asksForTables }) => asksForTables))
        for (const path of unchanged) tables.add(path, await namesIn(path, crew));
      outcomes = await checkAgain(outcomes, crew, tables, selection);
      if (wanted.fix === 'write') {
        const write = (outcome: Outcome) =>
          outcome.task === input ? outcome : writeFixed(outcome, (task) => crew.check(task));
        outcomes = await Promise.all(outcomes.map(write));
      }
    } finally {
      progress.clear();
      await crew.dismiss();
    }
    for (const { path, failures, refusal, unfixed } of outcomes) {
      if (refusal !== undefined) printError(refusal);
      if (unfixed !== undefined) printError(`Cannot fix ${path}: ${unfixed}`);
      for (const failure of failures) printFailure(failure);
    }
    for (const problem of projects.problems) printError(problem);
    // A wrong folder in a script must not look like one without problems.
    const isEmpty = unreadable === 0 && outcomes.every(({ report }) => !report);
    if (isEmpty && !changed && (!mayFindNone(values) || places.some(isFolder)))
      printError(`No file that uses TPU embedding was found: ${places.join(', ')}`);
    const status = writeOutput(wanted, outcomes, input);
    if (outcomes.some(({ failures }) => failures.length > 0)) return 3;
    // With a correct configuration file, more problems might have been found.
    const isMisconfigured = projects.problems.length > 0;
    if (unreadable > 0 || isMisconfigured || outcomes.some(({ isUnwritten }) => isUnwritten)) return 2;
    return status;
  },
};

/** Whether named files may be skipped. */
const mayFindNone = (values: Values) => values['detect'] || values['force-exclude'];

const UNREADABLE = { ...NOTHING, names: UNREAD_NAMES, failures: [], asksForTables: false };

/** The names in a file that is not checked itself. */
async function namesIn(path: string, crew: Crew): Promise<FileNames> {
  try {
    const bytes = readFile(path);
    return (await crew.check({ path, named: false, bytes, withFixes: false, fix: false })).names;
  } catch {
    return UNREAD_NAMES;
  }
}

/** Checks files again whose problems depend on the tables of the folder, now that all of its files are read. */
async function checkAgain(
  outcomes: readonly Outcome[],
  crew: Crew,
  tables: FolderTables,
  selection: ChosenFiles,
): Promise<readonly Outcome[]> {
  if (!outcomes.some(({ asksForTables }) => asksForTables)) return outcomes;
  for (const path of selection.leftOutFiles) tables.add(path, UNREAD_NAMES);
  for (const { path, names } of outcomes) tables.add(path, names);
  const again = outcomes.map(async (outcome): Promise<Outcome> => {
    const { path, task } = outcome;
    const around = task && tables.around(path);
    if (!around) return outcome;
    const before = outcome.fixed;
    const bytes = before ? Buffer.from(before.text) : task.bytes;
    const { fixed = { text: '', count: 0 }, ...checked } = await crew.check({
      ...task,
      bytes,
      tables: around,
    });
    const count = (before?.count ?? 0) + fixed.count;
    return {
      ...outcome,
      ...checked,
      ...(count > 0 && { fixed: { text: fixed.count > 0 ? fixed.text : before!.text, count } }),
      failures: [...outcome.failures, ...checked.failures],
    };
  });
  return Promise.all(again);
}
