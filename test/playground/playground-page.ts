// The playground in a browser: opens it, reads its state and uses it.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, KeyInput, Page } from 'puppeteer-core';
import { HANGS, until } from '../../scripts/vscode-host/until.mjs';

export const WIDE = { width: 1280, height: 800 };
export const PHONE = { width: 360, height: 740 };

export const HEADER = '# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration\n';

/** A configuration without mistakes; its table has a name that is unique on the page. */
export const CONFIGURATION = `${HEADER}
mode: TRAINING
num_hosts: 1
num_tensor_cores: 8
table_descriptor {
  name: "zebra"
  vocabulary_size: 1000
  dimension: 8
  optimization_parameters {
    learning_rate { constant: 0.1 }
    adagrad {}
    gradient_accumulation_status: ENABLED
  }
}
feature_descriptor {
  name: "stripes"
  table_id: 0
  input_shape: [128]
}
`;

/** Titles of the tabs in order, for text format. */
export const TABS = ['Problems', 'Describe', 'Plan', 'Preview'] as const;
export type Tab = (typeof TABS)[number];

const byTestId = (name: string) => `[data-testid=${name}]`;
export const FIX = byTestId('fix');
export const FORMAT = byTestId('format');
export const SHARE = byTestId('share');
export const RESET = byTestId('reset');
export const THEME = byTestId('theme');
export const EXAMPLES = `select${byTestId('examples')}`;
export const PROBLEMS = `${byTestId('problems')} button`;
export const SQUIGGLE = '.cm-lintRange-error';
const EDITOR = '.cm-content';

/** Runs in the page before its own code: collects violations of the policy. */
const LISTEN = `
  window.refused = [];
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    window.refused.push(violatedDirective + ' refused ' + blockedURI));`;

const axe = readFileSync(createRequire(`${process.cwd()}/`).resolve('axe-core/axe.min.js'), 'utf8');

export const MOD = process.platform === 'darwin' ? 'Meta' : 'Control';

export interface Opening {
  size?: { width: number; height: number };
  /** The fragment of a link, without `#`. */
  fragment?: string;
  /** Slowdown factor of the page's thread, in Chromium only; workers keep their speed. */
  slowness?: number;
  /** Runs in the page before its own code. */
  first?: string;
  /** Opens in the browser of that page, as another tab. */
  beside?: Playground;
  /** Of another server. */
  address?: string;
}

/** Opens pages for a test, and checks the invariants of every page when the test ends. */
export class Pages {
  readonly #open: Playground[] = [];

  constructor(
    readonly browser: Browser,
    readonly address: string,
  ) {}

  /** A page without any stored data. */
  async open(opening: Opening = {}): Promise<Playground> {
    const { size = WIDE, fragment = '', slowness = 1, beside, first = '', address = this.address } = opening;
    const context = beside?.page.browserContext() ?? (await this.browser.createBrowserContext());
    const page = await context.newPage();
    page.setDefaultTimeout(HANGS);
    const playground = new Playground(page, new URL(address).origin);
    this.#open.push(playground);
    await page.evaluateOnNewDocument(`${LISTEN};${first}`);
    await resize(page, size);
    if (slowness > 1) await page.emulateCPUThrottling(slowness);
    await page.goto(`${address}${fragment && `#${fragment}`}`);
    await playground.until(`document.querySelector('${EDITOR}')`);
    return playground;
  }

  /** Closes the pages of a test. No page may have logged an unexpected error or requested another origin. */
  async close(): Promise<void> {
    const opened = this.#open.splice(0);
    const refused = await Promise.all(opened.map((each) => each.ask<string[]>('window.refused')));
    const contexts = new Set(opened.map(({ page }) => page.browserContext()));
    await Promise.all([...contexts].map((context) => context.close()));
    const complaints = opened.flatMap((each) => each.complaints.filter((one) => !each.expected.test(one)));
    assert.deepEqual([...complaints, ...refused.flat()], []);
  }
}

/** Without emulation of orientation, Firefox still gets the size. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewport(size).catch((error: Error) => {
    if (!error.message.includes('unknown command emulation.setScreenOrientationOverride')) throw error;
  });
  await page.waitForFunction(`innerWidth === ${size.width}`);
}

export class Playground {
  /** Errors and warnings of the browser, failed requests, and requests to other origins. */
  readonly complaints: string[] = [];
  /** The complaints that a test brings about. */
  expected = /^(?!)/;
  /** All requested addresses. */
  readonly requests: string[] = [];

