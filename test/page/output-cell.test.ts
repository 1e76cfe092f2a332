// The preview in the output cell of a notebook: one text in a frame that can reach nothing.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, suite, test } from 'node:test';
import type { Browser, Frame, Page } from 'playwright-core';
import { launchBrowser, openPage } from '../../scripts/vscode-host/browser.mjs';
import { until } from '../../scripts/vscode-host/until.mjs';
import { adagrad, configuration } from './preview-page';

const TEXT = 'optimizer = embedding.Adagrad(0.05)';
const RATE = 'optimizationParameters.learningRate.constant';
const at = (character: number) => ({ line: 0, character });

const known = {
  source: { uri: 'file:///notebook.ipynb#5', position: at(12), file: 'In [5]', key: '5' },
  place: { ...adagrad, range: { start: at(12), end: at(TEXT.length) } },
  configurations: [configuration],
  text: TEXT,
  templates: [
    { path: RATE, value: 0.8125, edits: [{ range: { start: at(30), end: at(34) }, newText: '0.8125' }] },
  ],
};

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

interface Output {
  page: Page;
  frame: Frame;
  complaints: string[];
}

/** Shows the output as JupyterLab does, in a page with its attribute for the theme. */
async function openOutput(isDark: boolean): Promise<Output> {
  const page = await openPage(browser, { viewport: { width: 900, height: 760 }, reducedMotion: 'reduce' });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  const data = JSON.stringify(known).replaceAll('<', '\\u003c');
  const html = readFileSync('dist/output-cell.html', 'utf8').replace('"KNOWN"', () => data);
  const theme = readFileSync('python/tpu_embedding_tools/notebook/theme.js', 'utf8');
  const srcdoc = html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  await page.setContent(
    `<!doctype html><body data-jp-theme-light="${!isDark}"><iframe sandbox="allow-scripts allow-downloads" title="Optimizer preview" style="width: 100%; height: 720px; border: 0" srcdoc="${srcdoc}"></iframe><script>${theme}</script></body>`,
  );
  const frame = page.frames().find((each) => each !== page.mainFrame())!;
  await frame.waitForSelector('#apply');
  return { page, frame, complaints };
}

suite('the preview in an output cell', () => {
  for (const isDark of [false, true])
    test(`has the theme of the notebook, here ${isDark ? 'dark' : 'light'}, also when that changes`, async () => {
      const { page, frame, complaints } = await openOutput(isDark);
      const theme = (name: string) =>
        frame.waitForSelector(`:root[data-theme="${name}"]`, { state: 'attached' });
      await theme(isDark ? 'dark' : 'light');
      await page.screenshot({ path: `test/e2e/screenshots/output-cell-${isDark ? 'dark' : 'light'}.png` });
      await page.evaluate(`document.body.dataset.jpThemeLight = '${isDark}'`);
      await theme(isDark ? 'light' : 'dark');
      assert.deepEqual(complaints, []);
    });

  test('Apply copies the call with the values of the sliders', async () => {
    const { page, frame } = await openOutput(false);
    await frame.evaluate(
      `document.addEventListener('copy', () => { globalThis.copied = document.activeElement.value; })`,
    );
    await frame.fill(`[data-path="${RATE}"] input[type=text]`, '0.2');
    await page.keyboard.press('Enter');
    await frame.click('#apply');
    await frame.waitForSelector('text=Copied the call');
    assert.equal(await frame.evaluate('globalThis.copied'), 'embedding.Adagrad(0.2)');
  });

  test('a long run is computed in a worker', async () => {
    const { page, frame, complaints } = await openOutput(false);
    await frame.selectOption('#scenario', 'rows');
    await until('there is a worker', () => page.workers().length > 0);
    await frame.waitForSelector('#rows .line >> nth=0');
    assert.deepEqual(complaints, []);
  });

  test('the page Memory shows the configurations of the notebook', async () => {
    const { frame } = await openOutput(false);
    await frame.click('#tab-memory');
    await frame.waitForSelector('text=advertisement');
  });
});
