// The preview's page in a browser: how soon it is there, and how quickly it follows a slider.
import type { Page } from 'playwright-core';
import { launchBrowser } from '../../scripts/vscode-host/browser.mjs';
import { openPreview } from '../page/preview-page';
import { cellsOf, type Finding, missedTarget, table } from './report';
import { timesOf } from './times';

const SLIDER = '[data-path="optimizationParameters.learningRate.constant"] input[type=range]';

/** From the first line of the page's script until there is something to touch, in milliseconds. */
const startOf = async (page: Page) => {
  const [start, interactive] = await page.evaluate<[number, number]>(
    '["start", "interactive"].map((name) => performance.getEntriesByName(name)[0].startTime)',
  );
  return interactive - start;
};

/** What moves of a slider take, their layout included, in milliseconds. */
const redrawsOf = (page: Page, moves: number) =>
  page.evaluate<number[]>(`(() => {
    const slider = document.querySelector('${SLIDER}');
    return Array.from({ length: ${moves} }, (_, move) => {
      slider.value = String(300 + (move % 100) * 3);
      const start = performance.now();
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      // Makes the browser lay out what changed, as it would for the next picture.
      document.body.getBoundingClientRect();
      return performance.now() - start;
    });
  })()`);

/** `scale` is the share of the rounds to do. */
export async function benchPreview(scale: number): Promise<Finding> {
  const browser = await launchBrowser();
  try {
    const starts: number[] = [];
    for (let round = 0; round < 20 * scale; round++) {
      const { page } = await openPreview(browser, { timePasses: true });
      starts.push(await startOf(page));
      await page.context().close();
    }
    const { page } = await openPreview(browser, { timePasses: true });
    // The first moves warm up.
    const redraws = (await redrawsOf(page, 200 * scale)).slice(20 * scale);
    const rows = [
      { what: 'the page is there', times: timesOf(starts), target: 300 },
      { what: 'a slider moves', times: timesOf(redraws), target: 16 },
    ];
    return {
      report: table(
        ['Milliseconds', 'p50', 'p95', 'target p95'],
        rows.map(({ what, times, target }) => [what, ...cellsOf(times), String(target)]),
      ),
      missed: rows.flatMap(({ what, times, target }) => missedTarget(`Preview: ${what}`, times, target)),
    };
  } finally {
    await browser.close();
  }
}
