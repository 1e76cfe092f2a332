// The scenario `rows` of the preview.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../scripts/vscode-host/browser.mjs';
import {
  holdThread,
  type Opening,
  openPreview,
  type PreviewPage,
  themes,
  threadOf,
  until,
  violations,
} from './preview-page';

const NOISE = '[data-path="options.ids.noise"] input[type=text]';
const RATE = '[data-path="optimizationParameters.learningRate.constant"] input[type=text]';

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

/** Few rows and steps, so that a map is computed quickly. */
const ids = { exponent: 1.1, vocabulary: 30, lookups: 8, pull: 1, noise: 0.3, steps: 10, counts: '' };

async function openRows(opening: Opening = {}): Promise<PreviewPage> {
  const preview = await openPreview(browser, { kept: { options: { ids } }, ...opening });
  await preview.page.selectOption('#scenario', 'rows');
  await mapDone(preview);
  return preview;
}

const mapDone = ({ page }: PreviewPage) =>
  until(
    page,
    `document.querySelectorAll('.heat button').length > 0 && !document.querySelector('.heat').hasAttribute('aria-busy')`,
  );

const cell = (name: string) => `.heat button[aria-label^="${name}:"]`;

for (const theme of themes)
  test(`the scenario "rows" is legible and accessible in the theme ${theme}`, async () => {
    const preview = await openRows({ theme, width: 480 });
    const { page, complaints } = preview;
    await page.click('text=Counts of your own');
    await page.selectOption('#compare', 'optimizer:adam');
    await mapDone(preview);
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(complaints, []);
    await page.screenshot({ path: `test/e2e/screenshots/page-rows-${theme}.png`, fullPage: true });
  });

test('charts, sentences and three rows replace the tables, and the tables return', async () => {
  const { page } = await openRows();
  assert.equal(await page.locator('#rows .line').count(), 6);
  assert.match((await page.textContent('#rows .answer'))!, / after 10 steps .* of their loss/);
  assert.match((await page.textContent('.said'))!, /./);
  assert.match(
    (await page.textContent('.tracked caption'))!,
    /^After 10 steps; \d+ of 30 rows were never seen\.$/,
  );
  for (const part of ['#charts', '#tables', '#gradients'])
    assert.equal(await page.isVisible(part), false, part);
  await page.selectOption('#scenario', 'target');
  for (const [part, visible] of Object.entries({
    '#charts': true,
    '#tables': true,
    '#rows': false,
    '#heat-map': false,
    '#ids': false,
  }))
    assert.equal(await page.isVisible(part), visible, part);
});

test('a cell of the heat map is chosen by click or keyboard, and Apply writes the best one', async () => {
  const preview = await openRows();
  const { page } = preview;
  const chosen = () => page.getAttribute('.heat [aria-pressed=true]', 'aria-label');
  assert.match(
    (await chosen())!,
    /^learning_rate 0\.05 and initial accumulators 0\.1: [\d.]+% of the loss left$/,
  );
  await page.click(cell('learning_rate 0.5 and initial accumulators 0.01'));
  assert.equal(await page.inputValue(RATE), '0.5');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  assert.equal(await page.inputValue(RATE), '1.5');
  assert.match((await chosen())!, /^learning_rate 1\.5 and initial accumulators 0\.1: /);
  assert.equal(await page.locator('.heat button[tabindex="0"]').count(), 1);
  await page.keyboard.press('Control+z');
  assert.equal(await page.inputValue(RATE), '0.5');
  await page.click('text=Use the best of the map');
  const best = await page.getAttribute('.heat .best', 'aria-label');
  assert.equal(await chosen(), best);
  await page.click('#apply');
  const [applied] = (await preview.sent()).flatMap((message) => (message.kind === 'apply' ? [message] : []));
  assert.deepEqual(applied!.changes, [
    {
      path: 'optimizationParameters.learningRate.constant',
      value: Number(/learning_rate ([\d.]+)/.exec(best!)![1]),
    },
  ]);
});

test('a changed value is shown at once, while its run is still computed', async () => {
  const { page } = await openPreview(browser, { kept: { options: { ids, preset: 'target' } } });
  await holdThread(page);
  await page.selectOption('#scenario', 'rows');
  await page.fill(RATE, '0.7');
  await page.fill(NOISE, '2.5');
  await page.keyboard.press('Control+z');
  assert.equal(await page.inputValue(NOISE), '0.3');
  await page.keyboard.press('Control+z');
  assert.equal(await page.inputValue(RATE), '0.05');
  assert.equal(await page.locator('#rows .line').count(), 0);
  await (await threadOf(page)).evaluate('self.released = true');
  await until(page, `document.querySelectorAll('#rows .line').length > 0`);
});

