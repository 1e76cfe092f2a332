// The preview's page in a browser: time until it is usable, and how fast it follows a slider.
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../scripts/vscode-host/browser.mjs';
import { openPreview } from '../page/preview-page';
import { cellsOf, type Finding, milliseconds, missedTarget, table } from './report';
import { type Times, timesOf } from './times';

/** More would leave too little of a frame to layout and paint. */
const LONGEST_SCRIPT = 8;

const SLIDER = '[data-path="optimizationParameters.learningRate.constant"] input[type=range]';

/** Milliseconds from the first line of the page's script until the page is usable. */
const startOf = async (page: Page) => {
  const [start, interactive] = await page.evaluate<[number, number]>(
    '["start", "interactive"].map((name) => performance.getEntriesByName(name)[0].startTime)',
  );
  return interactive - start;
};

/** Milliseconds from each move of a slider to the end of the next frame, with one move per frame. */
const framesOf = (page: Page, moves: number) =>
  page.evaluate<number[]>(`(async () => {
    const slider = document.querySelector('${SLIDER}');
    const { port1, port2 } = new MessageChannel();
    const frames = [];
    for (let move = 0; move < ${moves}; move++)
      await new Promise((drawn) => requestAnimationFrame(() => {
        const start = performance.now();
        slider.value = String(300 + (move % 100) * 3);
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        // Runs after style, layout and paint of this frame.
        port1.onmessage = () => drawn(frames.push(performance.now() - start));
        port2.postMessage(0);
      }));
    return frames;
  })()`);

interface TraceEvent {
  readonly name: string;
  readonly tid: number;
  /** Microseconds: the start, the time that passed, and what the thread worked of it. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
}

const FRAME = 'FireAnimationFrame';
const SCRIPTS = new Set([
  FRAME,
  'EventDispatch',
  'FunctionCall',
  'EvaluateScript',
  'RunMicrotasks',
  'TimerFire',
]);

/** Milliseconds that the page's thread works on scripts in each frame while a slider moves, by Chromium's trace. */
async function scriptsOf(browser: Browser, page: Page, moves: number): Promise<number[]> {
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await framesOf(page, moves);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const thread = traceEvents.find(({ name }) => name === FRAME)!.tid;
  const frames: number[] = [];
  let end = 0;
  for (const { name, tid, ts, dur = 0, tdur = 0 } of traceEvents.toSorted((a, b) => a.ts - b.ts)) {
    if (tid !== thread || !SCRIPTS.has(name)) continue;
    if (name === FRAME && ts >= end) frames.push(0);
    // What is inside of another one counts once.
    if (ts < end || frames.length === 0) continue;
    end = ts + dur;
    frames[frames.length - 1]! += tdur / 1000;
  }
  return frames;
}

/** What to drag: rows that are looked up while they play, a table's default size, and the largest that must stay smooth. */
const SIZES = [
  { what: 'ids as they come, while they play', last: 1000, options: {} },
  ...[
    { rows: 8, columns: 8, steps: 100 },
    { rows: 16, columns: 16, steps: 1000 },
  ].map((size) => ({
    what: `${size.rows} × ${size.columns} × ${size.steps.toLocaleString('en-US')}`,
    last: size.steps,
    options: { ...size, preset: 'target' },
  })),
];

/** `scale` is the fraction of rounds to run. */
export async function benchPreview(scale: number): Promise<Finding> {
  const browser = await launchBrowser();
  try {
    const starts: number[] = [];
    for (let round = 0; round < 20 * scale; round++) {
      const { page } = await openPreview(browser, { timePasses: true, kept: {} });
      starts.push(await startOf(page));
      await page.context().close();
    }
    const frames: { what: string; times: Times; target: number }[] = [];
    const scripts: { what: string; p50: number; longest: number }[] = [];
    for (const { what, last, options } of SIZES) {
      const { page } = await openPreview(browser, {
        timePasses: true,
        kept: { options },
      });
      await page.waitForSelector(`.scrub[max="${last}"]`);
      await page.click('.play');
      // Warm-up.
      const times = timesOf((await framesOf(page, 200 * scale)).slice(20 * scale));
      frames.push({
        what: `a slider moves, ${what}`,
        times,
        target: 16,
      });
      await page.click('.play:not([title="Pause"])');
      const worked = await scriptsOf(browser, page, 200 * scale);
      scripts.push({ what, p50: timesOf(worked).p50, longest: Math.max(...worked) });
      await page.context().close();
    }
    const rows = [{ what: 'the page is there', times: timesOf(starts), target: 300 }, ...frames];
    return {
      report: [
        table(
          ['Milliseconds', 'p50', 'p95', 'target p95'],
          rows.map(({ what, times, target }) => [what, ...cellsOf(times), String(target)]),
        ),
        table(
          ['Milliseconds of script in a frame', 'p50', 'longest', 'target'],
          scripts.map(({ what, p50, longest }) => [
            what,
            milliseconds(p50),
            milliseconds(longest),
            String(LONGEST_SCRIPT),
          ]),
        ),
      ].join('\n\n'),
      missed: [
        ...rows.flatMap(({ what, times, target }) => missedTarget(`Preview: ${what}`, times, target)),
        ...scripts
          .filter(({ longest }) => longest > LONGEST_SCRIPT)
          .map(({ what, longest }) => `Preview: ${what}: a frame's script took ${milliseconds(longest)} ms.`),
      ],
    };
  } finally {
    await browser.close();
  }
}
