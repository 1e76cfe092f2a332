// `tpu-embedding check` of a large tree of Python, beside programs that read the same files.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { type Finding, table } from './report';

/** Reads and parses each file, and tells how many there are and how many megabytes. */
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

/** TensorFlow's package where there is one, else the library of Python itself. */
const FIND_TREE = `
import importlib.util, sysconfig
found = importlib.util.find_spec('tensorflow')
print(found.submodule_search_locations[0] if found else sysconfig.get_path('stdlib'))
`;

interface Contender {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Our time may be this share of its time. */
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

/** The npm package of the same name is another program. */
const isThere = ({ command }: Contender) =>
  command !== 'ruff' || /^ruff \d/.test(spawnSync(command, ['--version'], { encoding: 'utf8' }).stdout ?? '');

const seconds = ({ command, args }: Contender): number => {
  const start = performance.now();
  run(command, args);
  return (performance.now() - start) / 1000;
};

/** The best round counts: what disturbs a round is not ours. */
export async function benchCheck(scale: number, tree = ''): Promise<Finding> {
  const folder = tree || run(PYTHON, ['-c', FIND_TREE]);
  const [files, size] = run(PYTHON, ['-c', PARSE, folder]).split(' ').map(Number);
  const all = contenders(folder);
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
    report: `${files!.toLocaleString('en')} files of Python, ${size!.toFixed(0)} MB, in \`${folder.split('/').at(-1)}\`.

${table(
  ['Program', 'seconds', 'ours, times as long', 'target'],
  rows.map(({ name, time, ratio, target }) => [
    name,
    time?.toFixed(2) ?? 'missing',
    target === undefined ? '' : (ratio?.toFixed(2) ?? '–'),
    `${target ?? ''}`,
  ]),
)}`,
    missed: rows.flatMap(({ name, ratio, target }) => {
      if (target === undefined || (ratio !== undefined && ratio <= target)) return [];
      return ratio === undefined
        ? [`Check: ${name} is missing on this machine, so nothing was compared.`]
        : [`Check: ${ratio.toFixed(2)} times the time of ${name}, over ${target}.`];
    }),
  };
}
