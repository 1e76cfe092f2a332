// Plants the mistakes of test/mutants one at a time in copies of the project, and lists those that no test of their room finds:
// `npm run mutants`. Arguments are numbers of mutants, or words in their paths and reasons.
import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';

const COPIES = 2;
/** A test run that takes longer hangs because of its mutant. */
const LIMIT_MS = 10 * 60_000;
/** Lines of one mutant. */
const MAX_DETAILS = 6;

await build({
  entryPoints: ['test/mutants/index.ts'],
  bundle: true,
  format: 'esm',
  outfile: 'out/mutants.mjs',
  logLevel: 'warning',
});
const { MUTANTS } = await import(resolve('out/mutants.mjs'));
const wanted = process.argv.slice(2);
const isWanted = ({ file, reason }, number) =>
  wanted.length === 0 ||
  wanted.some((word) => (/^\d+$/.test(word) ? Number(word) === number : `${file} ${reason}`.includes(word)));
const waiting = MUTANTS.map((mutant, i) => ({ ...mutant, number: i + 1 })).filter((mutant) =>
  isWanted(mutant, mutant.number),
);
if (waiting.length === 0) {
  console.error(`No mutant is called ${wanted.join(' or ')}.`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
const running = new Set();
process.on('exit', () => {
  // Each run leads a group of processes.
  for (const { pid } of running) process.kill(-pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

/** A copy of the work tree without what git ignores. */
function copyOfProject(name) {
  const copy = join(folder, name);
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  for (const path of `${stdout}`.split('\0').filter(existsSync)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    copyFileSync(path, join(copy, path));
  }
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** The titles of the tests that fail, or a word on why the tests did not run. */
function failures(copy, [suite, ...words]) {
  const args = ['scripts/node-test.mjs', join('test', suite), ...words];
  const child = spawn(process.execPath, args, {
    cwd: copy,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const limit = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), LIMIT_MS);
  return new Promise((done) => {
    child.once('close', () => {
      clearTimeout(limit);
      running.delete(child);
      const titles = [...output.matchAll(/^✖ (.*) \([^()]*\)$/gm)].map(([, title]) => title);
      const problem = child.signalCode
        ? 'its tests hang'
        : /^# tests [1-9]/m.test(output)
          ? undefined
          : `its tests do not run: ${output.slice(0, 500)}`;
      done({ titles, problem });
    });
  });
}

/** The failures without any mutant, which prove nothing, by the tests. */
const failingBefore = new Map();

async function verdictOn({ file, find, replace, tests, expect }, copy) {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(find).length !== 2) return { error: 'its text does not stand once in the file' };
  const others = new Set();
  for (const each of tests) {
    const key = each.join(' ');
    if (!failingBefore.has(key)) failingBefore.set(key, failures(copy, each));
    const before = await failingBefore.get(key);
    if (before.problem) return { error: before.problem };
    writeFileSync(
      path,
      text.replace(find, () => replace),
    );
    const { titles, problem } = await failures(copy, each);
    writeFileSync(path, text);
    if (problem) return { error: problem };
    const failed = titles.filter((title) => !before.titles.includes(title));
    const caught = failed.find((title) => expect.test(title));
    if (caught) return { caught: `${each[0]}: ${caught}` };
    for (const title of failed) others.add(title);
  }
  return { others: [...others] };
}

const counts = { caught: 0, survived: 0, broken: 0 };
/** The room of a file: its folder, below `server/src` for the server's. */
const roomOf = (file) => dirname(file).replace('server/src/', '');

async function work(copy) {
  for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
    const { number, file, reason, expect } = mutant;
    const { caught, error, others = [] } = await verdictOn(mutant, copy);
    const state = caught ? 'caught' : error ? 'broken' : 'survived';
    counts[state]++;
    const details = caught
      ? [caught]
      : [
          error ?? `no failing test matches ${expect}`,
          ...others.map((title) => `not for this reason: ${title}`),
        ];
    console.log(`${`${number}`.padStart(3)}  ${state.toUpperCase().padEnd(8)}  ${roomOf(file)}: ${reason}`);
    for (const line of details.slice(0, MAX_DETAILS)) console.log(`               ${line}`);
  }
}

await Promise.all(Array.from({ length: COPIES }, (_, i) => work(copyOfProject(`${i}`))));
console.log(
  Object.entries(counts)
    .map(([state, count]) => `${count} ${state}`)
    .join(', '),
);
process.exit(counts.survived + counts.broken > 0 ? 1 : 0);
