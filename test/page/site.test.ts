// The site of the documentation, from the disk and in Chromium: links, search, accessibility, size.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { writeSite } from '../../scripts/site/write-site.mjs';
import { launchBrowser, openPage } from '../../scripts/vscode-host/browser.mjs';
import { ruleGroups } from '../../server/src/rules';

const folder = mkdtempSync(join(tmpdir(), 'tpu-embedding-site-'));
const addressOf = (path: string) => `${pathToFileURL(folder).href}/${path}`;
const filesOf = (under: string) =>
  readdirSync(join(folder, under), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));

let browser: Browser;
before(async () => {
  await writeSite(folder, 'dist/playground');
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

const ownPages = () =>
  filesOf('.').filter((name) => name.endsWith('.html') && !name.startsWith('playground/'));

const codes = Object.values(ruleGroups)
  .flat()
  .map(({ code }) => code);

suite('the site of the documentation', () => {
  test('has a page for each rule, at its own address', () => {
    for (const code of codes) assert.ok(existsSync(join(folder, 'rules', `${code}.html`)), code);
  });

  test('every link, picture, style and script exists, headings included, and no text refers to the web', () => {
    const ids = new Map<string, Set<string>>();
    const idsOf = (file: string) => {
      if (!ids.has(file))
        ids.set(
          file,
          new Set(
            [...readFileSync(join(folder, file), 'utf8').matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!),
          ),
        );
      return ids.get(file)!;
    };
    let followed = 0;
    const broken: string[] = [];
    for (const page of ownPages())
      for (const [, kind, target = ''] of readFileSync(join(folder, page), 'utf8').matchAll(
        /<[^>]* (href|src|action)="([^"]*)"/g,
      )) {
        followed++;
        if (target.startsWith('https://') && kind === 'href') continue;
        const [path = '', anchor] = target.split('#');
        const file = path === '' ? page : join(dirname(page), path).replaceAll('\\', '/');
        const isThere =
          existsSync(join(folder, file)) &&
          (anchor === undefined || anchor === '' || idsOf(file).has(decodeURIComponent(anchor)));
        if (!isThere) broken.push(`${page}: ${target}`);
      }
    assert.deepEqual(broken, []);
    assert.ok(followed > 5000, String(followed));
  });

  test('takes at most 1 MB gzipped, without the playground', () => {
    const bytes = filesOf('.')
      .filter((name) => !name.startsWith('playground/'))
      .reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0);
    assert.ok(bytes <= 1_000_000, `${bytes} bytes`);
  });

  async function opened(path: string, colorScheme: 'light' | 'dark' = 'light', width = 1100): Promise<Page> {
    const page = await openPage(browser, { colorScheme, viewport: { width, height: 800 } });
    await page.goto(addressOf(path));
    return page;
  }

  for (const [name, path] of [
    ['an ordinary page', 'guide.html'],
    ['a page with tables and formulas', 'numbers.html'],
    ['the first page', 'index.html'],
    ['the page of a rule', 'rules/learning-rate-zero.html'],
    ['the list of rules', 'rules/index.html'],
    ['the search', 'search.html?q=padding'],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const)
      test(`${name} is accessible, and fits on a phone: ${colorScheme}`, async () => {
        const page = await opened(path, colorScheme);
        await page.evaluate(readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8'));
        const violations =
          await page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
          violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)))`);
        assert.deepEqual(violations, []);
        await page.setViewportSize({ width: 390, height: 800 });
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
        await page.close();
      });

  test('the search finds rules by their codes and words in any page, from the disk', async () => {
    const page = await opened('guide.html');
    const failures: string[] = [];
    page.on('pageerror', ({ message }) => void failures.push(message));
    page.on('requestfailed', (request) => void failures.push(request.url()));
    await page.keyboard.press('/');
    await page.keyboard.type('learning-rate-zero');
    await page.keyboard.press('Enter');
    await page.waitForURL(/search\.html\?q=learning-rate-zero$/);
    const first = page.locator('#results a').first();
    const find = async (query: string) => {
      await page.locator('main input').fill(query);
      return first.getAttribute('href');
    };
    for (const code of codes) assert.equal(await find(code), `rules/${code}.html`);
    for (const [query, address] of [
      ['txtpbfmt directives', 'guide.html#directives'],
      ['pre-commit', 'configuration.html#pre-commit'],
      ['jupyterlab', 'editors.html#in-jupyterlab'],
      ['neovim plug-in', 'editors.html#neovim-the-plug-in'],
      ['checkpoint still load', 'forms.html#does-a-checkpoint-still-load'],
      ['accumulatr', 'numbers.html#adagrad'],
    ] as const) {
      await find(query);
      const found = await page
        .locator('#results a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      assert.ok(found.slice(0, 5).includes(address), `${query}: ${found.slice(0, 5).join(', ')}`);
    }
    assert.equal((await page.locator('#found').textContent()) === '', false);
    await page.locator('main input').fill('zzzzqqqq');
    assert.equal(await page.locator('#found').textContent(), '0 places');
    await first.waitFor({ state: 'detached' });
    assert.deepEqual(failures, []);
    await page.close();
  });
});
