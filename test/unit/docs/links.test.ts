// Links in the documentation lead to existing files, and files and commands that it names exist.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const documents = [
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

test('every link within the repository leads to a file', () => {
  const broken = documents.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/\]\((?!\w+:|#)([^)#\s]+)(?:#[^)]*)?\)/g)]
      .filter(([, target]) => !existsSync(join(dirname(document), target!)))
      .map(([link]) => `${document}: ${link}`),
  );
  assert.deepEqual(broken, []);
});

const ROOMS = ['client', 'docs', 'playground', 'scripts', 'server', 'syntaxes', 'test'];
const ownFiles = [
  ...ROOMS.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' }).map((name) => `/${room}/${name}`),
  ),
  ...readdirSync('l10n').map((name) => `/l10n/${name}`),
].map((path) => path.replaceAll('\\', '/'));

/** What backticks hold in the pages for people who change the code. */
const code = ['CONTRIBUTING.md', 'docs/architecture.md', 'docs/internals.md'].flatMap((document) =>
  [...readFileSync(document, 'utf8').matchAll(/`([^`\n]+)`/g)].map(([, text]) => ({ document, text: text! })),
);

test('every file that a page for contributors names exists', () => {
  const missing = code.filter(
    ({ text }) =>
      /^[\w.-]+(?:\/[\w.-]+)+\/?$/.test(text) &&
      /^(?:server|client|test|scripts)\/|\.(?:ts|mjs|json|proto|py)$/.test(text) &&
      !ownFiles.some((path) => path.endsWith(`/${text.replace(/\/$/, '')}`)),
  );
  assert.deepEqual(missing, []);
});

test('every script that a page for contributors runs exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
  const run = code.flatMap(({ text }) => [...text.matchAll(/\bnpm run ([\w:]+)/g)].map(([, name]) => name!));
  assert.ok(run.length > 10);
  assert.deepEqual(
    run.filter((name) => !Object.hasOwn(scripts, name)),
    [],
  );
});
