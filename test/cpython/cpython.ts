import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** A value at one moment, with `?` for what is not said: its kind and what tells it from others of its kind. */
export type Frozen = '?' | readonly [kind: string, ...rest: unknown[]];

export interface Program {
  readonly text: string;
  /** What is random while it runs depends on this alone. */
  readonly seed: number;
  /** What others do with it, which the evaluator does not see. */
  readonly outside?: string | undefined;
}

/** What CPython did with a program. */
export type Recorded =
  | { readonly error: string }
  | {
      /** Start and end of an expression, and its different values. */
      readonly values: readonly (readonly [start: number, end: number, values: readonly Frozen[]])[];
      readonly raised: string | null;
    };

const PYTHON = process.env['PYTHON'] ?? 'python3';

/** The version of CPython; undefined where there is none. */
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
