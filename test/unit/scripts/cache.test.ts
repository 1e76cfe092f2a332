import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

test('the VS Code from npm is kept in the cache folder of the user', () => {
  const kept = (variables: NodeJS.ProcessEnv) => {
    const { TPU_EMBEDDING_VSCODE_CACHE: _, ...env } = process.env;
    const script = "import('./scripts/vscode-host/parts.mjs').then((m) => console.log(m.cacheDirectory))";
    return spawnSync(process.execPath, ['-e', script], {
      env: { ...env, ...variables },
      encoding: 'utf8',
    }).stdout.trim();
  };
  const below = (folder: string) => join(folder, 'tpu-embedding-tools', 'vscode-host');
  assert.equal(kept({ XDG_CACHE_HOME: '/elsewhere' }), below('/elsewhere'));
  assert.equal(kept({ XDG_CACHE_HOME: '' }), below(join(homedir(), '.cache')));
  assert.equal(kept({ TPU_EMBEDDING_VSCODE_CACHE: '/mine' }), '/mine');
});
