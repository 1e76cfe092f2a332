// What VS Code installs.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { assertFiles } from './files';

const BUDGET = 1024 * 1024;

const folder = mkdtempSync(join(tmpdir(), 'vsix-'));
after(() => rmSync(folder, { recursive: true }));

const node = (...args: string[]) => execFileSync(process.execPath, args, { encoding: 'utf8' });

suite('the .vsix', () => {
  test('holds the files of its list and no other', () => {
    const files = node('node_modules/@vscode/vsce/vsce', 'ls', '--no-dependencies').trimEnd().split('\n');
    // The rules' pages go by a pattern, one line for all.
    assertFiles(
      files.map((file) => file.replace(/^docs\/rules\/.*/, 'docs/rules/*.md')),
      'test/fixtures/package-files.txt',
    );
  });

  test('keeps within its budget of size', () => {
    node('scripts/package.mjs', folder);
    const [file = ''] = readdirSync(folder);
    const { size } = statSync(join(folder, file));
    assert.match(file, /\.vsix$/);
    assert.ok(size <= BUDGET, `${size} bytes are more than ${BUDGET}`);
  });
});