test('a run that was asked for while the picture plays is not lost when playing ends', async () => {
  const long = { ...ids, steps: 300 };
  const opening = { kept: { options: { ids: long, preset: 'target' } }, moves: true };
  const { page } = await openPreview(browser, opening);
  await holdThread(page);
  await page.selectOption('#scenario', 'rows');
  const thread = await threadOf(page);
  await thread.evaluate('self.released = true');
  await until(page, `document.querySelector('.play').title.startsWith('Pause')`);
  await thread.evaluate('self.released = false');
  const curve = () => page.getAttribute('#rows-loss .line.a', 'd');
  const asInDocument = await curve();
  await page.fill(RATE, '0.7');
  await page.fill(RATE, '0.05');
  await page.click('.play');
  await thread.evaluate('self.released = true');
  await mapDone({ page } as PreviewPage);
  assert.equal(await curve(), asInDocument);
});

test('nor is it lost when playing ends while the run before it has only just been shown', async () => {
  const long = { ...ids, steps: 300 };
  const opening = { kept: { options: { ids: long, preset: 'target' } }, moves: true };
  const { page } = await openPreview(browser, opening);
  await holdThread(page);
  await page.selectOption('#scenario', 'rows');
  const thread = await threadOf(page);
  await thread.evaluate('self.released = true');
  await until(page, `document.querySelector('.play').title.startsWith('Pause')`);
  await thread.evaluate('self.released = false; self.holdsEach = true');
  const curve = () => page.getAttribute('#rows-loss .line.a', 'd');
  const asInDocument = await curve();
  // No run is aborted for having taken long while another one waits.
  await page.evaluate(
    '(() => { const later = setTimeout; setTimeout = (act, ms) => ms !== 500 && later(act, ms); })()',
  );
  await page.fill(RATE, '0.7');
  await page.fill(RATE, '0.05');
  await thread.evaluate('self.released = true');
  await until(
    page,
    `document.querySelector('#rows-loss .line.a').getAttribute('d') !== ${JSON.stringify(asInDocument)}`,
  );
  await page.evaluate('performance.now = () => 1000');
  await page.click('.play');
  await thread.evaluate('self.holdsEach = false; self.released = true');
  await mapDone({ page } as PreviewPage);
  assert.equal(await curve(), asInDocument);
});

test('while run B is shown, the answer is about run B, and lines keep the colours of their runs', async () => {
  const preview = await openRows();
  const { page } = preview;
  await page.selectOption('#compare', 'optimizer:adam');
  await until(page, `document.querySelector('#rows-loss .line.b') !== null`);
  await mapDone(preview);
  const seen = async () => ({
    answer: (await page.textContent('#rows .answer'))!,
    ends: await page.locator('#rows-loss .end').allTextContents(),
    colours: await page.evaluate<Record<string, string>>(
      `Object.fromEntries([...document.querySelectorAll('#rows-loss .end:is(.a, .b)')].map((end) => [end.textContent, getComputedStyle(end).fill]))`,
    ),
  });
  const ofA = await seen();
  await page.click('.side.b');
  const ofB = await seen();
  assert.deepEqual(ofB.colours, ofA.colours);
  assert.notEqual(ofB.answer, ofA.answer);
  for (const { answer, ends } of [ofA, ofB])
    for (const role of ['frequent', 'rare']) {
      const [, left] = ends.find((end) => end.startsWith(role))!.split(' ');
      assert(answer.includes(left!), `${answer} ${ends.join()}`);
    }
  assert.equal((await page.textContent('#rows .advice > span:first-child'))!, '', 'the map is of run A');
});

test('own counts name the rows; a mistake in them is shown at the field and the last run is kept', async () => {
  const { page } = await openRows();
  await page.click('text=Counts of your own');
  await page.fill('#ids textarea', 'home,90\nnews,7\nold,1\n');
  await until(page, `document.querySelector('.tracked')?.textContent.includes('home')`);
  assert.equal(await page.isDisabled('[data-path="options.ids.exponent"] input[type=range]'), true);
  await page.fill('#ids textarea', 'home,90\nnews,many\n');
  await until(
    page,
    `document.querySelector('#ids .by-hand .wrong')?.textContent === 'Line 2: "many" is not a count.'`,
  );
  assert.equal((await page.locator('.stale #rows .line').count()) > 0, true);
});

