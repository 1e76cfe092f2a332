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

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): Set<string> {
  const text = readFileSync(page, 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
  const seen = new Map<string, number>();
  return new Set(
    [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) => {
      const slug = title!
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-');
      const before = seen.get(slug) ?? 0;
      seen.set(slug, before + 1);
      return before === 0 ? slug : `${slug}-${before}`;
    }),
  );
}

test('every link to a heading leads to one', () => {
  const broken = documents.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/\]\((?!\w+:)([^)#\s]*)#([^)]*)\)/g)]
      .filter(([, page, anchor]) => {
        const target = page ? join(dirname(document), page) : document;
        return target.endsWith('.md') && existsSync(target) && !anchorsOf(target).has(anchor!);
      })
      .map(([link]) => `${document}: ${link}`),
  );
  assert.deepEqual(broken, []);
});

test('the README has at most 900 words', () => {
  assert.ok(readFileSync('README.md', 'utf8').trim().split(/\s+/).length <= 900);
});

test('there are at most ten guides', () => {
  assert.ok(readdirSync('docs').filter((name) => name.endsWith('.md')).length <= 10);
});

const ROOMS = ['client', 'docs', 'playground', 'python', 'schemas', 'scripts', 'server', 'syntaxes', 'test'];
const ownFiles = [
  ...ROOMS.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' }).map((name) => `/${room}/${name}`),
  ),
  ...readdirSync('l10n').map((name) => `/l10n/${name}`),
].map((path) => path.replaceAll('\\', '/'));

/** What backticks hold in the pages for people who change the code. */
const code = ['CONTRIBUTING.md', 'docs/architecture.md'].flatMap((document) =>
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
