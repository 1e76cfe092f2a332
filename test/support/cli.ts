import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';

export const CLI = resolve('dist/cli.js');

export interface Result {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly cwd: string;
  readonly input?: string | Uint8Array;
  readonly env?: NodeJS.ProcessEnv;
  /** The user to run as; only root may choose. */
  readonly uid?: number;
}

/** An environment without CI services and colour settings. */
for (const name of ['FORCE_COLOR', 'NO_COLOR', 'GITHUB_WORKSPACE', 'CI_PROJECT_DIR'])
  delete process.env[name];

/** Runs the command line in a process of its own, for tests that need one. */
export function startCli(args: readonly string[], { input = '', ...options }: RunOptions): Promise<Result> {
  const child = spawn(process.execPath, [CLI, ...args], options);
  const text = { stdout: '', stderr: '' };
  for (const stream of STREAMS) {
    child[stream].setEncoding('utf8').on('data', (chunk: string) => {
      text[stream] += chunk;
    });
  }
  child.stdin.on('error', () => {}).end(input);
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (status) => done({ status, ...text }));
  });
}

const STREAMS = ['stdout', 'stderr'] as const;

/** Captures the command line's output while it runs; the test runner writes to the same streams. */
const running = new AsyncLocalStorage<{ stdout: string; stderr: string }>();

for (const name of STREAMS) {
  const stream = process[name];
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
  stream.write = (...args: unknown[]) => {
    const text = running.getStore();
    if (!text) return write(...args);
    text[name] += typeof args[0] === 'string' ? args[0] : Buffer.from(args[0] as Uint8Array).toString();
    return true;
  };
}

/** A process has one working directory and one standard input. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the command line in this process, because starting one takes ten times as long as most tests. As another user or
 * in another environment it runs in a process of its own.
 */
export function runCli(args: readonly string[], options: RunOptions): Promise<Result> {
  if (options.uid !== undefined || options.env) return startCli(args, options);
  const result = last.then(() => runHere(args, options));
  last = result.catch(() => {});
  return result;
}

async function runHere(args: readonly string[], { cwd, input = '' }: RunOptions): Promise<Result> {
  const { main } = require(resolve(CLI, '../main.js')) as { main(args: readonly string[]): Promise<void> };
  const before = { cwd: process.cwd(), exitCode: process.exitCode, stdin: process.stdin };
  const text = { stdout: '', stderr: '' };
  const setInput = (value: Readable) =>
    Object.defineProperty(process, 'stdin', { value, configurable: true });
  process.chdir(cwd);
  process.exitCode = 0;
  setInput(Readable.from([Buffer.from(input)]));
  try {
    await running.run(text, () => main(args));
    return { status: Number(process.exitCode), ...text };
  } finally {
    process.chdir(before.cwd);
    process.exitCode = before.exitCode;
    setInput(before.stdin);
  }
}

/** What `check --format json` writes. */
export interface Json {
  readonly files: readonly {
    path: string;
    diagnostics: readonly JsonDiagnostic[];
    note?: { code: string; message: string };
  }[];
  readonly summary: { files: number; errors: number; warnings: number };
}

export interface JsonDiagnostic {
  readonly range: { start: { line: number; character: number }; end: { line: number; character: number } };
  readonly severity: string;
  readonly code: string;
  readonly message: string;
  readonly href: string;
}

export async function checkJson(args: readonly string[], options: RunOptions) {
  const { status, stdout, stderr } = await runCli(['check', '--format', 'json', ...args], options);
  return { status, stderr, ...(JSON.parse(stdout) as Json) };
}
