// Tests the snippets of docs/editors.md in other editors: `npm run test:editors`, or only some: `-- neovim helix`. Uses
// editors on the PATH, otherwise those of Debian unstable in a folder that is created once.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { enter, prepare } from './editors/chroot.mjs';
import { EDITORS } from './editors/editors.mjs';

const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(EDITORS, name));
if (unknown.length > 0) {
  console.error(`No such editor: ${unknown.join(', ')}. Editors: ${Object.keys(EDITORS).join(', ')}.`);
  process.exit(2);
}
const wanted = named.length > 0 ? named : Object.keys(EDITORS);
const work = mkdtempSync(join(tmpdir(), 'tpu-embedding-editors-'));

const works = (prefix, { probe }) => {
  const [command, ...args] = [...prefix, ...environment(join(work, 'home')), ...probe];
  return spawnSync(command, args, { timeout: 60_000 }).status === 0;
};

/** Environment of the editors' commands. */
function environment(home) {
  const path = `PATH=${process.env.PATH}`;
  return ['env', '-i', `HOME=${home}`, path, 'LANG=C.UTF-8', 'TERM=xterm-256color'];
}

const starts = {};
const missing = wanted.filter((name) => {
  if (works([], EDITORS[name])) starts[name] = [];
  return !(name in starts);
});
const problem =
  missing.length > 0 ? prepare([...new Set(missing.flatMap((name) => EDITORS[name].packages))]) : undefined;
if (!problem) {
  const inside = enter([resolve('.'), work]);
  for (const name of missing) if (works(inside, EDITORS[name])) starts[name] = inside;
}

const names = Object.keys(starts);
for (const name of wanted) {
  if (name in starts)
    console.log(`${name}: ${starts[name].length > 0 ? "Debian unstable's" : 'on the PATH'}`);
  else
    console.error(
      `✘ ${name} is not run: it is not on the PATH or too old, and ${problem ?? "Debian's does not start"}.`,
    );
}
let status = names.length === 0 || (named.length > 0 && names.length < named.length) ? 1 : 0;
if (names.length > 0) {
  const env = { ...process.env, EDITOR_STARTS: JSON.stringify(starts), EDITOR_WORK: work };
  const files = names.map((name) => `${name}.test.ts`);
  const run = spawnSync(process.execPath, ['scripts/node-test.mjs', 'test/editors', ...files], {
    env,
    stdio: 'inherit',
  });
  status ||= run.status ?? 1;
}
rmSync(work, { recursive: true, force: true });
process.exit(status);
