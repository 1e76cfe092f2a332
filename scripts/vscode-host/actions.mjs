// What a person does in the page that shows VS Code: read, point, click, type, take a picture.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/** How long an action waits for what it acts on to appear. */
const timeout = 10_000;

/** What one can do, by name; pictures go to the folder `screenshots`. */
export const actionsOn = (page, screenshots) => ({
  /** How many visible elements match. */
  count: (selector) => page.locator(selector).filter({ visible: true }).count(),
  /** The text of every visible element that matches. */
  texts: (selector) => page.locator(selector).filter({ visible: true }).allInnerTexts(),
  click: (selector) => page.locator(selector).first().click({ timeout }),
  /** Presses a key, or keys joined by +, such as `Control+Space`. */
  press: (key) => page.keyboard.press(key),
  type: (text) => page.keyboard.type(text, { delay: 20 }),
  /** Rests the pointer on the first occurrence of a word in the editor. */
  async pointAt(word) {
    const { x, y } = await page.evaluate(centreOf, word);
    await page.mouse.move(x - 1, y);
    await page.mouse.move(x, y);
  },
  /** Puts the cursor into the first occurrence of a word in the editor. */
  async clickAt(word) {
    const { x, y } = await page.evaluate(centreOf, word);
    await page.mouse.click(x, y);
  },
  /** Moves the pointer to where it hovers over nothing. */
  rest: () => page.mouse.move(0, 0),
  async screenshot(name) {
    await mkdir(screenshots, { recursive: true });
    const path = join(screenshots, `${name}.png`);
    await page.screenshot({ path });
    return path;
  },
});

/** Runs in the page. */
function centreOf(word) {
  const lines = document.querySelector('.monaco-editor .view-lines');
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
  throw new Error(`"${word}" is not in view`);
}
