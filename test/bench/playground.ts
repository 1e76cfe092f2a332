// The playground in Chromium: time until the first squiggle, and the bytes loaded until then.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { servePlayground } from '../../scripts/playground-server.mjs';
import { launchChromium } from '../playground/browsers';
import { Pages } from '../playground/playground-page';
import { cellsOf, type Finding, missedTarget, table } from './report';
import { timesOf } from './times';

const TARGET_MS = 2000;
const TARGET_KILOBYTES = 1000;

const SQUIGGLE = `performance.getEntriesByName('squiggle')[0]?.startTime`;

/** A file that a page or its worker got, and when. */
interface Sent {
  readonly file: string;
  readonly at: number;
}

/** Gzipped, in bytes. */
const sizeOf = (files: ReadonlySet<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);

/** `scale` is the fraction of rounds to run. */
export async function benchPlayground(scale: number): Promise<Finding> {
  let sent: Sent[] = [];
  const served = await servePlayground('dist/playground', 0, (file) => sent.push({ file, at: Date.now() }));
  const browser = await launchChromium();
  try {
    const pages = new Pages(browser, served.address);
    const rows = [];
    let bytes = 0;
    for (const slowness of [1, 4]) {
      const found: number[] = [];
      for (let round = 0; round < 20 * scale; round++) {
        sent = [];
        const playground = await pages.open({ slowness });
        const squiggle = await playground.until<number>(SQUIGGLE);
        found.push(squiggle);
        const end = squiggle + (await playground.ask<number>('performance.timeOrigin'));
        bytes = sizeOf(new Set(sent.filter(({ at }) => at <= end).map(({ file }) => file)));
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
