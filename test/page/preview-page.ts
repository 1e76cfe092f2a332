// The preview's page in Chromium, with a fake host that the tests control.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page, Worker } from 'playwright-core';
import type { FromPage, ToPage } from '../../client/messages/messages';
import { pageDocument, type Words } from '../../client/src/preview/document';
import { openPage } from '../../scripts/vscode-host/browser.mjs';
import { until as waitUntil } from '../../scripts/vscode-host/until.mjs';
import type { OptimizerAtPlace, PlannedConfiguration } from '../../server/src/languages/protocol';
import type { SizedTable } from '../../server/src/sizing/tables';

export const themes = ['dark', 'light', 'high-contrast', 'high-contrast-light'] as const;
type Theme = (typeof themes)[number];

/** Colours and fonts that VS Code gives to a webview. */
export const variables = (theme: Theme): Record<string, string> =>
  JSON.parse(readFileSync(`test/page/themes/${theme}.json`, 'utf8'));

/** Editor backgrounds of built-in themes, by VS Code's version (`scripts/fixtures/themes.mjs`). */
const backgrounds: Record<string, { name: string; theme: Theme; background: string }[]> = JSON.parse(
  readFileSync('test/page/themes/backgrounds.json', 'utf8'),
);

/** Every built-in theme of a kind, such as `Monokai of 1.139.1`. */
export const builtIn = (theme: Theme): { name: string; background: string }[] =>
  Object.entries(backgrounds).flatMap(([version, themes]) =>
    themes
      .filter((candidate) => candidate.theme === theme)
      .map(({ name, background }) => ({ name: `${name} of ${version}`, background })),
  );

export const address = 'https://preview.test';

export const adagrad: OptimizerAtPlace = {
  version: 1,
  range: { start: { line: 10, character: 2 }, end: { line: 15, character: 3 } },
  title: 'user',
  optimizationParameters: {
    adagrad: {},
    learningRate: { constant: 0.05 },
    gradientAccumulationStatus: 'ENABLED',
  },
  initial: { accumulators: 0.1 },
  unknown: [],
  editable: [
    'optimizationParameters.learningRate.constant',
    'optimizationParameters.gradientAccumulationStatus',
    'optimizationParameters.weightDecayFactor',
  ],
  table: {
    name: 'user',
    vocabularySize: 50_000_000,
    dimension: 60,
    paddedDimension: 64,
    rowsPerHost: [12_500_000, 12_500_000, 12_500_000, 12_500_000],
    variables: [
      { name: 'parameters', deviceBytes: 12.8e9, hostBytes: 12e9 },
      { name: 'accumulators', deviceBytes: 12.8e9, hostBytes: 12e9 },
      { name: 'gradient_accumulators', deviceBytes: 12.8e9, hostBytes: 0 },
    ],
    deviceBytes: 38.4e9,
    hostBytes: 24e9,
    paddingBytes: 2.4e9,
  },
};

export const adam: OptimizerAtPlace = {
  ...adagrad,
  title: 'advertisement',
  optimizationParameters: {
    adam: { beta1: 0.9, beta2: 0.999, epsilon: 1e-7 },
    learningRate: { constant: 0.001 },
  },
  initial: {},
};

export const showOf = (place: OptimizerAtPlace, revision = 1): ToPage => ({
  kind: 'show',
  revision,
  pinned: false,
  source: {
    uri: 'file:///w/ads_ranking.textproto',
    position: place.range.start,
    file: 'ads_ranking.textproto',
    key: `file:///w/ads_ranking.textproto#${place.title}`,
  },
  place,
});

/** A table with 60 floats per row. */
const table = (name: string, vocabularySize: number, optimizer: string, slots: string[]): SizedTable => ({
  name,
  vocabularySize,
  dimension: 60,
  optimizer,
  slots,
  accumulatesGradients: true,
  asksForPacking: false,
  decaysWeights: false,
  lookups: 1024,
  settings: optimizer,
});

/** The sizes of three tables. */
export const configuration: PlannedConfiguration = {
  at: {
    uri: 'file:///w/ads_ranking.textproto',
    range: { start: { line: 6, character: 0 }, end: { line: 15, character: 1 } },
  },
  version: 1,
  sizes: {
    tables: [
      table('user', 50_000_000, 'adagrad', ['accumulators']),
      table('advertisement', 2_000_000, 'adam', ['momenta', 'velocities']),
      table('query_term', 300_000, 'ftrl', ['accumulators', 'linears']),
    ],
    numHosts: 4,
    strategy: 'DIV_DEFAULT',
  },
  editable: ['numHosts', ...[0, 1, 2].flatMap((i) => [`tables[${i}].dimension`, `tables[${i}].optimizer`])],
};

export const sizes = (configurations: PlannedConfiguration[] = [configuration], revision = 1): ToPage => ({
  kind: 'sizes',
  revision,
  file: 'ads_ranking.textproto',
  configurations,
});

export interface PreviewPage {
  page: Page;
  /** Messages that the page has sent. */
  sent(): Promise<FromPage[]>;
  /** Sends a message; resolves once the page has handled it. */
  tell(message: unknown): Promise<void>;
  /** The page's saved state, once it contains this text. */
  kept(text: string): Promise<unknown>;
  /** Files that the page has loaded, with bytes by path, compressed as a web server sends them. */
  loaded: Map<string, number>;
  /** Errors in the browser's console, and violations of the content security policy. */
  complaints: string[];
}

