// The package that VS Code installs.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { extensionPage } from '../../scripts/extension-page.mjs';
import { assertFiles } from './files';
import { unzip } from './zip';

/** Platforms: Node and browsers. */
const BUDGET = 2.365 * 1024 * 1024;

const folder = mkdtempSync(join(tmpdir(), 'vsix-'));
after(() => rmSync(folder, { recursive: true }));

let archive: Buffer;
let files: ReadonlyMap<string, Buffer>;
before(() => {
  execFileSync(process.execPath, ['scripts/package.mjs', folder]);
  const [file = ''] = readdirSync(folder);
  assert.match(file, /\.vsix$/);
  archive = readFileSync(join(folder, file));
  files = unzip(archive);
});

const textOf = (path: string) => files.get(`extension/${path}`)!.toString('utf8');

suite('the .vsix', () => {
  test('holds the files of its list and no other', () => {
    const own = [...files.keys()].filter((file) => file.startsWith('extension/'));
    // One line stands for all pages of rules.
    const names = own.map((file) =>
      file
        .slice(10)
        .replace(/^docs\/rules\/.*/, 'docs/rules/*.md')
        // Parts of the page are named by what is in them.
        .replace(/^(dist\/webview)\/[\w-]+-[A-Z0-9]{8}\.js$/, '$1/*-*.js'),
    );
    assertFiles(names, 'test/fixtures/package-files.txt');
  });

  test('keeps within its budget of size', () => {
    assert.ok(archive.length <= BUDGET, `${archive.length} bytes are more than ${BUDGET}`);
  });

  test('is byte-identical when built again elsewhere and later', () => {
    const again = join(folder, 'again');
    mkdirSync(again);
    execFileSync(process.execPath, ['scripts/package.mjs', again], {
      env: { ...process.env, TZ: 'Asia/Tokyo' },
    });
    const [file = ''] = readdirSync(again);
    assert.ok(readFileSync(join(again, file)).equals(archive));
  });

  test('has each file that package.json names', () => {
    // Icons built into VS Code are not files.
    const named = [
      ...textOf('package.json').matchAll(/"(?:path|configuration|svg|icon|light|dark)": "([^$"].*)"/g),
    ];
    assert.ok(named.length > 10);
    for (const [, path = ''] of named) assert.ok(files.has(`extension/${path.replace(/^\.\//, '')}`), path);
  });

  test('has a page for its users, without dead links or pictures', () => {
    const page = textOf('readme.md');
    assert.match(page, /^# TPU Embedding Tools\n\n[^#]*"[\d.]+ GiB on the devices"/);
    assert.match(page, /TPU Embedding: Open Example/);
    assert.doesNotMatch(page, /npm |\]\(|<!--/);
  });
});

suite('the page of the extension', () => {
  const source = readFileSync('README.md', 'utf8');
  const repository = 'https://example.com/us/tools';

  test('includes pictures and links from the repository once it is public', () => {
    const page = extensionPage(source, repository, true);
    assert.match(
      page,
      /!\[[^\]]*\]\(https:\/\/example\.com\/us\/tools\/raw\/HEAD\/docs\/images\/preview-light\.webp\)/,
    );
    assert.match(page, /\]\(https:\/\/example\.com\/us\/tools\/blob\/HEAD\/docs\/numbers\.md#will-it-fit\)/);
    assert.doesNotMatch(page, /\]\((?!https:)|<!--/);
  });

  test('reads well without them until then', () => {
    const page = extensionPage(source, repository, false);
    assert.doesNotMatch(page, /\]\(|\n\n\n|<!--/);
    assert.match(page, /Each of\s+the rules has a page/);
  });
});
