import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

test('each install script of a dependency is allowed or refused, so that npm ci has nothing to warn of', () => {
  const packages: Record<string, { hasInstallScript?: true }> = read('package-lock.json').packages;
  const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  assert.deepEqual(
    Object.keys(read('package.json').allowScripts),
    scripted.map(([path]) => path.replace(/.*node_modules\//, '')),
  );
});
