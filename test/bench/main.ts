// npm run bench: measures waiting times and found mistakes, ours and those of other tools in the same run.
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { setUpServer } from '../../server/src/server/v8-flags';
import { endServers } from '../support/client';
import { benchCheck } from './check';
import { benchIds } from './ids';
import { benchMistakes } from './mistakes';
import { benchPlayground } from './playground';
import { benchPreview } from './preview';
import { benchPython } from './python';
import { type Finding, fillPage, machine } from './report';
import { benchSimulation } from './simulation';
import { benchStartup } from './startup';
import { benchTextproto } from './textproto';
import { benchWorkspace } from './workspace';

// What is measured in this process has the flags of the server.
setUpServer();

const PAGE = 'docs/benchmarks.md';

const THEMES: Readonly<Record<string, (scale: number, tree?: string) => Promise<Finding>>> = {
  textproto: benchTextproto,
  python: benchPython,
  check: benchCheck,
  workspace: benchWorkspace,
  mistakes: benchMistakes,
  simulation: benchSimulation,
  ids: benchIds,
  startup: benchStartup,
  preview: benchPreview,
  playground: benchPlayground,
};

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { quick: { type: 'boolean' }, write: { type: 'boolean' }, tree: { type: 'string' } },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => !(name in THEMES));
  if (unknown.length > 0)
    throw new Error(`No such theme: ${unknown.join(', ')}. Themes: ${Object.keys(THEMES).join(', ')}.`);
  // The page reports one run on one machine.
  if (values.write && (values.quick || positionals.length > 0))
    throw new Error('--write measures everything in full: leave out --quick and themes.');

  const reports = new Map([['machine', machine()]]);
  const missed: string[] = [];
  for (const [name, bench] of Object.entries(THEMES)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const finding = await bench(values.quick ? 0.2 : 1, values.tree);
    reports.set(name, finding.report);
    missed.push(...finding.missed);
  }
  const report = `${[...reports.values()].join('\n\n')}\n`;
  console.log(report);
  mkdirSync('out', { recursive: true });
  writeFileSync('out/bench.md', report);
  if (values.write) fillPage(PAGE, reports);
  for (const line of missed) console.error(line);
  process.exitCode = missed.length > 0 ? 1 : 0;
}

void main()
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  })
  .finally(() => {
    // A server that hangs must not keep this process alive.
    endServers();
    process.exit();
  });
