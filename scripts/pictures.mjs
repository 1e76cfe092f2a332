// Takes the README's pictures in a real VS Code (the one from npm), each in a dark and a light theme. Arguments select
// pictures by name.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { actionsOn } from './vscode-host/actions.mjs';
import { launchBrowser, openPage } from './vscode-host/browser.mjs';
import { startServer } from './vscode-host/server.mjs';
import { quietSettings, workbenchAddress } from './vscode-host/workbench.mjs';

const extension = fileURLToPath(new URL('..', import.meta.url));
const folder = join(extension, 'examples');
const images = join(extension, 'docs', 'images');

/** A small window at a high resolution, legible in a README. */
const smallWindow = { viewport: { width: 860, height: 500 }, deviceScaleFactor: 1.5 };
/** Space for an editor and a panel; the lower resolution keeps the file size. */
const wideWindow = { viewport: { width: 1080, height: 690 }, deviceScaleFactor: 1 };
/** Space for all that the preview shows first. */
const highWindow = { viewport: { width: 1080, height: 940 }, deviceScaleFactor: 1 };

const themes = { dark: 'Default Dark Modern', light: 'Default Light Modern' };

/** Hides everything except the editor and the status bar. */
const plainSettings = {
  ...quietSettings,
  'breadcrumbs.enabled': false,
  'editor.minimap.enabled': false,
  'editor.stickyScroll.enabled': false,
  'editor.inlineSuggest.enabled': false,
  'files.autoSave': 'off',
  'window.commandCenter': false,
  'workbench.activityBar.location': 'hidden',
  'workbench.layoutControl.enabled': false,
};

/** Each picture: its window, the file to open, the actions, and the selector to wait for. */
const pictures = [
  {
    name: 'quick-fix',
    file: 'mistakes.textproto',
    ready: '.squiggly-error',
    async act(page) {
      await page.clickAt('TRAIN');
      await page.press('Control+.');
    },
    shows: '.action-widget',
  },
  {
    name: 'hover',
    file: 'ads_ranking.textproto',
    // A code lens that appears late moves the lines.
    ready: '.codelens-decoration a >> text=Preview training',
    act: (page) => page.pointAt('learning_rate'),
    shows: '.monaco-hover',
  },
  {
    name: 'completion',
    file: 'ads_ranking.textproto',
    async act(page) {
      await page.clickAt('gradient_accumulation_status');
      await page.press('End');
      await page.press('Enter');
      await page.press('Control+Space');
    },
    shows: '.suggest-widget .monaco-list-row',
  },
  {
    name: 'status',
    file: 'ads_ranking.textproto',
    act: (page) => page.click('#status\\.languageStatus'),
    shows: '.hover-language-status',
  },
  {
    name: 'configuration',
    file: 'two_towers.py',
    window: wideWindow,
    ready: '.codelens-decoration a >> text=Show configuration',
    act: (page) => page.click('.codelens-decoration a >> text=Show configuration'),
    shows: '.codelens-decoration a >> text=Preview training >> nth=1',
  },
  {
    name: 'preview',
    file: 'ads_ranking.textproto',
    window: highWindow,
    async act(page) {
      await page.click('.codelens-decoration a >> text=Preview');
      const inPreview = (...action) => page.inWebview('#rows-loss .line.all', ...action);
      // The answer says what would do better once the whole map is known.
      await inPreview('evaluate', whenTrue('document.querySelector(".heat:not([aria-busy]) .best")'));
      await page.rest();
    },
    shows: 'iframe.webview.ready',
  },
];

/** A promise, as source, of an expression that becomes true. */
const whenTrue = (expression) =>
  `new Promise((done) => { const wait = () => (${expression} ? done() : setTimeout(wait, 200)); wait(); })`;

/** Appears once the extension has checked the file. */
const settled = '#status\\.languageStatus [aria-label*="TPUEmbeddingConfiguration"]';

const only = process.argv.slice(2);
const browser = await launchBrowser();
try {
  for (const kind of Object.keys(themes))
    for (const picture of pictures.filter(({ name }) => only.length === 0 || only.includes(name)))
      await take(picture, kind).catch((error) => {
        console.error(`No picture ${picture.name}-${kind}: ${error.message}`);
        process.exitCode = 1;
      });
} finally {
  await browser.close();
}

/** Takes each picture in a new VS Code, so that earlier actions leave no traces. */
async function take({ name, file, window = smallWindow, ready = settled, act, shows }, kind) {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'tpu-embedding-pictures-'));
  const page = await openPage(browser, { ...window, colorScheme: kind });
  const visible = (selector) => page.locator(selector).filter({ visible: true }).first().waitFor();
  let server;
  try {
    const settings = { ...plainSettings, 'workbench.colorTheme': themes[kind] };
    server = await startServer({ dataDirectory, settings });
    await page.goto(workbenchAddress(server, { folder, extension, open: join(folder, file) }));
    await visible(ready);
    await page.keyboard.press('Control+b');
    await page.locator('.part.sidebar').waitFor({ state: 'hidden' });
    const actions = actionsOn(page, images);
    await act(actions);
    await visible(shows);
    // Wait for animations, and for parts that appear late, such as documentation beside a completion.
    await page.waitForTimeout(1000);
    console.log(await actions.screenshot(`${name}-${kind}`));
  } finally {
    await page.close();
    await server?.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
}
