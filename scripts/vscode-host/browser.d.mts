import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** Arguments for every Chromium. */
export const CHROMIUM_ARGS: string[];

/** Path of a Chromium, and its environment variables. */
export function findChromium(): Promise<{ executablePath: string; env: Record<string, string> }>;

/** Opens a page whose timeouts suit a busy machine. */
export function openPage(browser: Browser, options?: BrowserContextOptions): Promise<Page>;

/** Playwright's browser, headless; the caller closes it. */
export function launchBrowser(): Promise<Browser>;
