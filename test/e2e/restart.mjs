// The preview after a restart of the window. Scenarios cannot test that: they run in the extension host, which ends
// with the window. So this script controls VS Code's server from outside, as scripts/pictures.mjs does.
import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { actionsOn } from '../../scripts/vscode-host/actions.mjs';
import { launchBrowser, openPage } from '../../scripts/vscode-host/browser.mjs';
import { startServer } from '../../scripts/vscode-host/server.mjs';
import { until } from '../../scripts/vscode-host/until.mjs';
import { fromWebServer } from '../../scripts/vscode-host/web-origin.mjs';
import { quietSettings, workbenchAddress } from '../../scripts/vscode-host/workbench.mjs';

const rate = '[data-path="fed.rate"] input[type=text]';
const preset = '#scenario';

/** Runs in the page: whether the window state that VS Code saves every 5 seconds matches a pattern. */
async function isKept(pattern) {
  const answer = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  for (const { name } of await indexedDB.databases()) {
    const database = await answer(indexedDB.open(name));
    const stores = [...database.objectStoreNames].map((store) =>
      answer(database.transaction(store).objectStore(store).getAll()),
    );
    const kept = JSON.stringify(await Promise.all(stores));
    database.close();
    if (new RegExp(pattern).test(kept)) return true;
  }
  return false;
}

/** Runs in the page: VS Code's own texts need a language pack, the extension's texts do not. */
function speakGerman() {
  Object.defineProperty(globalThis, '_VSCODE_NLS_LANGUAGE', { get: () => 'de', set() {} });
}

/**
 * Opens a preview, changes it, restarts the window in German, and throws unless the state is restored; `isWeb` uses a
 * browser's extension host.
 */
export async function checkRestart(extension, screenshots, isWeb) {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'tpu-embedding-restart-'));
  const folder = join(dataDirectory, 'examples');
  await cp(join(extension, 'examples'), folder, { recursive: true });
  const browser = await launchBrowser();
  let server;
  try {
    server = await startServer({ dataDirectory, settings: quietSettings });
    const page = await openPage(browser, { viewport: { width: 1200, height: 700 } });
    const actions = actionsOn(page, screenshots);
    const inPanel = (...action) => actions.inWebview('header [role=tablist]', ...action);

    const open = join(folder, 'ads_ranking.textproto');
    if (isWeb) await fromWebServer(page, { extension });
    const shown = { folder, ...(!isWeb && { extension }) };
    await page.goto(workbenchAddress(server, { ...shown, open }));
    await page.locator('.codelens-decoration a >> text=Preview').first().click();
    await inPanel('fill', rate, '0.5');
    await inPanel('choose', preset, 'exploding');
    const kept = String.raw`preset\\*":\\*"exploding`;
    await until('VS Code keeps the preview', () => page.evaluate(isKept, kept));

    await page.addInitScript(speakGerman);
    await page.goto(workbenchAddress(server, shown));
    await actions.inWebview('h1:text-is("Adagrad")', 'count', 'h1');
    await until('the rate is restored', async () => (await inPanel('value', rate)) === '0.5');
    assert.equal(await inPanel('value', preset), 'exploding');
    assert.deepEqual(await inPanel('texts', '#apply'), ['Übernehmen']);
    await page.locator('.tab[aria-label*="Vorschau"]').waitFor();
    // VS Code loads only English texts of package.json from a web server, unless the extension comes from the
    // marketplace.
    if (!isWeb) {
      await actions.press('F1');
      await page.locator('.quick-input-widget input[type=text]:focus').waitFor();
      await actions.type('Protokoll anzeigen');
      await page.locator('.quick-input-list :text("TPU Embedding: Protokoll anzeigen")').first().waitFor();
    }
    await actions.screenshot('preview-restarted');
  } finally {
    await browser.close();
    await server?.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
}
