import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** A snapshot of a value, with `?` for unknown parts: its kind and its distinguishing content. */
export type Frozen = '?' | readonly [kind: string, ...rest: unknown[]];

export interface Program {
  readonly text: string;
  /** The seed of all random choices at run time. */
  readonly seed: number;
  /** Code that uses the program from outside, which the evaluator does not see. */
  readonly outside?: string | undefined;
}

/** The result of running a program in CPython. */
export type Recorded =
  | { readonly error: string }
  | {
      /** Start and end of an expression, with its distinct values. */
      readonly values: readonly (readonly [start: number, end: number, values: readonly Frozen[]])[];
      readonly raised: string | null;
    };

const PYTHON = process.env['PYTHON'] ?? 'python3';

/** The version of CPython; undefined if it is not installed. */
export function pythonVersion(): readonly [major: number, minor: number] | undefined {
  const { stdout, status } = spawnSync(PYTHON, ['--version'], { encoding: 'utf8' });
  const [, major, minor] = (status === 0 && /^Python (\d+)\.(\d+)/.exec(stdout)) || [];
  return major === undefined ? undefined : [Number(major), Number(minor)];
}

/** Runs programs, all in one process. */
export function record(programs: readonly Program[]): readonly Recorded[] {
  const { stdout, stderr, status } = spawnSync(
    PYTHON,
    ['-W', 'ignore', '-B', join('test', 'cpython', 'record.py')],
    {
      input: programs.map((program) => `${JSON.stringify(program)}\n`).join(''),
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
      env: { ...process.env, PYTHONIOENCODING: 'utf-8', PYTHONHASHSEED: '0' },
    },
  );
  if (status !== 0) throw new Error(`record.py ended with ${status}: ${stderr}`);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Recorded);
}
