// After random input in any order, the page still works and reports invalid values.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../scripts/vscode-host/browser.mjs';
import { adagrad, adam, memoryIsThere, openPreview, showOf, sizes } from './preview-page';

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

/** Runs in the page: uses visible elements chosen by the seed, a given number of times; returns the list of them. */
const touch = (seed: number, times: number) => `(() => {
  let state = ${seed};
  const random = (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const texts = ['', '0', '-1', '1', '0.5', '1e-30', '1e30', '1e39', 'nan', 'inf', '-inf', 'x', '3', '12', '1,2,3', '0,1,nan'];
  const log = [];
  for (let turn = 0; turn < ${times}; turn++) {
    const all = [...document.querySelectorAll('button, select, input, textarea, summary, td[tabindex], th[tabindex]')]
      .filter((element) => element.checkVisibility() && !element.disabled && !element.matches('#export *, [role=tab]'));
    const element = all[random(all.length)];
    const input = () => element.dispatchEvent(new Event('input', { bubbles: true }));
    log.push((element.ariaLabel ?? element.id ?? '') + ' ' + element.tagName + ' ' + element.textContent.slice(0, 20));
    if (element.tagName === 'SELECT') {
      const options = [...element.options];
      element.value = options[random(options.length)].value;
      element.dispatchEvent(new Event('change', { bubbles: true }));
    } else if (element.type === 'text' || element.tagName === 'TEXTAREA') {
      element.value = texts[random(texts.length)];
      input();
    } else if (element.type === 'range') {
      element.value = String(random(Number(element.max) + 1));
      input();
    } else element.click();
  }
  return log;
})()`;

for (const place of [adagrad, adam])
  for (const seed of [1, 2, 3])
    test(`random input does not break ${place.title} (${seed})`, async () => {
      const { page, complaints } = await openPreview(browser, { first: showOf(place) });
      const log = await page.evaluate<string[]>(touch(seed, 150));
      assert.deepEqual(complaints, [], log.slice(-5).join('\n'));
      // With valid values again, the page must recover.
      await page.selectOption('#compare', 'none');
      await page.selectOption('#schedule select', 'configured');
      await page.selectOption('#scenario', 'random');
      for (const [name, value] of Object.entries({ Rows: 4, Columns: 4, Size: 0.1 }))
        await page.fill(`#gradients .field:has-text("${name}") input`, String(value));
      await page.fill('[aria-label="Number of steps"]', '20');
      if (await page.isEnabled('#revert')) await page.click('#revert');
      // A run in the worker may still be under way.
      await page.waitForFunction("document.querySelector('.problem').textContent === ''");
      assert.deepEqual(complaints, []);
    });

test('random input does not break the memory page', async () => {
  const { page, complaints, tell } = await openPreview(browser);
  await page.click('#tab-memory');
  await memoryIsThere(page);
  await tell(sizes());
  const log = await page.evaluate<string[]>(touch(4, 150));
  assert.deepEqual(complaints, [], log.slice(-5).join('\n'));
  if (await page.isEnabled('#revert-sizes')) await page.click('#revert-sizes');
  await page.selectOption('#slice', 'v5p-8');
  assert.match((await page.textContent('.verdict')) ?? '', /^Fits: 6\.3/);
  assert.deepEqual(complaints, []);
});
