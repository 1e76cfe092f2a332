// Bundled packages ask for their licences to be passed on.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

interface Package {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Built in or made by the build. */
const isPackage = (name: string) => !isBuiltin(name) && !/^vscode$|^tpu-embedding:/.test(name);

function importedPackages(folder: string): string[] {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const imports = sources.flatMap((file) => [
    ...readFileSync(join(folder, file), 'utf8').matchAll(/\b(?:from|import\()\s*'([a-z@][\w@/:.-]*)'/g),
  ]);
  return imports.map(([, path = '']) => /^(?:@[^/]+\/)?[^/]+/.exec(path)![0]).filter(isPackage);
}

/** Of these only a part is bundled, which needs just these packages. */
const BUNDLED_IN_PART: ReadonlyMap<string, readonly string[]> = new Map([
  ['@modelcontextprotocol/sdk', ['zod', 'zod-to-json-schema']],
]);

/** `name version` of a package and all that it depends on, as Node finds them from a folder. */
function withDependencies(name: string, from: string): string[] {
  const folder = createRequire(join(from, 'x.js'))
    .resolve.paths(name)!
    .map((path) => join(path, name))
    .find((path) => existsSync(join(path, 'package.json')))!;
  const { version, dependencies = {} }: Package = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  return [
    `${name} ${version}`,
    ...(BUNDLED_IN_PART.get(name) ?? Object.keys(dependencies)).flatMap((dependency) =>
      withDependencies(dependency, folder),
    ),
  ];
}

test('the notices name each bundled package with its licence, and no other', () => {
  const names = [...importedPackages('client'), ...importedPackages('server')];
  const expected = new Set(names.flatMap((name) => withDependencies(name, resolve('.'))));
  const [list = '', ...notices] = readFileSync('dist/ThirdPartyNotices.txt', 'utf8').split(/^-{80}$/m);
  const named = notices.map((notice) => /^(\S+ \S+), license /.exec(notice.trim())?.[1]);
  assert.deepEqual(named.sort(), [...expected].sort());
  const listed = [...list.matchAll(/^- (\S+ \S+), license \S/gm)].map(([, name]) => name);
  assert.deepEqual(listed, named);
  for (const notice of notices) assert.match(notice, /permission|redistribution/i);
});
