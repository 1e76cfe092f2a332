// Accessibility and layout of the whole page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ScreenshotClip } from 'puppeteer-core';
import { until } from '../../scripts/vscode-host/until.mjs';
import { FIX, PHONE, type Playground, TABS, THEME, WIDE } from './playground-page';
import type { Open } from './scenarios';

/** All controls with their accessible names. */
const CONTROLS = `[...document.querySelectorAll(
  'a[href], button, select, input, textarea, summary, [contenteditable=true]'
)].filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.disabled && !e.closest('[inert]'))`;
const NAME = `((e) => [e.tagName, e.dataset.testid ?? e.id ?? '', e.ariaLabel ?? e.textContent.trim().slice(0, 30)].join(' '))`;
const SELECTED = `document.querySelector('[role=tab][aria-selected=true]').textContent.trim()`;
const THEME_NAME = 'document.documentElement.dataset.theme';

/** Switches to a theme with the page's button. */
async function showTheme(playground: Playground, theme: string): Promise<void> {
  for (let turns = 0; turns < 3; turns++) {
    if ((await playground.ask(THEME_NAME)) === theme) return;
    const before = await playground.ask(THEME_NAME);
    await playground.click(THEME);
    await playground.until(`${THEME_NAME} !== ${JSON.stringify(before)}`);
  }
  assert.fail(`No theme ${theme}`);
}

export function tryLegibility(open: Open): void {
  for (const [where, size] of Object.entries({ wide: WIDE, phone: PHONE }))
    for (const theme of ['light', 'dark'])
      test(`the page is legible and accessible: ${theme}, ${where}`, async () => {
        const playground = await open({ size });
        await showTheme(playground, theme);
        for (const tab of TABS) {
          await playground.show(tab);
          assert.deepEqual(await playground.violations(), [], tab);
          if (size === PHONE) {
            assert.deepEqual(await playground.ask(WIDTHS), [true, PHONE.width], tab);
            assert.deepEqual(await playground.ask(outOfReach('body')), [], tab);
          }
          await playground.picture(`${theme}-${where}-${tab}`.toLowerCase());
        }
        await playground.click('summary');
        assert.deepEqual(await playground.violations(), [], 'settings');
        assert.deepEqual(await playground.ask(outOfReach('.settings form')), []);
        await playground.picture(`${theme}-${where}-settings`);
      });
}

