import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** Whatever takes this many milliseconds hangs, however busy the machine is. */
export const HANGS: number;

/** How every Chromium is started. */
export const CHROMIUM_ARGS: string[];

/** A Chromium's path, and what it needs in its environment. */
export function findChromium(): Promise<{ executablePath: string; env: Record<string, string> }>;

/** A page on which all that is waited for may take as long as a busy machine needs. */
export function openPage(browser: Browser, options?: BrowserContextOptions): Promise<Page>;

/** Playwright's browser, headless; the caller closes it. */
export function launchBrowser(): Promise<Browser>;
