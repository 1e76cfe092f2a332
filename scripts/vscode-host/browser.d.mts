import type { Browser } from 'playwright-core';

/** Playwright's browser, headless; the caller closes it. */
export function launchBrowser(): Promise<Browser>;
