import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { lines, showsColors } from '../text/terminal';
import { UNREAD_NAMES } from '../workspace/names';
import { diffOf, fixedCount, wouldFix, writeFixed } from './apply-fixes';
import { type Checked, NOTHING, type Task } from './check-file';
import { type Command, choice, printError, printFailure, UsageError, type Values } from './command';
import { Crew } from './crew';
import { isFolder, readSources } from './files';
import { FolderTables } from './folder-tables';
import { SETTINGS_OPTIONS } from './given-settings';
import { FORMAT_NAMES, formats } from './reports/formats';
import { summarize } from './reports/report';
import { repositoryRoot } from './reports/repository';
import { type ChosenFiles, choose } from './selection';
import { SELECTION_OPTIONS } from './selection-options';

interface Outcome extends Checked {
  readonly path: string;
  /** Why it could not be read. */
  readonly refusal?: unknown;
  /** Of a file that has to be checked again, or was fixed. */
  readonly task?: Task;
  readonly isUnwritten?: true;
}

/**
 * Each file is gone through once, so V8's guesses of which code stays hot cost twice what they save. The default is 67584
 * bytes of bytecode. V8 of later releases knows no such flag.
 */
const PATIENCE = process.versions.node.startsWith('20.') ? '--interrupt-budget=600000' : undefined;

export const check: Command = {
  usage:
    'check [--format text|json|sarif|github|gitlab|junit] [--fix | --diff] [OPTION]… PATH… | --stdin-filename NAME -',
  summary: 'Report the mistakes in files, and in the files of folders.',
  options: {
    format: {
      type: 'string',
      value: 'FORMAT',
      about: 'text, json, sarif, github, which annotates pull requests, gitlab (Code Quality) or junit.',
    },
    fix: {
      type: 'boolean',
      about:
        'Fix what has one right answer, and report what remains. With -, the fixed text goes to standard output and the report to standard error.',
    },
    diff: {
      type: 'boolean',
      about: 'Write nothing, show what --fix would change, and exit with 1 if there is anything.',
    },
    ...SETTINGS_OPTIONS,
    ...SELECTION_OPTIONS,
    detect: {
      type: 'boolean',
      about: 'Judge named files as if they had been found in a folder: other messages are passed over.',
    },
    'stdin-filename': {
      type: 'string',
      value: 'NAME',
      about: 'The name of what - reads from standard input.',
    },
  },
  async run(values, paths) {
    if (PATIENCE) setFlagsFromString(PATIENCE);
    const format = choice(values, 'format', FORMAT_NAMES);
    if (paths.length === 0) throw new UsageError('Name a file or a folder.', this.usage);
    const inputName = values['stdin-filename'] as string | undefined;
    if (inputName !== undefined && !paths.includes('-'))
      throw new UsageError('--stdin-filename names what - reads from standard input. Add -.', this.usage);
    const { fix: writes = false, diff: shows = false } = values;
    if (shows && values['format'] !== undefined)
      throw new UsageError('--diff shows changes in place of a report: leave --format out.', this.usage);
    const fix = writes || shows;
    const { projects, selection } = choose(values);
    const crew = new Crew(values, projects);
    const withFixes = format === 'text' || format === 'sarif';
    const started: (Outcome | Promise<Outcome>)[] = [];
    let outcomes: readonly Outcome[];
    let unreadable = 0;
    let input: Task | undefined;
    const nameOf = (path: string) => (path === '-' ? (inputName ?? '<stdin>') : path);
    // What cannot be read does not hide what is wrong with the rest.
    const refuse = (refusal: unknown, path: string, named: boolean) => {
      if (named) unreadable++;
      const report = named && !isFolder(path) ? { path: nameOf(path), parts: [] } : undefined;
      started.push({ ...UNREADABLE, path, report, refusal });
    };
    try {
      for await (const source of readSources(paths, refuse, selection)) {
        const path = nameOf(source.path);
        const named = source.named && !values['detect'];
        const task: Task = { ...source, path, named, withFixes, fix: fix === true };
        if (source.path === '-') input = task;
        if (source.path === '-' && selection.leavesOutNamed(path)) continue;
        const outcome = crew.check(task);
        const keep = (checked: Checked): Outcome =>
          checked.asksForTables || checked.fixed ? { ...checked, path, task } : { ...checked, path };
        started.push(outcome instanceof Promise ? outcome.then(keep) : keep(outcome));
        // A thread that is done gets its next file only when this one pauses.
        if (outcome instanceof Promise) await setImmediate();
      }
      await crew.help();
      const tables = new FolderTables(paths.filter(isFolder));
      outcomes = await checkAgain(await Promise.all(started), crew, tables, selection);
      if (writes && !shows) {
        const write = (outcome: Outcome) =>
          outcome.task === input ? outcome : writeFixed(outcome, (task) => crew.check(task));
        outcomes = await Promise.all(outcomes.map(write));
      }
    } finally {
      await crew.dismiss();
    }
    for (const { path, failures, refusal, unfixed } of outcomes) {
      if (refusal !== undefined) printError(refusal);
      if (unfixed !== undefined) printError(`Cannot fix ${path}: ${unfixed}`);
      for (const failure of failures) printFailure(failure);
    }
    for (const problem of projects.problems) printError(problem);
    const files = outcomes.flatMap(({ report }) => report ?? []);
    // A wrong folder in a script must not pass for a clean one.
    if (files.length === 0 && unreadable === 0 && (!mayFindNone(values) || paths.some(isFolder)))
      printError(`Found nothing of TPU embedding in ${paths.join(', ')}.`);
    const report = summarize(files, fix ? fixedCount(outcomes) : undefined);
    if (shows) {
      process.stdout.write(diffOf(outcomes, process.stdout.isTTY));
      process.stderr.write(lines([wouldFix(outcomes, report.summary.errors)]));
    } else {
      const ofInput = fix ? input : undefined;
      if (ofInput)
        process.stdout.write(outcomes.find(({ task }) => task === input)?.fixed?.text ?? ofInput.bytes);
      const output = ofInput ? process.stderr : process.stdout;
      const root = repositoryRoot(process.cwd(), process.env);
      output.write(formats[format](report, { colors: showsColors(output, process.env), root }));
    }
    if (outcomes.some(({ failures }) => failures.length > 0)) return 3;
    // What a configuration file meant to say might have found more.
    const isMisconfigured = projects.problems.length > 0;
    if (unreadable > 0 || isMisconfigured || outcomes.some(({ isUnwritten }) => isUnwritten)) return 2;
    if (shows) return outcomes.some(({ fixed }) => fixed) ? 1 : 0;
    return report.summary.errors > 0 ? 1 : 0;
  },
};

/** Whether named files may be passed over. */
const mayFindNone = (values: Values) => values['detect'] || values['force-exclude'];

const UNREADABLE = { ...NOTHING, names: UNREAD_NAMES, failures: [], asksForTables: false };

/** Checks again what is judged by the tables of the folder around it, now that all of its files are read. */
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
