// The browsers that test the playground, all controlled by one library.
import puppeteer, { type Browser } from 'puppeteer-core';
import { CHROMIUM_ARGS, findChromium } from '../../scripts/vscode-host/browser.mjs';
import { findFirefox } from '../../scripts/vscode-host/firefox.mjs';
import { HANGS } from '../../scripts/vscode-host/until.mjs';

const shared = { headless: true, handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false } as const;

export async function launchChromium(): Promise<Browser> {
  const { executablePath, env } = await findChromium();
  return puppeteer.launch({
    ...shared,
    // The Chromium from npm only has this headless mode.
    headless: 'shell',
    executablePath,
    env: { ...process.env, ...env },
    args: CHROMIUM_ARGS,
    protocolTimeout: HANGS,
  });
}

/** Firefox only supports WebDriver BiDi. */
export const launchFirefox = (executablePath: string): Promise<Browser> =>
  puppeteer.launch({ ...shared, browser: 'firefox', executablePath, protocolTimeout: HANGS });

/** A missing Firefox is reported, or an error if every browser is required. */
export function installedFirefox(): string | undefined {
  const path = findFirefox();
  if (path) return path;
  const message =
    'The playground was not run in Firefox: there is none on the PATH (Debian: apt-get install firefox-esr).';
  if (process.env['TPU_EMBEDDING_ALL_BROWSERS']) throw new Error(message);
  console.log(message);
  return undefined;
}
