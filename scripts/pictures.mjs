// Takes the README's pictures in a real VS Code (the one from npm), each in a dark and a light theme. Arguments select
// pictures by name.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import UPNG from 'upng-js';
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

/** Colours of a moving picture, which decide its size, and how often it is played. */
const COLOURS = 96;
const PLAYS = 3;

/**
 * Each picture: its window, the file to open, the actions, and the selector to wait for. `frame` adds what is in view to a
 * moving picture, for some milliseconds.
 */
const pictures = [
  {
    name: 'quick-fix',
    file: 'mistakes.textproto',
    window: { ...smallWindow, deviceScaleFactor: 1 },
    ready: '.squiggly-error',
    async act(page, frame) {
      const menu = '.action-widget .monaco-list-row';
      for (const [word, fixed] of [
        ['TRAIN', 'TRAINING'],
        ['vocab_size', 'vocabulary_size'],
      ]) {
        await page.clickAt(word);
        await page.rest();
        await frame(1200);
        await page.press('Control+.');
        await page.see(menu);
        await frame(1600);
        await page.press('Enter');
        await page.see(`.view-line >> text=${fixed}`);
      }
      await frame(3000);
    },
    shows: '.view-line >> text=vocabulary_size',
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
      const inPreview = (...action) => page.inWebview('#rows-loss .line.a', ...action);
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
    const frames = [];
    const frame = async (duration) => {
      // Wait for animations, and for parts that appear late, such as documentation beside a completion.
      await page.waitForTimeout(1000);
      frames.push({ duration, picture: await page.screenshot() });
    };
    await act({ ...actionsOn(page, images), see: visible }, frame);
    await visible(shows);
    if (frames.length === 0) await frame(0);
    console.log(await save(`${name}-${kind}`, frames));
  } finally {
    await page.close();
    await server?.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

/**
 * Writes a picture as WebP, or several as one that moves, an animated PNG; then the second of them is also a still picture,
 * for people who want no motion.
 */
async function save(name, frames) {
  const path = (ending) => join(images, `${name}${ending}`);
  const [first, second] = frames;
  if (!second) {
    await writeFile(path('.webp'), await webp(first.picture));
    return path('.webp');
  }
  await writeFile(path('.png'), moving(frames));
  await writeFile(path('-still.webp'), await webp(second.picture));
  return path('.png');
}

function moving(frames) {
  const decoded = frames.map(({ picture }) => UPNG.decode(picture));
  const [{ width, height }] = decoded;
  const pixels = decoded.map((picture) => UPNG.toRGBA8(picture)[0]);
  const durations = frames.map(({ duration }) => duration);
  return resting(Buffer.from(UPNG.encode(pixels, width, height, COLOURS, durations)));
}

/** Plays a few times and rests then, because what always moves distracts. The library plays without an end. */
function resting(png) {
  const type = png.indexOf('acTL');
  const end = type + 12;
  png.writeUInt32BE(PLAYS, type + 8);
  png.writeUInt32BE(crc32(png.subarray(type, end)), end);
  return png;
}

/** Chromium's encoder: a third of the size of a PNG. */
async function webp(png) {
  const page = await openPage(browser);
  const address = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), {
        width: image.width,
        height: image.height,
      });
      canvas.getContext('2d').drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.7);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  await page.close();
  return Buffer.from(address.split(',')[1], 'base64');
}
