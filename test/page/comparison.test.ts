// A comparison of two configurations as VS Code's webview shows it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { rendered } from '../../client/src/comparison/rendered';
import { launchBrowser, openPage } from '../../scripts/vscode-host/browser.mjs';
import { address, builtIn, themes, variables, violations } from './preview-page';

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

const text = `# a<b>.textproto → b.textproto

Memory on the devices: 201 MiB → 995 MiB (+394 %); on the fullest host: 134 MiB → 745 MiB

## Table user

- dimension 16 → 64
- learning_rate 0.1 → 0.05

## Not compared

- numHosts (b.textproto): it is not known.
`;
const target = { start: { line: 2, character: 4 }, end: { line: 2, character: 6 } };
const links = [
  { side: 'before', line: 6, start: 12, end: 14, target },
  { side: 'after', line: 6, start: 17, end: 19, target },
  { side: 'after', line: 7, start: 22, end: 26, target },
] as const;
const html = rendered(
  { text, links },
  {
    language: 'en',
    cspSource: address,
    styles: ['preview.css', 'comparison.css'].map((name) => `${address}/${name}`),
    hrefOf: ({ side, start }) => `#"${side}&${start}`,
  },
);

for (const theme of themes)
  test(`a comparison in the theme ${theme}: structure, links by keyboard, contrast`, async () => {
    const page = await openPage(browser, { viewport: { width: 480, height: 500 } });
    await page.route(`${address}/**`, (route) => {
      const { pathname } = new URL(route.request().url());
      return route.fulfill(
        pathname === '/' ? { contentType: 'text/html', body: html } : { path: `dist/webview${pathname}` },
      );
    });
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(`${address}/`);
    assert.deepEqual(await page.locator('main > *').evaluateAll((all) => all.map(({ tagName }) => tagName)), [
      'H1',
      'P',
      'H2',
      'UL',
      'H2',
      'UL',
    ]);
    assert.equal(await page.title(), 'a<b>.textproto → b.textproto');
    assert.equal(await page.textContent('h1'), await page.title());
    assert.deepEqual(await page.locator('li').allTextContents(), [
      'dimension 16 → 64',
      'learning_rate 0.1 → 0.05',
      'numHosts (b.textproto): it is not known.',
    ]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    assert.equal(await page.locator(':focus').getAttribute('href'), '#"after&17');
    for (const { name, background } of [
      { name: theme, background: undefined },
      ...builtIn(theme).filter(({ name }) => /^(Solarized|Monokai|Red|Quiet Light) of/.test(name)),
    ]) {
      const values = { ...variables(theme), ...(background && { '--vscode-editor-background': background }) };
      const kinds = theme.startsWith('high-contrast')
        ? `vscode-high-contrast vscode-${theme}`
        : `vscode-${theme}`;
      await page.evaluate(`
        document.body.className = '${kinds}';
        for (const [name, value] of Object.entries(${JSON.stringify(values)}))
          document.documentElement.style.setProperty(name, value);`);
      assert.deepEqual(await violations(page), [], name);
      await page.screenshot({
        path: `test/e2e/screenshots/page-comparison-${name.replaceAll(' ', '-')}.png`,
      });
    }
    // Nothing is wider than the page.
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 480);
    assert.deepEqual(complaints, []);
    await page.close();
  });