test('the loss sets pull and noise, rows on clicks learn less, and numbers of neither are own ones', async () => {
  const { page } = await openRows();
  const left = async () => Number(/([\d.]+)\s?%/.exec((await page.textContent('#rows .answer'))!)![1]);
  const squared = await left();
  await page.selectOption('#ids select', { label: 'Clicks of a two-tower model' });
  await until(page, `document.querySelector('${NOISE}').value === '0.2'`);
  await until(
    page,
    `Number(/([\\d.]+)\\s?%/.exec(document.querySelector('#rows .answer').textContent)[1]) > ${squared}`,
  );
  assert.match((await page.textContent('#ids .hint'))!, /in TensorFlow/);
  await page.fill(NOISE, '0.25');
  await page.press(NOISE, 'Enter');
  await until(page, `document.querySelector('#ids select').value === ''`);
  assert.equal(await page.textContent('#ids .hint'), 'Pull and noise are your own.');
});

test('counts in the answer have the separators of the language', async () => {
  const { page } = await openRows({
    words: { language: 'de', translations: {} },
    kept: { options: { ids: { ...ids, steps: 1000 } } },
  });
  assert.match((await page.textContent('#rows .answer'))!, /after 1\.000 steps/);
});

test('of two values set at once, the later one is shown', async () => {
  const later = '2.5';
  const { page: calm } = await openRows();
  const rows = (page: PreviewPage['page']) => page.textContent('.tracked');
  const before = await rows(calm);
  await calm.fill(NOISE, later);
  await until(calm, `document.querySelector('.tracked').textContent !== ${JSON.stringify(before)}`);
  const expected = await rows(calm);
  const { page } = await openRows();
  await page.evaluate(`for (const value of ['1.5', '${later}']) {
    const input = document.querySelector('${NOISE}');
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }`);
  await until(page, `document.querySelector('.tracked').textContent === ${JSON.stringify(expected)}`);
});

test('the map follows the schedule, and explains when there is none', async () => {
  const preview = await openRows();
  const { page, complaints } = preview;
  const losses = () => page.locator('.heat button').allTextContents();
  const before = await losses();
  await page.selectOption('#schedule select', 'cosine');
  await until(
    page,
    `JSON.stringify([...document.querySelectorAll('.heat button')].map((cell) => cell.textContent)) !== '${JSON.stringify(before)}'`,
  );
  await mapDone(preview);
  await page.fill('#schedule .field:has-text("Rate") input', '0.3');
  await page.waitForSelector('#heat-map >> text=The schedule sets the learning rate itself');
  assert.equal(await page.isVisible('.heat'), false);
  assert.deepEqual(complaints, []);
});

test('runs of the scenario `rows` are exported as CSV, SVG and PNG', async () => {
  const preview = await openRows();
  const { page, sent, complaints } = preview;
  await page.selectOption('#compare', 'optimizer:adam');
  await until(page, `document.querySelector('#rows-loss .line.b') !== null`);
  for (const name of ['CSV', 'SVG', 'PNG']) await page.click(`#export button:text-is("${name}")`);
  await until(page, 'fakeHost.sent.filter(({ kind }) => kind === "save").length === 3');
  const saved = (await sent()).flatMap((message) => (message.kind === 'save' ? [message] : []));
  const content = (format: string) => saved.find((message) => message.format === format)!.content;
  const lines = content('csv').trimEnd().split('\n');
  assert.match(lines[0]!, /^run,step,loss,frequent_loss,rare_loss,frequent_row,frequent_row_rate,/);
  assert.equal(lines.length, 1 + 2 * 11);
  for (const said of [
    'Adagrad / Adam: user, ads_ranking.textproto, simulated',
    'learning_rate 0.05',
    'Ids as they come; Zipf exponent 1.1, vocabulary 30; look-ups a step 8, pull 1, noise 0.3; 10 steps, seed 1',
    'Loss left, by step, logarithmic',
    'frequent',
    'Adam ',
  ])
    assert(content('svg').includes(said), said);
  assert.match(content('svg'), /after 10 steps .* of their loss/, 'the answer is in the picture');
  for (const role of ['Frequent', 'Middling', 'Rare']) assert(content('svg').includes(`${role}: row `), role);
  assert.match(content('svg'), /TPU Embedding Tools \d/);
  assert(!/undefined|NaN/.test(content('svg')));
  assert.equal(Buffer.from(content('png'), 'base64').subarray(1, 4).toString(), 'PNG');
  assert.equal(await page.locator('#export button:visible').count(), 5);
  assert.deepEqual(complaints, []);
});

