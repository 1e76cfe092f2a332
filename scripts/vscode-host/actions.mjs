// User actions on the page that shows VS Code: read, point, click, type, take a screenshot.
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { until } from './until.mjs';

/** All actions by name; screenshots go to the folder `screenshots`. */
export function actionsOn(page, screenshots) {
  /** Where `pointAt` left the pointer. */
  let pointer;
  return {
    /** Runs an action in the visible webview that contains the selector `holds`. */
    async inWebview(holds, action, ...args) {
      const known = webviewActions(await webviewWith(page, holds));
      if (!Object.hasOwn(known, action)) throw new Error(`Unknown action ${action}`);
      return known[action](...args);
    },
    /** How many visible elements match. */
    count: (selector) => page.locator(selector).filter({ visible: true }).count(),
    value: (selector) => page.locator(selector).first().inputValue(),
    /** The text of every visible element that matches. */
    texts: (selector) => page.locator(selector).filter({ visible: true }).allInnerTexts(),
    click: (selector) => page.locator(selector).first().click(),
    /** Presses a key, or keys joined by +, such as `Control+Space`. */
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text, { delay: 20 }),
    /**
     * Moves the pointer over the first occurrence of a word in the editor. Called again, it follows a word that has moved
     * and otherwise lets the pointer rest, because a hover shows only then.
     */
    async pointAt(word) {
      const { x, y } = await placeOf(page, word);
      if (pointer?.x === x && pointer.y === y) return;
      pointer = { x, y };
      await page.mouse.move(x - 1, y);
      await page.mouse.move(x, y);
    },
    /** Puts the cursor into the first occurrence of a word in the editor. */
    async clickAt(word) {
      const { x, y } = await placeOf(page, word);
      await page.mouse.click(x, y);
    },
    /** The names of the workers of the page and its webviews. */
    threads: () => Promise.all(page.workers().map((worker) => worker.evaluate('self.name'))),
    /** Moves the pointer away from everything that reacts to hover. */
    rest() {
      pointer = undefined;
      return page.mouse.move(0, 0);
    },
    /** Resizes the window. Zooming in has the same effect as fewer pixels. */
    resize: (width, height) => page.setViewportSize({ width, height }),
    async screenshot(name) {
      await mkdir(screenshots, { recursive: true });
      const path = join(screenshots, `${name}.png`);
      await page.screenshot({ path });
      return path;
    },
  };
}

/** The middle of the first occurrence of a word in the editor, once it is shown. */
const placeOf = (page, word) => until(`"${word}" is in view`, () => page.evaluate(centreOf, word));

/** Runs in the page; undefined until the word is shown. */
function centreOf(word) {
  const lines = document.querySelector('.monaco-editor .view-lines');
  if (!lines) return undefined;
  const texts = document.createTreeWalker(lines, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const start = texts.currentNode.data.indexOf(word);
    if (start < 0) continue;
    const range = document.createRange();
    range.setStart(texts.currentNode, start);
    range.setEnd(texts.currentNode, start + word.length);
    const { x, y, width, height } = range.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }
  return undefined;
}

/** Actions in the page of a webview. */
const webviewActions = (frame) => ({
  count: (selector) => frame.locator(selector).filter({ visible: true }).count(),
  texts: (selector) => frame.locator(selector).filter({ visible: true }).allInnerTexts(),
  click: (selector) => frame.locator(selector).first().click(),
  fill: (selector, text) => frame.locator(selector).first().fill(text),
  value: (selector) => frame.locator(selector).first().inputValue(),
  choose: (selector, value) => frame.locator(selector).first().selectOption(value),
  press: (selector, key) => frame.locator(selector).first().press(key),
  /** Drags a slider's thumb to a fraction of its length. */
  async drag(selector, part) {
    const slider = frame.locator(selector).first();
    // Once it no longer moves.
    await slider.hover({ trial: true });
    const { x, y, width, height } = await slider.boundingBox();
    const { mouse } = frame.page();
    const at = Number(await slider.evaluate(({ min, max, value }) => (value - min) / (max - min)));
    // The thumb's middle never reaches the ends.
    const place = (where) => x + 6 + where * (width - 12);
    await mouse.move(place(at), y + height / 2);
    await mouse.down();
    await mouse.move(place(part), y + height / 2, { steps: 10 });
    await mouse.up();
  },
  /** The value of an expression in the page. */
  evaluate: (expression) => frame.evaluate(expression),
  /** Accessibility violations by axe-core's rules. */
  async violations() {
    await frame.evaluate(
      await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
    );
    return frame.evaluate(
      `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
        violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)))`,
    );
  },
});

/** The innermost frame that contains the selector. */
const webviewWith = (page, selector) =>
  until(`a webview shows ${selector}`, async () => {
    for (const frame of page.frames()) {
      const holds = frame.locator(selector).first();
      if (frame !== page.mainFrame() && (await holds.isVisible().catch(() => false))) return frame;
    }
  });
