// Makes the .vsix. With --check, makes it in a temporary place and compares its files with the expected list
// (test/fixtures/package-files.txt, rewritten with UPDATE=1) and its size with the budget.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVSIX, listFiles } from '@vscode/vsce';

const EXPECTED = 'test/fixtures/package-files.txt';
const BUDGET = 1024 * 1024;

const check = process.argv.includes('--check');
const folder = check ? mkdtempSync(join(tmpdir(), 'vsix-')) : '.';
const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
const packagePath = join(folder, `${name}-${version}.vsix`);

try {
  // Everything is bundled, so no node_modules; the rules' pages go by a pattern, one line for all.
  await createVSIX({ packagePath, dependencies: false, allowMissingRepository: true });
  const { size } = statSync(packagePath);
  console.log(`${packagePath}: ${(size / 1024).toFixed(0)} KiB`);
  if (check) checkPackage(size, await listFiles({ packageManager: 0 }));
} finally {
  if (check) rmSync(folder, { recursive: true });
}

function checkPackage(size, files) {
  const list = [...new Set(files.map((file) => file.replace(/^docs\/rules\/.*/, 'docs/rules/*.md')))].sort();
  const actual = list.map((file) => `${file}\n`).join('');
  if (process.env.UPDATE) writeFileSync(EXPECTED, actual);
  const expected = readFileSync(EXPECTED, 'utf8');
  if (actual !== expected) {
    const lines = (text) => new Set(text.split('\n'));
    for (const file of lines(actual)) if (!lines(expected).has(file)) console.error(`Not expected: ${file}`);
    for (const file of lines(expected)) if (!lines(actual).has(file)) console.error(`Missing: ${file}`);
    process.exitCode = 1;
  }
  if (size > BUDGET) {
    console.error(`The package has ${size} bytes, more than its budget of ${BUDGET}.`);
    process.exitCode = 1;
  }
}