test('a ring marks the values in view on the map, between cells where they are no cell', async () => {
  const { page } = await openRows();
  const away = (name: string) =>
    page.evaluate<number>(`(() => {
      const middle = (element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
      };
      const [x, y] = middle(document.querySelector('.heat .here'));
      const [cellX, cellY] = middle(document.querySelector('${cell(name)}'));
      return Math.hypot(x - cellX, y - cellY);
    })()`);
  assert((await away('learning_rate 0.05 and initial accumulators 0.1')) < 2);
  await page.fill(RATE, '0.5');
  assert((await away('learning_rate 0.5 and initial accumulators 0.1')) < 2);
  await page.fill(RATE, '0.3');
  const between = await away('learning_rate 0.5 and initial accumulators 0.1');
  assert(between > 2 && between < 40, String(between));
  await page.fill(RATE, '9');
  await page.waitForSelector(cell('learning_rate 9 and initial accumulators 0.1'));
  assert(
    (await away('learning_rate 9 and initial accumulators 0.1')) < 2,
    'the map moves to values beyond it',
  );
});

test('a map that takes long can be cancelled, and the focus stays in it', async () => {
  const { page } = await openPreview(browser, { kept: { options: { ids, preset: 'target' } } });
  await holdThread(page);
  await page.selectOption('#scenario', 'rows');
  const thread = await threadOf(page);
  // Only the next run is held, so the worker must have begun this one.
  await page.locator('.working').waitFor();
  await thread.evaluate('self.released = true; self.holdsEach = true');
  await page.press('#heat-map button:text-is("Cancel"):visible', 'Enter');
  await until(page, `document.querySelector('#heat-map .hint').textContent === ''`);
  assert.equal(await page.isVisible('#heat-map button:text-is("Cancel")'), false);
  assert.equal(await page.evaluate('document.activeElement.closest("#heat-map") !== null'), true);
});

test('in a low window the answer comes first, and makes room for the chart beside the sliders', async () => {
  const { page } = await openRows({ width: 800, height: 400 });
  const isSeen = (selector: string) =>
    page.evaluate<boolean>(`(() => {
      const element = document.querySelector('${selector}');
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    })()`);
  assert.equal(await isSeen('#rows .answer'), true);
  await page.focus('[data-path="optimizationParameters.learningRate.constant"] input[type=range]');
  assert.deepEqual([await isSeen('#rows .answer'), await isSeen('#rows-loss svg')], [false, true]);
});

test('at 1100 × 610 the answer, the pictures and the whole loss are in the window, with a comparison as well', async () => {
  const { page } = await openRows({ width: 1100, height: 610 });
  await page.selectOption('#compare', 'optimizer:adam');
  await until(page, `document.querySelector('#rows-loss .line.b') !== null`);
  const bottom = await page.evaluate<number>(
    `document.querySelector('#rows-loss svg').getBoundingClientRect().bottom`,
  );
  assert(bottom <= 610, String(bottom));
});

test('the words for rows are explained below the answer', async () => {
  const { page } = await openRows();
  assert.match(
    (await page.textContent('#rows .hint'))!,
    /^Simulated: a table of 30 rows, .* Frequent are the 10 rows looked up most, rare the half looked up least, middling/,
  );
});

test('the first run plays by itself, and its map is computed once it is still', async () => {
  const preview = await openPreview(browser, { kept: { options: { ids } }, moves: true, timePasses: true });
  const { page, complaints } = preview;
  await until(page, `document.querySelector('.play').title === 'Pause'`);
  assert.equal(await page.locator('.heat button').count(), 0);
  assert.match((await page.textContent('#heat-map .heading'))!, /Computed once playing ends/);
  await until(page, `document.querySelector('.count').textContent === 'step 10'`);
  await mapDone(preview);
  assert.deepEqual(complaints, []);
});
