// Tests the grammars, the snippets and the language configuration; the summary at the end counts every test.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../test/grammar/', import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith('.test.mjs'));
if (files.length === 0) throw new Error(`No test found in ${folder}.`);

const reporter = new URL('test-reporter.mjs', import.meta.url);
const { status } = spawnSync(process.execPath, ['--test', `--test-reporter=${reporter}`, ...files], {
  cwd: folder,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
