// Environments, locks and requirements, and the versions in them that do not go together.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { COMBINATIONS } from '../../../../server/src/catalogue/combinations';
import { NearbyFacts } from '../../../../server/src/cli/files/nearby-facts';
import { diagnosed } from '../../../../server/src/reports/doctor';
import { folderOf } from '../../../protocol/descriptors';

interface Environment {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** Packages and words of each problem. */
  readonly expected: readonly (readonly [packages: string, words: string])[];
}

function readEnvironments(): readonly Environment[] {
  const [, ...cases] = readFileSync('test/fixtures/environments.cases', 'utf8').split(/^=== /m);
  return cases.map((text) => {
    const [name = '', ...lines] = text.trimEnd().split('\n');
    const [, ...parts] = lines
      .filter((line) => !line.startsWith('>>> '))
      .join('\n')
      .split(/^--- /m);
    return {
      name,
      files: Object.fromEntries(
        parts.flatMap((part) => {
          const [path = '', ...content] = part.split('\n');
          return path.endsWith('/') ? installed(path, content) : [[path, content.join('\n')]];
        }),
      ),
      expected: lines.flatMap((line) => {
        const [, packages = '', words = ''] = /^>>> ([^:]*): (.*)$/.exec(line) ?? [];
        return packages === '' ? [] : [[packages, words] as const];
      }),
    };
  });
}

/** The files of a virtual environment. */
const installed = (path: string, content: readonly string[]): [string, string][] =>
  content
    .filter((line) => line !== '')
    .map((line) => {
      const [name = '', version = ''] = line.split(' ');
      return name === 'python'
        ? [`${path}pyvenv.cfg`, `home = /usr/bin\nversion = ${version}\n`]
        : [
            `${path}lib/python3.11/site-packages/${name.replaceAll('-', '_')}-${version}.dist-info/METADATA`,
            `Name: ${name}\nVersion: ${version}\n`,
          ];
    });

const environments = readEnvironments();

for (const { name, files, expected } of environments)
  test(`${name}: ${expected.length === 0 ? 'fits' : expected.map(([packages]) => packages).join(', ')}`, () => {
    const folder = folderOf(files);
    after(() => rmSync(folder, { recursive: true }));
    const { found, problems } = diagnosed(new NearbyFacts().listings(folder));
    assert.ok(found.length > 0);
    assert.deepEqual(
      problems.map(({ packages }) => packages.join(' ')),
      expected.map(([packages]) => packages),
    );
    expected.forEach(([, words], i) => {
      assert.ok(problems[i]!.message.includes(words), problems[i]!.message);
    });
    for (const { source } of found)
      assert.ok(
        files[source.slice(folder.length + 1)] !== undefined || source.startsWith(join(folder, '')),
        source,
      );
  });

test('each row of the table is found in some environment, and has a source and a day', () => {
  const found = new Set<string>();
  for (const { files } of environments) {
    const folder = folderOf(files);
    for (const { message } of diagnosed(new NearbyFacts().listings(folder)).problems)
      found.add(message.replace(/^.*?\)\. /, ''));
    rmSync(folder, { recursive: true });
  }
  assert.deepEqual(
    COMBINATIONS.filter(({ message }) => !found.has(message)),
    [],
  );
  for (const { source, since, message } of COMBINATIONS) {
    assert.match(source, /^https:\/\/\S+$|^ran: |^metadata of .*https:/);
    assert.match(since, /^20\d\d-\d\d-\d\d$/);
    assert.match(message, /^[^\n]{30,300}\.$/);
  }
  assert.ok(environments.length >= 30);
});
