// Time until the first answer, compared with three-line programs on the same libraries.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { LanguageClient, MODERN } from '../support/client';
import { OUR_SERVER } from './ours';
import { cellsOf, type Finding, table } from './report';
import { type Times, timesOf } from './times';

const THREE_LINES = resolve('test/bench/three-lines');

const SERVERS = [OUR_SERVER, ['--max-semi-space-size=64', join(THREE_LINES, 'server.js'), '--stdio']];

interface Extension {
  readonly id: string;
  readonly path: string;
}

const EXTENSIONS: readonly Extension[] = [
  { id: 'tpu-embedding-tools.tpu-embedding-tools', path: resolve('.') },
  { id: 'bench.three-lines', path: THREE_LINES },
];

interface Comparison {
  readonly what: string;
  readonly ours: Times;
  readonly peer: Times;
  /** At most this multiple of the peer's median. */
  readonly target: number;
}

async function benchServers(rounds: number): Promise<Comparison> {
  const times: number[][] = SERVERS.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, server] of SERVERS.entries()) {
      const start = performance.now();
      const client = await LanguageClient.start(MODERN, { server });
      times[i]!.push(performance.now() - start);
      // Further loading must not slow down the next server.
      await client.stop();
    }
  }
  const [ours, peer] = times.map(timesOf);
  return { what: 'server, process start to initialize answered', ours: ours!, peer: peer!, target: 1 };
}

/** Each time in a new window: VS Code for the web accepts one extension under development. */
async function benchActivation(rounds: number): Promise<Comparison> {
  const times: number[][] = EXTENSIONS.map(() => []);
  const folder = mkdtempSync(join(tmpdir(), 'bench-activation-'));
  try {
    for (let round = 0; round < rounds; round++)
      for (const [i, extension] of EXTENSIONS.entries()) times[i]!.push(await activate(folder, extension));
  } finally {
    rmSync(folder, { recursive: true });
  }
  const [ours, peer] = times.map(timesOf);
  return { what: 'extension, activation in VS Code', ours: ours!, peer: peer!, target: 2 };
}

async function activate(folder: string, { id, path }: Extension): Promise<number> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      'scripts/vscode-host/launcher.mjs',
      `--extensionDevelopmentPath=${path}`,
      `--extensionTestsPath=${join(THREE_LINES, 'measure.js')}`,
      folder,
    ],
    { env: { ...process.env, BENCH_EXTENSION: id } },
  );
  const [, time] = /^Activated in (.*) ms$/m.exec(stdout) ?? [];
  if (time === undefined) throw new Error(`VS Code did not tell how long activation took:\n${stdout}`);
  return Number(time);
}

/** `scale` is the fraction of rounds to run. */
export async function benchStartup(scale: number): Promise<Finding> {
  const comparisons = [await benchServers(50 * scale), await benchActivation(10 * scale)];
  const ratio = ({ ours, peer }: Comparison) => ours.p50 / peer.p50;
  const rows = comparisons.map((comparison) => [
    comparison.what,
    ...cellsOf(comparison.ours),
    ...cellsOf(comparison.peer),
    ratio(comparison).toFixed(2),
    comparison.target.toFixed(1),
  ]);
  return {
    report: table(['Milliseconds', 'ours p50', 'p95', 'three lines p50', 'p95', 'ratio', 'target'], rows),
    missed: comparisons
      .filter((comparison) => ratio(comparison) > comparison.target)
      .map((comparison) => `${comparison.what}: ${ratio(comparison).toFixed(2)} times its peer's time.`),
  };
}
