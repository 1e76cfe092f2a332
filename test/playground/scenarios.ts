// All tests of the playground, for any browser.
import { after, afterEach, before, describe } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { servePlayground } from '../../scripts/playground-server.mjs';
import { tryEditing } from './editing';
import { tryKeeping } from './keeping';
import { Pages } from './playground-page';
import { tryLegibility, tryReach } from './reach';
import { trySharing } from './sharing';

export type Open = Pages['open'];

/** What every browser sees alike, such as contrasts and names, is measured in one of them. */
export function tryPlayground(name: string, launch: () => Promise<Browser>, isMeasured = false): void {
  describe(`the playground in ${name}`, () => {
    let browser: Browser | undefined;
    let served: Awaited<ReturnType<typeof servePlayground>> | undefined;
    let pages: Pages;
    before(async () => {
      served = await servePlayground('dist/playground');
      browser = await launch();
      pages = new Pages(browser, served.address);
    });
    after(async () => {
      await browser?.close();
      served?.close();
    });
    afterEach(() => pages.close());

    const open: Open = (opening) => pages.open(opening);
    tryEditing(open);
    tryKeeping(open);
    trySharing(open);
    tryReach(open);
    if (isMeasured) tryLegibility(open);
  });
}
