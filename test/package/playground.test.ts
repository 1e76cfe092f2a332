// The files of the playground for a static file server.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { dirname, join, relative } from 'node:path';
import { suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { servePlayground } from '../../scripts/playground-server.mjs';

/** Bytes, with each file compressed separately as servers do. */
const BUDGET = 1200 * 1024;
const FIRST_BUDGET = 700 * 1024;

/** What is loaded with the first program, on request, or never. */
const IS_LATER = /^(?:programs\.js|preview|examples|ThirdPartyNotices\.txt)/;

const folder = 'dist/playground';
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((name) => join(folder, name))
  .filter((file) => statSync(file).isFile());
const sizeOf = (some: readonly string[]) =>
  some.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
const pages = files.filter((file) => file.endsWith('.html'));

suite('the playground', () => {
  test('keeps within its budget of size', () => {
    const total = sizeOf(files);
    console.log(`dist/playground: ${(total / 1024).toFixed(0)} KiB gzipped in ${files.length} files`);
    assert.ok(total < BUDGET, `${total} bytes are not less than ${BUDGET}`);
  });

  test('loads little before the first text has its answers', () => {
    const first = sizeOf(files.filter((file) => !IS_LATER.test(relative(folder, file))));
    assert.ok(first < FIRST_BUDGET, `${first} bytes are not less than ${FIRST_BUDGET}`);
  });

  test('loads nothing from elsewhere', () => {
    assert.equal(pages.length, 2);
    for (const page of pages) {
      const text = readFileSync(page, 'utf8');
      const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(text) ?? [];
      assert.match(policy, /^default-src 'none'; script-src 'self'; /);
      assert.doesNotMatch(policy, /unsafe|\*|http/);
    }
  });

  test('names its files by relative paths that lead to files', () => {
    for (const page of pages)
      for (const [, path = ''] of readFileSync(page, 'utf8').matchAll(/ (?:src|href)="([^"#]*)"/g)) {
        assert.doesNotMatch(path, /^\/|:/);
        assert.ok(existsSync(join(dirname(page), path)), `${page} names ${path}`);
      }
  });

  test('serves no file outside of its folder, whatever is requested', async () => {
    const { address, close } = await servePlayground(folder);
    const statusOf = async (path: string) => {
      const asked = get({ host: '127.0.0.1', port: new URL(address).port, path, agent: false });
      const [response] = (await once(asked, 'response')) as [IncomingMessage];
      response.resume();
      return response.statusCode;
    };
    try {
      for (const path of ['/', '//', '*']) assert.equal(await statusOf(path), 200, path);
      for (const path of ['/../../package.json', '/%2e%2e/%2e%2e/package.json', '/examples', '/%00', '/%'])
        assert.notEqual(await statusOf(path).catch(() => 0), 200, path);
      assert.equal(await statusOf('/preview/'), 200);
    } finally {
      close();
    }
  });

  test('includes the licences of its editor and of the language server', () => {
    const notices = readFileSync(join(folder, 'ThirdPartyNotices.txt'), 'utf8');
    for (const name of ['@codemirror/view', '@codemirror/lsp-client', 'marked', 'vscode-languageserver'])
      assert.match(notices, new RegExp(`^- ${name} `, 'm'));
  });
});
