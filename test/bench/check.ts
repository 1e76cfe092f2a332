// Benchmarks `tpu-embedding check` on a large tree of Python and on many small files, against programs that read the
// same files.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { largeConfiguration } from '../support/configurations';
import { embeddingProgram } from '../support/programs';
import { type Finding, table } from './report';

/** Reads and parses each file; returns the number of files and of megabytes. */
const PARSE = `
import ast, os, sys, warnings
warnings.simplefilter('ignore')
files = size = 0
for folder, _, names in os.walk(sys.argv[1]):
    for name in names:
        if not name.endswith('.py'): continue
        with open(os.path.join(folder, name), 'rb') as file: source = file.read()
        files += 1
        size += len(source)
        try: ast.parse(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError): pass
print(files, size / 1e6)
`;

/** TensorFlow's package if installed, otherwise Python's standard library. */
const FIND_TREE = `
import importlib.util, sysconfig
found = importlib.util.find_spec('tensorflow')
print(found.submodule_search_locations[0] if found else sysconfig.get_path('stdlib'))
`;

interface Contender {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Our time may be at most this fraction of the other program's time. */
  readonly target?: number;
}

const PYTHON = process.env['PYTHON'] ?? 'python3';

const contenders = (tree: string): readonly Contender[] => [
  { name: 'ours', command: process.execPath, args: [resolve('dist/cli.js'), 'check', tree] },
  { name: "CPython's `ast.parse`", command: PYTHON, args: ['-c', PARSE, tree], target: 0.5 },
  {
    name: '`ruff check`',
    command: 'ruff',
    args: ['check', '--isolated', '--no-cache', '--quiet', '--exit-zero', tree],
    target: 1,
  },
];

function run(command: string, args: readonly string[]): string {
  const { status, stdout, error } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (error || status === null || status > 1) throw new Error(`${command} ${args[0]} does not run.`);
  return stdout.trim();
}

/** The npm package with this name is another program. */
const isThere = ({ command }: Contender) =>
  command !== 'ruff' || /^ruff \d/.test(spawnSync(command, ['--version'], { encoding: 'utf8' }).stdout ?? '');

const seconds = ({ command, args }: Contender): number => {
  const start = performance.now();
  run(command, args);
  return (performance.now() - start) / 1000;
};

/** Many small files. One in twenty is a configuration, one in twenty a program that uses TPU embedding. */
const SMALL_FILES = 10_000;
const ONE_IN = 20;

/** Most files in a repository are short and unrelated. */
const PLAIN = `import os
import sys

import numpy as np


class Reader:
    """Reads the rows of a file."""

    def __init__(self, path, limit=100):
        self.path = path
        self.limit = limit

    def read(self):
        with open(self.path) as file:
            rows = [line.strip().split(',') for line in file if line]
        return np.asarray(rows[: self.limit])


def main(argv=sys.argv):
    for name in os.listdir(argv[1]):
        print(name, Reader(os.path.join(argv[1], name)).read().shape)
`;

/** Writes these files, and as many unrelated Python files beside them. */
function writeSmallFiles(root: string): void {
  const program = embeddingProgram(5);
  const configuration = largeConfiguration(2);
  for (let i = 0; i < SMALL_FILES; i++) {
    const path = `m${i % 100}/part${i}`;
    const write = (folder: string, ending: string, text: string) => {
      mkdirSync(join(root, folder, dirname(path)), { recursive: true });
      writeFileSync(join(root, folder, path + ending), text);
    };
    const kind = i % ONE_IN;
    if (kind === 0) write('repository', '.textproto', configuration);
    else write('repository', '.py', kind === 1 ? program : PLAIN);
    write('python', '.py', kind === 0 ? '#'.repeat(configuration.length) : kind === 1 ? program : PLAIN);
  }
}

/** `tpu-embedding check` of a large tree, and of many small files. */
export async function benchCheck(scale: number, tree = ''): Promise<Finding> {
  const folder = tree || run(PYTHON, ['-c', FIND_TREE]);
  const large = benchTree(contenders(folder), scale);
  const [files, size] = run(PYTHON, ['-c', PARSE, folder]).split(' ').map(Number);
  const root = mkdtempSync(join(tmpdir(), 'tpu-embedding-'));
  try {
    writeSmallFiles(root);
    const [ours, parse] = contenders(join(root, 'python'));
    const args = [resolve('dist/cli.js'), 'check', join(root, 'repository')];
    const small = benchTree(
      [
        { ...ours!, args },
        { ...parse!, target: 1 },
      ],
      scale,
    );
    const [count, total] = run(PYTHON, ['-c', PARSE, join(root, 'python')])
      .split(' ')
      .map(Number);
    return {
      report: `${files!.toLocaleString('en')} files of Python, ${size!.toFixed(0)} MB, in \`${folder.split('/').at(-1)}\`.

${large.report}

${count!.toLocaleString('en')} small files, ${total!.toFixed(1)} MB, of which one in ${ONE_IN} is a configuration and one in ${ONE_IN} a program that uses TPU
embedding; CPython parses as much Python in as many files.

${small.report}`,
      missed: [...large.missed, ...small.missed.map((each) => `${each} (small files)`)],
    };
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** The best round counts: delays come from other processes. */
function benchTree(all: readonly Contender[], scale: number): Finding {
  const times = all.map((contender) => (isThere(contender) ? Number.POSITIVE_INFINITY : undefined));
  for (let round = 0; round < Math.max(5 * scale, 2); round++) {
    for (const [i, best] of times.entries()) {
      if (best !== undefined) times[i] = Math.min(best, seconds(all[i]!));
    }
  }
  const rows = all.map(({ name, target }, i) => {
    const time = times[i];
    return { name, target, time, ratio: time === undefined ? undefined : times[0]! / time };
  });
  return {
    report: table(
      ['Program', 'seconds', 'ours, times as long', 'target'],
      rows.map(({ name, time, ratio, target }) => [
        name,
        time?.toFixed(2) ?? 'missing',
        target === undefined ? '' : (ratio?.toFixed(2) ?? '–'),
        `${target ?? ''}`,
      ]),
    ),
    missed: rows.flatMap(({ name, ratio, target }) => {
      if (target === undefined || (ratio !== undefined && ratio <= target)) return [];
      return ratio === undefined
        ? [`Check: ${name} is missing on this machine, so nothing was compared.`]
        : [`Check: ${ratio.toFixed(2)} times the time of ${name}, over ${target}.`];
    }),
  };
}
