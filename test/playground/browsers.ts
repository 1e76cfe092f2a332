// The browsers that the playground is tried in, all driven by one library.
import puppeteer, { type Browser } from 'puppeteer-core';
import { CHROMIUM_ARGS, findChromium, HANGS } from '../../scripts/vscode-host/browser.mjs';
import { findFirefox } from '../../scripts/vscode-host/firefox.mjs';

const shared = { headless: true, handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false } as const;

export async function launchChromium(): Promise<Browser> {
  const { executablePath, env } = await findChromium();
  return puppeteer.launch({
    ...shared,
    // The Chromium from npm has no other mode.
    headless: 'shell',
    executablePath,
    env: { ...process.env, ...env },
    args: CHROMIUM_ARGS,
    protocolTimeout: HANGS,
  });
}

/** Over WebDriver BiDi, which is all that Firefox speaks. */
export const launchFirefox = (executablePath: string): Promise<Browser> =>
  puppeteer.launch({ ...shared, browser: 'firefox', executablePath, protocolTimeout: HANGS });

/** Where it is missing, that is said, or an error if every browser is asked for. */
export function installedFirefox(): string | undefined {
  const path = findFirefox();
  if (path) return path;
  const message =
    'The playground was not run in Firefox: there is none on the PATH (Debian: apt-get install firefox-esr).';
  if (process.env['TPU_EMBEDDING_ALL_BROWSERS']) throw new Error(message);
  console.log(message);
  return undefined;
}
