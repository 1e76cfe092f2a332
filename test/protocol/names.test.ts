// Names that JavaScript objects inherit are not a command, option, format, rule or severity.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { FORMAT_NAMES } from '../../server/src/cli/checking/reports/formats';
import { folderOf } from './descriptors';

const CLI = resolve('dist/cli.js');
const folder = folderOf({ 'a.textproto': 'num_hosts: 1\n' });
after(() => rmSync(folder, { recursive: true }));

const FILE = join(folder, 'a.textproto');

/** Command lines with `NAME`, and the expected message. */
const COMMAND_LINES: Readonly<Record<string, string>> = {
  NAME: 'There is no command "NAME".',
  'check --NAME': 'There is no option "--NAME".',
  'check --format NAME': `--format takes one of ${FORMAT_NAMES.join(', ')}, not "NAME".`,
  'check --rule NAME=error': 'There is no rule "NAME".',
  'check --rule unknown-field=NAME': '--rule unknown-field=…: takes one of',
  'simulate --format NAME': '--format takes one of json, csv, text, not "NAME".',
};

for (const [line, message] of Object.entries(COMMAND_LINES)) {
  test(`${line} is wrong usage`, () => {
    for (const name of ['constructor', '__proto__']) {
      const args = line.replace('NAME', name).split(' ');
      const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args, FILE], {
        encoding: 'utf8',
      });
      assert.ok(stderr.includes(message.replace('NAME', name)), stderr);
      assert.deepEqual({ status, stdout }, { status: 2, stdout: '' });
    }
  });
}
