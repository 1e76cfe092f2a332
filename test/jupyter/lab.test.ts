// JupyterLab with jupyterlab-lsp and the wheel, in Chromium: what a person sees in a notebook, and in its output cells.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Browser, Frame, Page } from 'playwright-core';
import { launchBrowser, openPage } from '../../scripts/vscode-host/browser.mjs';
import { until } from '../../scripts/vscode-host/until.mjs';
import { type Lab, startLab } from './lab';

const PICTURES = 'test/e2e/screenshots';
const TEXT = '# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration\nnum_host: 1\n';
const underlined = (severity: string) => `.cm-lintRange-${severity}`;

let lab: Lab;
let browser: Browser;
before(async () => {
  mkdirSync(PICTURES, { recursive: true });
  lab = await startLab();
  browser = await launchBrowser();
  cpSync('examples/notebook.ipynb', join(lab.home, 'notebook.ipynb'));
  writeFileSync(join(lab.home, 'tables.textproto'), TEXT);
});
after(async () => {
  await browser?.close();
  await lab?.stop();
});

async function open(file: string): Promise<Page> {
  const page = await openPage(browser, { viewport: { width: 1300, height: 1000 }, reducedMotion: 'reduce' });
  await page.goto(`${lab.address}/lab/tree/${file}?reset`, { waitUntil: 'domcontentloaded' });
  await page.waitForSelector('.jp-CodeCell .cm-content, .jp-FileEditor .cm-content');
  return page;
}

/** The place on the page of a text's last occurrence in the cells, which has no element of its own. */
const placeOf = (page: Page, text: string): Promise<{ x: number; y: number }> =>
  page.evaluate(`(() => {
    const texts = document.evaluate('//*[contains(@class, "cm-content")]//text()[contains(., "${text}")]', document, null, 7);
    const node = texts.snapshotItem(texts.snapshotLength - 1);
    const range = document.createRange();
    const start = node.data.indexOf('${text}');
    range.setStart(node, start);
    range.setEnd(node, start + ${text.length});
    const { x, y, width, height } = range.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  })()`);

const cellOf = (page: Page, text: string) =>
  page.locator('.jp-CodeCell .cm-content', { hasText: text }).first();

suite('a notebook in JupyterLab', () => {
  let page: Page;
  before(async () => {
    page = await open('notebook.ipynb');
  });
  after(() => page.close());

  test('has its problem underlined', async () => {
    const marks = page.locator(underlined('warning'));
    await marks.first().waitFor();
    assert.deepEqual(await marks.allTextContents(), ['-0.05']);
    assert.equal(await page.locator(underlined('error')).count(), 0);
  });

  test('explains an argument below the pointer', async () => {
    const name = await placeOf(page, 'learning_rate');
    await page.keyboard.down('Control');
    await until('the hover is shown', async () => {
      // JupyterLab asks for one when the pointer comes to another character.
      for (const x of [name.x - 60, name.x, name.x + 20]) await page.mouse.move(x, name.y);
      return page.locator('.lsp-hover').isVisible();
    });
    assert.match((await page.locator('.lsp-hover').textContent())!, /learning_rate/);
    await page.screenshot({ path: `${PICTURES}/jupyterlab-hover.png` });
    await page.keyboard.up('Control');
  });

  test('completes what the API has', async () => {
    await cellOf(page, '%tpu_check off').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('embedding.');
    await page.keyboard.press('Tab');
    await page.locator('.jp-Completer-item', { hasText: 'TableConfig' }).waitFor();
    await page.screenshot({ path: `${PICTURES}/jupyterlab-completion.png` });
  });
});

test('a file of text format in JupyterLab has its problem underlined', async () => {
  const page = await open('tables.textproto');
  const mark = page.locator(underlined('error')).first();
  await mark.waitFor();
  assert.equal(await mark.textContent(), 'num_host');
  await page.close();
});

for (const theme of ['Light', 'Dark'])
  test(`the preview in an output cell follows its sliders, in a ${theme.toLowerCase()} JupyterLab`, async () => {
    lab.setTheme(`JupyterLab ${theme}`);
    // Each has a kernel of its own.
    const file = `${theme}.ipynb`;
    cpSync('examples/notebook.ipynb', join(lab.home, file));
    const page = await open(file);
    await page.getByRole('menuitem', { name: 'Run', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Run All Cells', exact: true }).click();
    const frame = await previewOf(page);
    await frame.waitForSelector(`:root[data-theme="${theme.toLowerCase()}"]`, { state: 'attached' });
    const picture = (name: string) =>
      page.screenshot({ path: `${PICTURES}/jupyterlab-${name}-${theme.toLowerCase()}.png` });
    await cellOf(page, '%load_ext').scrollIntoViewIfNeeded();
    await picture('problems');
    await cellOf(page, '%tpu_plan').scrollIntoViewIfNeeded();
    await picture('plan');
    const field = frame.locator('[data-path="optimizationParameters.learningRate.constant"]');
    const value = () => field.locator('input[type=text]').inputValue();
    const before = await value();
    // Frames out of sight stand still.
    await page
      .locator('iframe[title="Optimizer preview"]')
      .evaluate((frame: { scrollIntoView(): void }) => frame.scrollIntoView());
    await until('the sliders are in sight', async () => {
      const box = await field.boundingBox();
      return box && box.y > 100 && box.y < 900;
    });
    const slider = (await field.locator('input[type=range]').boundingBox())!;
    const y = slider.y + slider.height / 2;
    await page.mouse.move(slider.x + slider.width / 2, y);
    await page.mouse.down();
    await page.mouse.move(slider.x + slider.width * 0.9, y, { steps: 5 });
    await page.mouse.up();
    assert.notEqual(await value(), before);
    await picture('preview');
    await page.close();
  });

async function previewOf(page: Page): Promise<Frame> {
  const element = await page.waitForSelector('iframe[title="Optimizer preview"]');
  const frame = (await element.contentFrame())!;
  await frame.waitForSelector('#apply');
  return frame;
}

test('nothing but JupyterLab’s own checkpoints is written into the folder of the user', () =>
  assert.deepEqual(
    readdirSync(lab.home)
      .filter((name) => name !== '.ipynb_checkpoints')
      .sort(),
    ['Dark.ipynb', 'Light.ipynb', 'notebook.ipynb', 'tables.textproto'],
  ));
