// The playground in Chromium: time until the first squiggle, and the bytes loaded until then.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { servePlayground } from '../../scripts/playground-server.mjs';
import { launchChromium } from '../playground/browsers';
import { Pages, type Playground } from '../playground/playground-page';
import { cellsOf, type Finding, missedTarget, table } from './report';
import { timesOf } from './times';

const FOLDER = 'dist/playground';
const TARGET_MS = 2000;
const TARGET_KILOBYTES = 1000;

const SQUIGGLE = `performance.getEntriesByName('squiggle')[0]?.startTime`;

/** The page and all that it has loaded so far, gzipped, in bytes. */
async function sizeOf(playground: Playground, address: string): Promise<number> {
  const loaded = await playground.ask<string[]>(
    `performance.getEntriesByType('resource').map(({ name }) => name)`,
  );
  const paths = new Set([address, ...loaded].map((url) => url.slice(address.length) || 'index.html'));
  return [...paths].reduce((sum, path) => sum + gzipSync(readFileSync(join(FOLDER, path))).length, 0);
}

/** `scale` is the fraction of rounds to run. */
export async function benchPlayground(scale: number): Promise<Finding> {
  const served = await servePlayground(FOLDER);
  const browser = await launchChromium();
  try {
    const pages = new Pages(browser, served.address);
    const rows = [];
    let bytes = 0;
    for (const slowness of [1, 4]) {
      const found: number[] = [];
      for (let round = 0; round < 20 * scale; round++) {
        const playground = await pages.open({ slowness });
        found.push(await playground.until<number>(SQUIGGLE));
        bytes = await sizeOf(playground, served.address);
        await pages.close();
      }
      const what =
        slowness === 1 ? 'the first squiggle' : `the first squiggle, page slowed ${slowness} times`;
      rows.push({ what, times: timesOf(found) });
    }
    const kilobytes = Math.ceil(bytes / 1000);
    return {
      report: [
        table(
          ['Milliseconds', 'p50', 'p95', 'target p95'],
          rows.map(({ what, times }) => [what, ...cellsOf(times), String(TARGET_MS)]),
        ),
        `Until then ${kilobytes} kB are loaded, gzipped, of at most ${TARGET_KILOBYTES}.`,
      ].join('\n\n'),
      missed: [
        ...rows.flatMap(({ what, times }) => missedTarget(`Playground: ${what}`, times, TARGET_MS)),
        ...(kilobytes > TARGET_KILOBYTES ? [`Playground: ${kilobytes} kB, over ${TARGET_KILOBYTES}.`] : []),
      ],
    };
  } finally {
    await browser.close();
    served.close();
  }
}
