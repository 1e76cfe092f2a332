import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** A page on which all that is waited for may take as long as a busy machine needs. */
export function openPage(browser: Browser, options?: BrowserContextOptions): Promise<Page>;

/** Playwright's browser, headless; the caller closes it. */
export function launchBrowser(): Promise<Browser>;
