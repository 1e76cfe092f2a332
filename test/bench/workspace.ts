// Diagnostics of a workspace of a thousand files: time and memory.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import {
  DiagnosticSeverity,
  ProgressType,
  type WorkspaceDiagnosticReport,
  type WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver-protocol';
import { LanguageClient, MODERN } from '../support/client';
import { workspaceFiles, wrongOf } from '../support/workspaces';
import { OUR_SERVER } from './ours';
import { type Finding, milliseconds, table } from './report';

/** In milliseconds. */
const FIRST_TARGET = 2000;
/** In MiB. */
const MEMORY_TARGET = 250;

interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: 'ms' | 'MiB';
  readonly target?: number;
}

/** The server's peak memory if the system reports it, otherwise its current memory. */
function memoryOf(pid: number): number {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', `${pid}`], { encoding: 'utf8' })) / 1024;
  }
}

const hasError = (item: WorkspaceDocumentDiagnosticReport): boolean =>
  item.kind === 'full' && item.items.some(({ severity }) => severity === DiagnosticSeverity.Error);

/** `scale` is the fraction of files to check. */
export async function benchWorkspace(scale: number): Promise<Finding> {
  const files = workspaceFiles(1000 * scale);
  const folder = mkdtempSync(join(tmpdir(), 'bench-workspace-'));
  try {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return report(files, await measure(folder, files));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measure(folder: string, files: ReadonlyMap<string, string>): Promise<Figure[]> {
  const root = pathToFileURL(folder).href;
  const start = performance.now();
  const client = await LanguageClient.start(MODERN, {
    server: OUR_SERVER,
    workspaceFolders: [{ uri: root, name: 'bench' }],
  });
  const [opened] = files.keys();
  await client.open(`${root}/${opened}`, files.get(opened!)!);
  let first: number | undefined;
  let found = 0;
  const take = ({ items }: WorkspaceDiagnosticReport) => {
    first ??= items.length > 0 ? performance.now() - start : undefined;
    found += items.filter(hasError).length;
  };
  client.connection.onProgress(new ProgressType<WorkspaceDiagnosticReport>(), 'part', take);
  let isDone = false;
  const all = client.connection
    .sendRequest<WorkspaceDiagnosticReport>('workspace/diagnostic', {
      previousResultIds: [],
      partialResultToken: 'part',
    })
    .then(take)
    .finally(() => {
      isDone = true;
    });
  let longest = 0;
  while (!isDone) {
    const asked = performance.now();
    await client.at('hover', `${root}/${opened}`, { line: 2, character: 3 });
    if (first !== undefined) longest = Math.max(longest, performance.now() - asked);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await all;
  const done = performance.now() - start;
  const memory = memoryOf(client.process.pid!);
  await client.stop();
  if (found !== wrongOf(files)) throw new Error(`${found} of ${wrongOf(files)} wrong files were reported.`);
  return [
    {
      what: 'first problems, from the start of the process',
      value: first!,
      unit: 'ms',
      target: FIRST_TARGET,
    },
    { what: 'all problems', value: done, unit: 'ms' },
    { what: 'longest wait for a hover meanwhile', value: longest, unit: 'ms' },
    { what: 'most memory of the process', value: memory, unit: 'MiB', target: MEMORY_TARGET },
  ];
}

function report(files: ReadonlyMap<string, string>, figures: readonly Figure[]): Finding {
  const missed = figures.filter(({ value, target }) => target !== undefined && value > target);
  const show = (value: number) => milliseconds(value);
  return {
    report: `${files.size.toLocaleString('en')} files, ${wrongOf(files)} of them wrong.

${table(
  ['Figure', 'unit', 'ours', 'target'],
  figures.map(({ what, value, unit, target }) => [what, unit, show(value), `${target ?? ''}`]),
)}`,
    missed: missed.map(
      ({ what, value, unit, target }) =>
        `Workspace: ${what}: ${show(value)} ${unit}, over ${target} ${unit}.`,
    ),
  };
}