export function tryReach(open: Open): void {
  for (const [where, size] of Object.entries({ wide: WIDE, phone: PHONE }))
    test(`what a failed program wrote is explained: ${where}`, async () => {
      const playground = await open({ size });
      await playground.click('[data-testid=failure]');
      await playground.ask(
        `document.querySelector('.failure textarea').value = 'ValueError: epsilon must be positive; got 0.0.'`,
      );
      await playground.click('.failure .ask');
      await playground.until(
        `document.querySelector('.failure .prose').textContent.includes('argument-range')`,
      );
      assert.deepEqual(await playground.violations(), []);
      await playground.click('.failure .prose a');
      await playground.until(`document.querySelector('dialog:not(.failure)').open`);
    });

  for (const [where, size] of Object.entries({ wide: WIDE, phone: PHONE }))
    test(`a plan fits its space: ${where}`, async () => {
      const playground = await open({ size });
      await playground.show('Plan', 'user');
      assert.equal(await playground.ask(CUT_OFF), 0);
      assert.ok(await playground.ask(`document.querySelectorAll('#panel-plan .bar').length > 3`));
      // Bars drawn with characters would wrap, and would be read letter by letter.
      assert.ok(!/[█░]/.test(await playground.ask(`document.querySelector('#panel-plan').textContent`)));
    });

  test('messages are visible on a phone, too', async () => {
    const playground = await open({ size: PHONE, fragment: 'nonsense' });
    await playground.until(`((e) => e.textContent.includes('link') &&
      e.getBoundingClientRect().bottom <= innerHeight)(document.querySelector('[role=status]'))`);
  });

  test('the sliders of the preview have tracks', async () => {
    const playground = await open();
    await showTheme(playground, 'dark');
    await playground.show('Preview', 'movie');
    // From its start, away from the thumb.
    const strips = async () => {
      const { x, y } = await playground.until<{ x: number; y: number }>(SLIDER);
      return Promise.all([2, 8].map((above) => picture({ x, y: y - above, width: 12, height: 4 })));
    };
    // The layout may still move, so that the slider is out of the page's view, too.
    const picture = (clip: ScreenshotClip) =>
      playground.page.screenshot({ clip }).catch((error: Error) => {
        if (!/dimensions of requested screenshot/.test(error.message)) throw error;
        return undefined;
      });
    await until('the track is visible beside the thumb', async () => {
      const [track, beside] = await strips();
      return track && beside && Buffer.compare(track, beside) !== 0;
    });
  });

  test('the theme is kept after a reload', async () => {
    const playground = await open();
    const first = await playground.ask<string>(THEME_NAME);
    const background = await playground.ask(BACKGROUND);
    await playground.click(THEME);
    await playground.until(`${THEME_NAME} !== ${JSON.stringify(first)}`);
    const second = await playground.ask<string>(THEME_NAME);
    assert.notEqual(await playground.ask(BACKGROUND), background);
    await playground.page.reload();
    await playground.until(`${THEME_NAME} === ${JSON.stringify(second)}`);
  });

  test('arrow keys switch tabs', async () => {
    const playground = await open();
    await playground.until(`document.querySelector('[role=tab]')`);
    await playground.ask(`document.querySelector('[role=tab][aria-selected=true]').focus()`);
    for (const name of [...TABS.slice(1), TABS[0]!]) {
      await playground.press('ArrowRight');
      await playground.until(`${SELECTED}.startsWith('${name}')`);
      assert.ok(await playground.ask(`document.activeElement.matches('[role=tab][aria-selected=true]')`));
      assert.equal(
        await playground.ask(
          `[...document.querySelectorAll('[role=tabpanel]')].filter((e) => e.checkVisibility()).length`,
        ),
        1,
      );
    }
    await playground.press('End');
    await playground.until(`${SELECTED}.startsWith('${TABS.at(-1)}')`);
    await playground.press('Home');
    await playground.until(`${SELECTED}.startsWith('${TABS[0]}')`);
  });

  for (const [where, size] of Object.entries({ wide: WIDE, phone: PHONE }))
    test(`the keyboard reaches every control and can leave the editor: ${where}`, async () => {
      const playground = await open({ size });
      await playground.until(`document.querySelector('${FIX}')`);
      const all = await playground.ask<string[]>(`${CONTROLS}.filter((e) => e.tabIndex >= 0).map(${NAME})`);
      await playground.ask('document.activeElement.blur()');
      const missing = new Set(all);
      for (let tabs = 0; missing.size > 0 && tabs < 2 * all.length + 40; tabs++) {
        if (await playground.ask(`document.activeElement.matches('.cm-content')`))
          await playground.press('Escape');
        await playground.press('Tab');
        missing.delete(await playground.ask(`${NAME}(document.activeElement)`));
      }
      assert.deepEqual([...missing], []);
    });

  test('Tab indents in the editor, and leaves it after Escape', async () => {
    const playground = await open();
    await playground.paste('x: 1\n');
    await playground.press('Escape');
    await playground.press('Tab');
    await playground.until(`!document.activeElement.matches('.cm-content')`);
    await playground.untilText('x: 1\n');
  });
}

const BACKGROUND = `getComputedStyle(document.querySelector('.cm-editor')).backgroundColor + getComputedStyle(document.body).backgroundColor`;

/** Whether nothing is wider than the page minus a scroll bar; and the width of the screen. */
const WIDTHS = `[document.documentElement.scrollWidth <= document.documentElement.clientWidth, innerWidth]`;

/** Where the first slider of the preview begins, at the height of its middle. */
const SLIDER = `((frame) => {
  const slider = frame.contentDocument.querySelector('.control input[type=range]')?.getBoundingClientRect();
  const { x, y } = frame.getBoundingClientRect();
  return slider?.width && { x: x + slider.x, y: y + slider.y + slider.height / 2 };
})(document.querySelector('iframe'))`;

/** Bars that are not fully visible. */
const CUT_OFF = `((panel) => [...panel.querySelectorAll('.bar')].filter((bar) => {
  const { left, right, width } = bar.getBoundingClientRect();
  return width < 40 || left < panel.getBoundingClientRect().left || right > panel.getBoundingClientRect().right;
}).length)(document.querySelector('#panel-plan'))`;

/** Controls whose middle is covered or off screen after scrolling to them. */
const outOfReach = (within: string) => `${CONTROLS}.filter((e) => {
  if (e.matches('[contenteditable=true]') || !e.closest('${within}')) return false;
  e.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  const { x, y, width, height } = e.getBoundingClientRect();
  const hit = document.elementFromPoint(x + width / 2, y + height / 2);
  const label = e.labels?.[0];
  return !hit || !(e.contains(hit) || label?.contains(hit)) || x < 0 || x + width > innerWidth + 1;
}).map(${NAME})`;
