import { isUtf8 } from 'node:buffer';
import { UnreadableFile } from '../../basics/regular-file';
import { lines } from '../../basics/terminal';
import { UsageError } from '../../basics/usage-error';
import { isNotebook } from '../../python/notebooks';
import { format as formatted } from '../../textproto/formatting/format';
import { type Command, printError } from '../command';
import { ALL, isFolder, isPython, readSources } from '../files/files';
import { writeFile } from '../files/write-file';
import { SELECTION_OPTIONS } from '../input/selection-options';
import { inputName, STDIN_FILENAME } from '../input/standard-input';

export const format: Command = {
  usage: 'format [--check] [OPTION]… PATH… | [--check] [--stdin-filename NAME] -',
  summary: 'Format text format as txtpbfmt does, in place. Python is not changed.',
  arguments: {
    PATH: 'Files, and folders that are searched for text format.',
    '-': 'Standard input, which is written to standard output.',
  },
  options: {
    check: {
      type: 'boolean',
      about: 'Write nothing. List the files that would change, and exit with 1 if there are any.',
    },
    ...SELECTION_OPTIONS,
    ...STDIN_FILENAME,
  },
  statuses: {
    0: 'All files are formatted.',
    1: 'With --check: a file would change.',
    2: 'Wrong usage, a named file that cannot be read, or a file that cannot be written.',
  },
  examples: [
    ['format .', 'Format all files in the working directory.'],
    ['format --check .', 'List the files that are not formatted, for CI.'],
    ['format --stdin-filename a.textproto - < a.textproto', 'For editors.'],
  ],
  async run(values, paths) {
    if (paths.length === 0) throw new UsageError('Name a file or a folder.', this.usage);
    const input = inputName(values, paths, this.usage);
    // Saving a file must not wait until the code that searches folders is loaded.
    const chosen =
      values['force-exclude'] || paths.some(isFolder)
        ? (await import('../slow-commands')).choose(values)
        : undefined;
    const changed: string[] = [];
    let read = 0;
    let unreadable = 0;
    const refuse = (error: unknown, _: string, named: boolean) => {
      if (named) unreadable++;
      printError(error);
    };
    for await (const { path, named, bytes } of readSources(paths, refuse, chosen?.selection ?? ALL)) {
      const name = path === '-' ? input : path;
      const isOut = path === '-' && chosen?.selection.excludesNamed(name);
      const leaves = isPython(name) || isNotebook(name) || isOut;
      if (leaves && !named) continue;
      read++;
      try {
        const text = leaves ? bytes : formattedBytes(bytes, name);
        const changes = !bytes.equals(text);
        if (changes) changed.push(name);
        if (values['check']) continue;
        if (path === '-') process.stdout.write(text);
        // Unlike a file that was found and is of no concern, one that should have been written counts.
        else if (changes) await writeFile(path, text, bytes).catch((error) => refuse(error, path, true));
      } catch (error) {
        refuse(error, path, named);
      }
    }
    const problems = chosen?.nearby.problems ?? [];
    for (const problem of [...problems, ...(chosen?.nearby.notices ?? [])]) printError(problem);
    // A wrong folder in a script must not look like a formatted one.
    if (read === 0 && unreadable === 0 && !values['force-exclude'])
      printError(`No text format was found: ${paths.join(', ')}`);
    if (values['check']) process.stdout.write(lines(changed));
    if (unreadable > 0 || problems.length > 0) return 2;
    return values['check'] && changed.length > 0 ? 1 : 0;
  },
};

function formattedBytes(bytes: Buffer, name: string): Buffer {
  if (!isUtf8(bytes))
    throw new UnreadableFile(`Cannot format ${name}: it is not UTF-8. The file is unchanged.`);
  return Buffer.from(formatted(bytes.toString('utf8')));
}
