import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';

/** The rooms from the bottom up, in the order of the table in docs/architecture.md. */
const rooms = [
  ...readFileSync('docs/architecture.md', 'utf8').matchAll(/^\| `((?:server|client|playground)\/[^`]*)`/gm),
].map(([, path]) => path!);

const files = ['server/src', 'client/messages', 'client/src', 'client/webview', 'playground'].flatMap(
  (folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
      .map((file) => normalize(join(folder, file))),
);

/** The longest path in the table that contains a file. */
const roomOf = (file: string): string | undefined =>
  rooms
    .filter((room) => (room.endsWith('/') ? file.startsWith(room) : file === room))
    .sort((a, b) => b.length - a.length)[0];

/** Our own files that a file imports, for values or types. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']*)'/g)].flatMap(([, specifier]) => {
    const path = join(dirname(file), specifier!);
    return [`${path}.ts`, join(path, 'index.ts')].filter((candidate) => existsSync(candidate)).slice(0, 1);
  });
}

const imports = new Map(files.map((file) => [file, importsOf(file)]));

test('each source file has a row in the table of docs/architecture.md, and each row has a file', () => {
  assert.deepEqual(
    files.filter((file) => roomOf(file) === undefined),
    [],
  );
  const used = new Set(files.map(roomOf));
  assert.deepEqual(
    rooms.filter((room) => !used.has(room) && !existsSync(room)),
    [],
  );
});

test('a file imports only from its own room and from rooms above it in docs/architecture.md', () => {
  const wrong: string[] = [];
  for (const [file, targets] of imports) {
    const own = rooms.indexOf(roomOf(file)!);
    for (const target of targets)
      if (rooms.indexOf(roomOf(target)!) > own) wrong.push(`${file} imports ${target}`);
  }
  assert.deepEqual(wrong, []);
});

test('the client imports from the server only its protocol with the types in it, relevant words, base64, comments, error messages and the form of a report, and the page also optimizers and sizing', () => {
  const shared = [
    'languages/protocol.ts',
    'basics/base64.ts',
    'basics/comment-lines.ts',
    'basics/error-message.ts',
    'catalogue/relevant.ts',
    'configuration/form-names.ts',
    'configuration/value-change.ts',
    'reports/issue.ts',
    'sizing/tables.ts',
  ].map((file) => `server/src/${file}`);
  const allowed: ReadonlyMap<string, readonly string[]> = new Map([
    ['client/messages/', ['client/messages/', ...shared]],
    ['client/src/', ['client/src/', 'client/messages/', ...shared]],
    [
      'client/webview/',
      ['client/webview/', 'client/messages/', 'server/src/optimizers/', 'server/src/sizing/', ...shared],
    ],
  ]);
  const wrong: string[] = [];
  for (const [file, targets] of imports) {
    const to = [...allowed].find(([from]) => file.startsWith(from))?.[1];
    for (const target of targets)
      if (to && !to.some((path) => target.startsWith(path))) wrong.push(`${file} imports ${target}`);
  }
  assert.deepEqual(wrong, []);
});

test('the evaluator imports only the reader of Python and basics', () => {
  const below = ['evaluator/', 'python/', 'basics/'].map((room) => `server/src/${room}`);
  const wrong = [...imports].flatMap(([file, targets]) =>
    file.startsWith(below[0]!)
      ? targets.filter((target) => !below.some((room) => target.startsWith(room)))
      : [],
  );
  assert.deepEqual(wrong, []);
});

/** Bundles, of which each is exported from one file. */
const BUNDLES = ['server/src/server/analysis-bundle.ts', 'server/src/cli/slow-commands.ts'];

test('no file passes on what another room exports', () => {
  const passing = files.filter(
    (file) =>
      !BUNDLES.includes(file) &&
      [...readFileSync(file, 'utf8').matchAll(/^export [^;=(]*? from '(\.[^']*)'/gm)].some(
        ([, specifier]) => topOf(join(dirname(file), specifier!)) !== topOf(file),
      ),
  );
  assert.deepEqual(passing, []);
});

/** The folder of `server/src` or of the root that holds a file. */
const topOf = (file: string): string => /^(?:server\/src\/)?[^/]*/.exec(file)![0];

test('no file imports itself through others, not even for types', () => {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) circles.push([...path.slice(at), file].join(' → '));
    if (at >= 0 || done.has(file)) return;
    for (const target of imports.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  assert.deepEqual(circles, []);
});
