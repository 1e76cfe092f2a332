import { existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isUnreadable, readFile, unwritable } from '../../basics/regular-file';
import { lines } from '../../basics/terminal';
import { UsageError } from '../../basics/usage-error';
import {
  type Extracted,
  extracted,
  extractedJson,
  headed,
  nothingFound,
  nothingFoundIn,
} from '../../reports/extraction/report';
import { type SearchedFile, searchPath } from '../../reports/extraction/search';
import { sourceOf } from '../../reports/extraction/source';
import { type Command, choice, printError, writePieces } from '../command';
import { DISK } from '../files/disk';
import { isFolder, readBytes } from '../files/files';
import { makeFile } from '../files/write-file';

export const extract: Command = {
  usage: 'extract [--format text|json] [-o FOLDER] PATH…',
  summary: 'Show the configurations in graphs, saved models, checkpoints and logs.',
  details: [
    'Graphs are GraphDefs, MetaGraphs and SavedModels, in binary and in text format. Logs are the output of a program, in which TensorFlow logs a configuration line by line, and TensorBoard event files. In a checkpoint, the string tensors are read. Files may have any size, because only the parts that may contain a configuration are read.',
    'As text, each configuration is shown once, with all nodes that hold it. As JSON, each node has an entry. An entry from a log has its line.',
  ],
  arguments: {
    PATH: 'Files and folders. A checkpoint can be named by the prefix of its files. - is standard input.',
  },
  options: {
    format: { type: 'string', value: 'FORMAT', about: 'text or json.' },
    output: {
      type: 'string',
      short: 'o',
      value: 'FOLDER',
      about:
        'Write each distinct configuration to a separate file in this folder, in text format. Existing files with other content are kept.',
    },
  },
  statuses: {
    0: 'At least one configuration was found.',
    1: 'None was found.',
    2: 'Wrong usage, or a named file that cannot be read, or a file that cannot be written.',
  },
  examples: [
    ['extract export/1', 'The configurations in a SavedModel.'],
    [
      'extract model.ckpt-1000.meta > tpu_embedding.textproto',
      'The configuration of a MetaGraph, as a file.',
    ],
    ['extract --format json train.log', 'The configurations that TensorFlow logged, as JSON.'],
    ['extract - < train.log', 'A log from standard input.'],
    ['extract -o configurations runs', 'Each configuration found in a folder, as a separate file.'],
  ],
  async run(values, paths) {
    const format = choice(values, 'format', ['text', 'json']);
    const folder = values['output'] as string | undefined;
    if (paths.length === 0) throw new UsageError('Name a file or a folder.', this.usage);
    if (folder !== undefined && format === 'json')
      throw new UsageError('-o writes text format: leave --format json out.', this.usage);
    const files: SearchedFile[] = [];
    let isRefused = false;
    for (const path of new Set(paths)) {
      try {
        const before = files.length;
        for await (const found of searchPath(path, PLACES, printError)) {
          const file = path === INPUT ? { ...found, path: '<stdin>' } : found;
          for (const problem of file.problems) printError(`${file.path}: ${problem}`);
          files.push(file);
        }
        reportNothing(path, files.slice(before));
      } catch (error) {
        if (!isUnreadable(error)) throw error;
        printError(error);
        isRefused = true;
      }
    }
    const isAny = files.some(({ found }) => found.length > 0);
    if (format === 'json') await writePieces(extractedJson(files));
    else if (folder === undefined) await writePieces(asText(extracted(files)));
    else if (isAny) await writeEach(extracted(files), folder);
    return isRefused ? 2 : isAny ? 0 : 1;
  },
};

const INPUT = '-';

const PLACES: typeof DISK = {
  ...DISK,
  open: async (path) =>
    path === INPUT ? { ...sourceOf(await readBytes(path)), close() {} } : DISK.open(path),
};

/** A wrong path in a script must not look like one without configurations. */
function reportNothing(path: string, files: readonly SearchedFile[]): void {
  if (files.some(({ found }) => found.length > 0)) return;
  if (files.length > 0 && !isFolder(path)) for (const file of files) printError(nothingFound(file));
  else printError(nothingFoundIn(path, files.length));
}

/** In pieces, because the whole output may be longer than the longest string. */
function* asText(configurations: readonly Extracted[]): Generator<string> {
  for (const [i, each] of configurations.entries()) yield `${i > 0 ? '\n' : ''}${shown(each)}`;
}

const shown = (each: Extracted): string => lines(headed(each).trimEnd().split('\n'));

/** Names each file by the node of the configuration, and prints the names. Users cannot foresee them, so no file is overwritten. */
async function writeEach(configurations: readonly Extracted[], folder: string): Promise<void> {
  const names = fileNames(configurations);
  const files = configurations.map((each, i) => ({
    path: join(folder, names[i]!),
    bytes: Buffer.from(shown(each)),
  }));
  const other = files.find(({ path, bytes }) => existsSync(path) && !readFile(path).equals(bytes));
  if (other)
    throw new UsageError(
      `${other.path} already exists with other content, so nothing is written. Move it away, or name another folder with -o.`,
    );
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw unwritable(folder, error);
  }
  for (const { path, bytes } of files) {
    await makeFile(path, bytes);
    process.stdout.write(lines([path]));
  }
}

const LONGEST_NAME = 100;

/** Such as `saved_model.ConfigureTPUEmbedding.textproto`: no two are equal, even if case is ignored. */
function fileNames(configurations: readonly Extracted[]): string[] {
  const taken = new Set<string>();
  return configurations.map(({ holders: [holder] }) => {
    const { path = '', nodes = [] } = holder ?? {};
    const stem = basename(path).replace(/\.\w+$/, '');
    const name = `${stem}.${nodes[0]}`.replaceAll(/[^\w.-]+/g, '_').slice(0, LONGEST_NAME);
    let unique = name;
    for (let i = 2; taken.has(unique.toLowerCase()); i++) unique = `${name}.${i}`;
    taken.add(unique.toLowerCase());
    return `${unique}.textproto`;
  });
}
