// The configuration file for each checked file, and the order of precedence.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { FileChecker } from '../../../server/src/cli/checking/check-file';
import type { Values } from '../../../server/src/cli/command';
import { NearbyFacts } from '../../../server/src/cli/files/nearby-facts';
import { descriptorSet, folderOf, ITEM } from '../../protocol/descriptors';

/** One warning of `dimension-padding`, one error. */
const TABLE = 'num_hosts: 1 num_host: 2\ntable_descriptor { name: "t" vocabulary_size: 8 dimension: 3 }\n';
const OFF = '{ "rules": { "unknown-field": "off" } }';
const HINT = '[tool.tpu-embedding.rules]\nunknown-field = "hint"\n';

const folder = folderOf({
  'tpu-embedding.json': OFF,
  'pyproject.toml': HINT,
  'a.textproto': TABLE,
  'deep/down/a.textproto': TABLE,
  'other/pyproject.toml': '[project]\nname = "tpu-embedding"\n',
  'other/a.textproto': TABLE,
  'inner/pyproject.toml': `${HINT}[tool.tpu-embedding]\ndescriptor-sets = ["sets/item.pb"]\nfile-patterns = ["here/*.pbtxt"]\n`,
  'inner/sets/item.pb': descriptorSet(),
  'inner/a.textproto': TABLE,
  'inner/item.textproto': ITEM,
  'inner/here/empty.pbtxt': 'learning_rate: 1\n',
  'inner/there/empty.pbtxt': 'learning_rate: 1\n',
  'broken/tpu-embedding.json':
    '{\n  "rules": { "x": "off" },\n  "descriptorSets": ["missing.pb"],\n  "exlude": []\n}',
  'broken/a.textproto': TABLE,
});
after(() => rmSync(folder, { recursive: true }));

function check(path: string, values: Values = {}, named = true) {
  const nearby = new NearbyFacts(values);
  const bytes = Buffer.from(
    path.endsWith('.pbtxt') ? 'learning_rate: 1\n' : path.includes('item') ? ITEM : TABLE,
  );
  const checker = new FileChecker(values, nearby);
  const { report } = checker.check({ path: join(folder, path), named, bytes, withFixes: false, fix: false });
  const found = report?.parts.flatMap(({ diagnostics }) => diagnostics.map((d) => `${d.code} ${d.severity}`));
  return { found, problems: nearby.problems };
}

const severityOf = (path: string, values?: Values) =>
  check(path, values).found?.find((each) => each.startsWith('unknown-field '));

suite('the configuration file of a file', () => {
  test('is the nearest one above the file: JSON before TOML, ignoring a pyproject.toml without our table', () => {
    assert.equal(severityOf('a.textproto'), undefined);
    assert.equal(severityOf('deep/down/a.textproto'), undefined);
    assert.equal(severityOf('other/a.textproto'), undefined);
    assert.equal(severityOf('inner/a.textproto'), 'unknown-field hint');
    // Also for a file that does not exist, such as the given name of standard input.
    assert.equal(severityOf('new/a.textproto'), undefined);
  });

  test('is overridden by the command line, rule by rule', () => {
    assert.equal(severityOf('a.textproto', { rule: ['unknown-field=warning'] }), 'unknown-field warning');
    const { found } = check('inner/a.textproto', { rule: ['dimension-padding=off'] });
    assert.ok(found!.includes('unknown-field hint'));
    assert.equal(severityOf('a.textproto', { 'no-config': true }), 'unknown-field error');
    const config = join(folder, 'inner/pyproject.toml');
    assert.equal(severityOf('a.textproto', { config }), 'unknown-field hint');
  });

  test('names descriptor sets and files relative to its own folder', () => {
    assert.deepEqual(check('inner/item.textproto').found, ['unknown-field hint']);
    assert.deepEqual(check('inner/item.textproto', { 'no-config': true }).found, []);
    assert.ok(check('inner/here/empty.pbtxt', {}, false).found);
    assert.equal(check('inner/there/empty.pbtxt', {}, false).found, undefined);
  });

  test('is reported with mistakes and places, and its valid part is used', () => {
    const { found, problems } = check('broken/a.textproto');
    assert.ok(found!.includes('unknown-field error'));
    const file = join(folder, 'broken/tpu-embedding.json');
    const set = join(folder, 'broken/missing.pb');
    assert.deepEqual(problems, [
      `${file}:2:14: There is no rule "x", so this entry is ignored.`,
      `${file}:4:3: There is no setting "exlude", so this entry is ignored. Did you mean "exclude"?`,
      `${file}:3:22: Cannot read ${set}: there is no such file or folder.`,
    ]);
  });

  test('must be readable if it is named', () => {
    const reads = (name: string) => () => new NearbyFacts({ config: join(folder, name) });
    assert.throws(reads('missing.json'), /Cannot read .*missing\.json/);
    assert.throws(reads('other/pyproject.toml'), /--config: .* has no table \[tool\.tpu-embedding\]\./);
  });
});
