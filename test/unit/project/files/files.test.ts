import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excludedFiles, isInToolFolder } from '../../../../server/src/project/files/files';

test('generated, hidden and excluded files are skipped', () => {
  const isExcluded = excludedFiles({
    '**/generated': true,
    'out/**': true,
    '**/*_test.py': true,
    '**/kept': false,
    '**/*.js': { when: '$(basename).ts' },
    '{': true,
  });
  const wanted = (path: string) => !isInToolFolder(path) && !isExcluded(path);
  const paths = {
    'models/ads.textproto': true,
    'kept/train.py': true,
    'venv/lib/python3.12/site-packages/a.py': false,
    'node_modules/a/a.py': false,
    '.venv/a.py': false,
    'a/generated/deep/a.py': false,
    'out/a.textproto': false,
    'a/out/a.textproto': true,
    'a/train_test.py': false,
  };
  assert.deepEqual(Object.fromEntries(Object.keys(paths).map((path) => [path, wanted(path)])), paths);
});

test('an invalid setting excludes nothing', () => {
  for (const setting of [null, undefined, 'a', 1, []])
    assert.deepEqual([setting, excludedFiles(setting)('a/train.py')], [setting, false]);
});