export interface Opening {
  theme?: Theme;
  /** Forced colours replace all others. */
  forcedColours?: boolean;
  width?: number;
  height?: number;
  /** The answer to `ready`; null for no answer. */
  first?: ToPage | null;
  /** The state of an earlier session; by default, that of a scenario that is computed at once. */
  kept?: unknown;
  words?: Words;
  /** Advances the page's clock. It stands still by default, so that no short run needs a second slice. */
  timePasses?: boolean;
  /** Whether the person wants motion. */
  moves?: boolean;
}

/** Opens the page under the same content security policy as VS Code. */
export async function openPreview(
  browser: Browser,
  {
    theme = 'dark',
    forcedColours = false,
    width = 620,
    height = 900,
    first = showOf(adagrad),
    kept = { options: { preset: 'target' } },
    words = { language: 'en', translations: undefined },
    timePasses = false,
    moves = false,
  }: Opening = {},
): Promise<PreviewPage> {
  const page = await openPage(browser, {
    viewport: { width, height },
    colorScheme: theme === 'light' || theme === 'high-contrast-light' ? 'light' : 'dark',
    reducedMotion: moves ? 'no-preference' : 'reduce',
    ...(forcedColours && { forcedColors: 'active' as const }),
  });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  const resources = {
    cspSource: address,
    nonce: 'bm9uY2U',
    script: `${address}/preview.js`,
    style: `${address}/preview.css`,
  };
  const html = pageDocument(resources, words);
  const loaded = new Map<string, number>();
  await page.route(`${address}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const path = join('dist', 'webview', pathname);
    loaded.set(pathname, gzipSync(pathname === '/' ? html : readFileSync(path)).length);
    return route.fulfill(pathname === '/' ? { contentType: 'text/html', body: html } : { path });
  });
  await page.addInitScript(hostInPage, { variables: variables(theme), theme, first, kept });
  if (!timePasses) await page.addInitScript('performance.now = () => 0');
  await page.goto(`${address}/`);
  // Messages are handled in order: when this one is answered, the page has handled the first.
  await page.evaluate(deliver, null);
  return {
    page,
    complaints,
    loaded,
    sent: () => page.evaluate('window.fakeHost.sent'),
    async kept(text) {
      await until(page, `JSON.stringify(fakeHost.state)?.includes(${JSON.stringify(text)})`);
      return page.evaluate('window.fakeHost.state');
    },
    tell: (message) => page.evaluate(deliver, message),
  };
}

/** Resolves when the memory page's own script has loaded. */
export const memoryIsThere = (page: Page): Promise<unknown> =>
  until(page, 'document.querySelector("#memory .later > *") !== null');

/** Polls until an expression is true in the page. Playwright's own function needs `eval`, which the policy forbids. */
export const until = (page: Page, expression: string): Promise<unknown> =>
  waitUntil(expression, () => page.evaluate<boolean>(expression), 20);

const axe = readFileSync(createRequire(`${process.cwd()}/`).resolve('axe-core/axe.min.js'), 'utf8');

/** Violations that axe finds, one per line. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate<{ id: string; nodes: { html: string; failureSummary: string }[] }[]>(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

/**
 * Pauses the worker after the first step of a long run until `released` is set in it; with `holdsEach`, until it is set again
 * for the next run. So a test can act during the run, however fast the machine is.
 */
export async function holdThread(page: Page): Promise<void> {
  const hold = `
    addEventListener('message', ({ data }) => {
      if (self.holdsEach && 'choices' in data) self.released = false;
    });
    performance.now = ((time) => () => (time += 1000))(0);
    self.setTimeout = ((later) => (turn) => {
      const wait = () => (self.released ? turn() : later(wait, 10));
      wait();
    })(self.setTimeout);`;
  const script = readFileSync('dist/webview/worker.js', 'utf8');
  await page.route('**/worker.js', (route) => route.fulfill({ body: `${hold}\n${script}` }));
}

/** The worker, once it exists. */
export const threadOf = async (page: Page): Promise<Worker> =>
  page.workers()[0] ?? page.waitForEvent('worker');

/** Waits until no worker is left: they end asynchronously. */
export const noThread = (page: Page): Promise<unknown> =>
  waitUntil('no worker is left', () => page.workers().length === 0, 20);

/** Runs in the page. The page's listener comes first, so it has handled a message that a later listener receives. */
const deliver = (message: unknown) =>
  new Promise<void>((delivered) => {
    window.addEventListener('message', () => delivered(), { once: true });
    window.postMessage(message, '*');
  });

/** The part of a browser's API that the host below needs. */
declare const window: {
  postMessage(message: unknown, target: string): void;
  addEventListener(event: string, listener: () => void, options: { once: boolean }): void;
};
declare const document: {
  documentElement: { style: { setProperty(name: string, value: string): void } };
  body: { classList: { add(name: string): void } } | null;
  addEventListener(event: string, listener: () => void): void;
};

interface Given {
  variables: Record<string, string>;
  theme: Theme;
  first: ToPage | null;
  kept: unknown;
}

/** Runs in the page, before its script. */
function hostInPage({ variables, theme, first, kept }: Given): void {
  const host = { sent: [] as { kind: string }[], state: kept };
  const api = {
    postMessage(message: { kind: string }) {
      host.sent.push(message);
      if (message.kind === 'ready' && first) window.postMessage(first, '*');
    },
    getState: () => host.state,
    setState(state: unknown) {
      host.state = state;
    },
  };
  Object.assign(window, { fakeHost: host, acquireVsCodeApi: () => api });
  document.addEventListener('readystatechange', () => {
    for (const [name, value] of Object.entries(variables))
      document.documentElement.style.setProperty(name, value);
    document.body?.classList.add(`vscode-${theme}`);
  });
}
