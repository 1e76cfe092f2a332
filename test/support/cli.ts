import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

export const CLI = resolve('dist/cli.js');

export interface Result {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly input?: string | Uint8Array;
  readonly env?: NodeJS.ProcessEnv;
  /** The user to run as; only root may choose. */
  readonly uid?: number;
}

/** Where no service runs the tests and nobody wants colours. */
const { FORCE_COLOR, NO_COLOR, GITHUB_WORKSPACE, CI_PROJECT_DIR, ...PLAIN } = process.env;

/** Runs the command line to its end. */
export function runCli(args: readonly string[], { input = '', ...options }: RunOptions): Promise<Result> {
  const child = spawn(process.execPath, [CLI, ...args], { env: PLAIN, ...options });
  const text = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
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