  constructor(
    readonly page: Page,
    origin: string,
  ) {
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('console', (message) => {
      if (['error', 'warn', 'assert'].includes(message.type())) this.complaints.push(message.text());
    });
    page.on('request', (request) => {
      const url = request.url();
      this.requests.push(url);
      if (!/^(?:data|blob):/.test(url) && new URL(url).origin !== origin)
        this.complaints.push(`asked for ${url}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400) this.complaints.push(`${response.status()} for ${response.url()}`);
    });
  }

  ask<Answer>(expression: string): Promise<Answer> {
    return this.page.evaluate(expression) as Promise<Answer>;
  }

  /** Polls until an expression is truthy in the page or its successor, and returns the value. */
  async until<Answer>(expression: string): Promise<Answer> {
    const look = () =>
      this.ask<[Answer] | undefined>(
        `((value) => value ? [value instanceof Node ? null : value] : undefined)(${expression})`,
      ).catch((error: Error) => {
        if (!/context was destroyed|DiscardedBrowsingContext|Cannot find context/.test(error.message))
          throw error;
        return undefined;
      });
    const [answer] = await until(expression, look, 20).catch(async (error: Error) => {
      throw new Error(`${error.message}\n${await this.text()}`, { cause: error });
    });
    return answer;
  }

  /** The text in the editor, unless it is so long that only the visible part is in the page. */
  text(): Promise<string> {
    return this.ask(TEXT);
  }

  /** Waits for a text in the editor. */
  untilText(text: string): Promise<unknown> {
    return this.until(`${TEXT} === ${JSON.stringify(text)}`);
  }

  /** Replaces the text in the editor by pasting. */
  async paste(text: string): Promise<void> {
    await this.page.focus(EDITOR);
    await this.press('a', MOD);
    await this.ask(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', ${JSON.stringify(text)});
      const paste = new Event('paste', { bubbles: true, cancelable: true });
      Object.defineProperty(paste, 'clipboardData', { value: clipboardData });
      document.querySelector('${EDITOR}').dispatchEvent(paste);
    })()`);
    // Of a long text, only the visible part is in the page.
    const end = text.slice(-200).split('\n').slice(1).join('\n');
    await this.until(`(${TEXT}).endsWith(${JSON.stringify(end)})`);
  }

  /** The fragment of the link to the text and settings. */
  async share(): Promise<string> {
    await this.click(SHARE);
    return (await this.until<string>('location.hash')).slice(1);
  }

  async press(key: KeyInput, held?: KeyInput): Promise<void> {
    if (held) await this.page.keyboard.down(held);
    await this.page.keyboard.press(key);
    if (held) await this.page.keyboard.up(held);
  }

  /** Clicks an element once it is visible, enabled and no longer moving. */
  async click(selector: string): Promise<void> {
    // In Firefox the library's own wait for this evaluates text, which the page's policy forbids.
    await this.until(`document.querySelector('${selector}')?.matches(':not(:disabled)')`);
    await this.page.locator(selector).setWaitForEnabled(false).click();
  }

  /** Opens a tab; resolves when its panel contains this text, or any text. */
  async show(tab: Tab, text = ''): Promise<void> {
    await this.click(`[role=tab]:nth-of-type(${TABS.indexOf(tab) + 1})`);
    await this.until(
      `document.querySelector('[role=tab][aria-selected=true]').textContent.startsWith('${tab}')`,
    );
    await this.until(`((words) => words.trim() && words.includes(${JSON.stringify(text)}))(${PANEL_WORDS})`);
  }

  /** Moves the mouse to a word in the editor. */
  async pointAt(word: string): Promise<void> {
    const place = await this.until<{ x: number; y: number }>(`(() => {
      const walker = document.createTreeWalker(document.querySelector('${EDITOR}'), NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const start = walker.currentNode.data.indexOf(${JSON.stringify(word)});
        if (start < 0) continue;
        const range = new Range();
        range.setStart(walker.currentNode, start);
        range.setEnd(walker.currentNode, start + ${word.length});
        const { x, y, width, height } = range.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      }
    })()`);
    // From elsewhere: a pointer that does not move triggers nothing.
    await this.page.mouse.move(1, 1);
    await this.page.mouse.move(place.x, place.y, { steps: 2 });
  }

  /** Violations that axe finds, one per line. */
  async violations(): Promise<string[]> {
    await this.ask(axe);
    return this.ask(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) =>
        [id, html, failureSummary].join(' ')))
    )`);
  }

  async picture(name: string): Promise<void> {
    mkdirSync('test/e2e/screenshots', { recursive: true });
    const browser = /firefox/i.test(await this.page.browser().version()) ? 'firefox' : 'chromium';
    await this.page.screenshot({ path: `test/e2e/screenshots/playground-${browser}-${name}.png` });
  }
}

/** The text of the visible panel, including frames. */
const PANEL_WORDS = `[...document.querySelectorAll('[role=tabpanel]')]
  .filter((panel) => panel.checkVisibility())
  .flatMap((panel) => [panel, ...[...panel.querySelectorAll('iframe')].map((e) => e.contentDocument?.body)])
  .map((part) => part?.textContent ?? '').join('\\n')`;

const TEXT = `[...document.querySelectorAll('${EDITOR} .cm-line')].map((line) => line.textContent).join('\\n')`;
