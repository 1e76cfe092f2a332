// Starts the Chromium that shows the workbench: an installed one, or the one from npm.
import { chromium } from 'playwright-core';
import { findOnPath, isExecutable } from './on-path.mjs';
import { npmChromium } from './parts.mjs';
import { HANGS } from './until.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macOS = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Its path and environment variables. */
export async function findChromium() {
  const installed = findOnPath(...names) ?? (isExecutable(macOS) ? macOS : undefined);
  if (installed) return { executablePath: installed, env: {} };
  if (process.platform === 'linux') return npmChromium();
  throw new Error(`No browser found. Install Google Chrome or Chromium, or put one on the PATH.`);
}

/** Opens a page whose timeouts suit a busy machine. */
export async function openPage(browser, options) {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(HANGS);
  return page;
}

/** Arguments for every Chromium. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
];

/** Playwright's browser, headless; the caller closes it. */
export async function launchBrowser() {
  const { executablePath, env } = await findChromium();
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: CHROMIUM_ARGS,
    // The caller cleans up in its own order.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}
