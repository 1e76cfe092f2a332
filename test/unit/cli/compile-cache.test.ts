// Where Node keeps compiled code: each system's folder for what can be made again.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { cacheFolder } from '../../../server/src/cli/compile-cache';

const HOME = '/home/ada';

test('is the cache folder of the user', () => {
  assert.equal(cacheFolder('linux', { HOME }), join(HOME, '.cache'));
  assert.equal(cacheFolder('linux', { HOME, XDG_CACHE_HOME: '/var/ada' }), '/var/ada');
  assert.equal(cacheFolder('darwin', { HOME }), join(HOME, 'Library', 'Caches'));
  assert.equal(cacheFolder('win32', { HOME, LOCALAPPDATA: 'C:\\ada' }), 'C:\\ada');
});

test('is none without a home, and no relative path', () => {
  assert.equal(cacheFolder('linux', {}), undefined);
  assert.equal(cacheFolder('linux', { HOME: '' }), undefined);
  assert.equal(cacheFolder('linux', { HOME, XDG_CACHE_HOME: 'cache' }), join(HOME, '.cache'));
  assert.equal(cacheFolder('linux', { HOME: 'ada' }), undefined);
  assert.equal(cacheFolder('win32', { HOME }), undefined);
});
