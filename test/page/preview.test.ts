// The preview's page in a real browser.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../scripts/vscode-host/browser.mjs';
import { contrast } from '../contrast';
import {
  adagrad,
  adam,
  builtIn,
  holdThread,
  memoryIsThere,
  noThread,
  openPreview,
  type PreviewPage,
  showOf,
  themes,
  threadOf,
  until,
  violations,
} from './preview-page';

const rate = 'optimizationParameters.learningRate.constant';
const accumulator = 'initial.accumulators';
const number = (path: string) => `[data-path="${path}"] input[type=text]`;
const slider = (path: string) => `[data-path="${path}"] input[type=range]`;

/** Waits for two frames: by then resize observers have run. */
const PICTURES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

/** Opens every part of the page. */
async function showAll({ page }: PreviewPage): Promise<void> {
  await page.click('text=Limits, decay');
  await page.click('text=Numbers as a table');
  await page.selectOption('#compare', 'accumulation');
  await page.selectOption('#scenario', 'csv');
  await page.selectOption('#schedule select', 'list');
  await page.fill(number(accumulator), '0.2');
  await page.selectOption('#hardware select', 'sparsecore');
}

for (const theme of themes)
  test(`the preview is legible and accessible in the theme ${theme}`, async () => {
    const preview = await openPreview(browser, { theme });
    await showAll(preview);
    assert.deepEqual(await violations(preview.page), []);
    assert.deepEqual(preview.complaints, []);
    await preview.page.screenshot({ path: `test/e2e/screenshots/page-${theme}.png`, fullPage: true });
  });

for (const theme of themes)
  test(`colours of curves and signs contrast with every built-in theme that is ${theme}`, async () => {
    const { page } = await openPreview(browser, { theme });
    await page.selectOption('#compare', 'optimizer:adam');
    const names = ['--run-a', '--run-b', '--ghost', '--target', '--positive', '--negative'];
    const faint: string[] = [];
    for (const { name, background } of builtIn(theme)) {
      const [behind, ...colours] = await page.evaluate<string[]>(`(() => {
        document.documentElement.style.setProperty('--vscode-editor-background', '${background}');
        const probe = document.body.appendChild(document.createElement('i'));
        const named = ${JSON.stringify(names)}.map((name) => {
          probe.style.color = 'var(' + name + ')';
          return getComputedStyle(probe).color;
        });
        probe.remove();
        const drawn = [...document.querySelectorAll('.chart .line:is(.a, .b, .ghost, .target)')];
        return [
          getComputedStyle(document.body).backgroundColor,
          ...named,
          ...drawn.map((line) => getComputedStyle(line).stroke),
        ];
      })()`);
      for (const colour of new Set(colours)) {
        const ratio = contrast(colour, behind!);
        if (ratio < 3) faint.push(`${colour} is ${ratio.toFixed(2)} : 1 in ${name}`);
      }
    }
    assert.deepEqual(faint, []);
  });

test('the page is accessible in forced colours', async () => {
  const preview = await openPreview(browser, { theme: 'high-contrast', forcedColours: true });
  await showAll(preview);
  assert.deepEqual(await violations(preview.page), []);
  await preview.page.screenshot({ path: 'test/e2e/screenshots/page-forced.png', fullPage: true });
});

test('a changed value updates the preview, and Apply sends it', async () => {
  const { page, sent, tell, complaints } = await openPreview(browser);
  const before = await page.textContent('#charts .answer');
  await page.fill(number(rate), '0.5');
  assert.notEqual(await page.textContent('#charts .answer'), before);
  await page.fill(number(accumulator), '1');
  assert.equal(await page.textContent('#hyperparameters .changes'), '2 changes, 1 only in the preview');
  assert.match((await page.textContent(`[data-path="${accumulator}"] .tag`)) ?? '', /preview only/);
  await page.click('#apply');
  const request = (await sent()).find(({ kind }) => kind === 'apply');
  assert.deepEqual(request, {
    kind: 'apply',
    request: 1,
    revision: 1,
    changes: [{ path: rate, value: 0.5 }],
  });
  await tell({ kind: 'done', request: 1, problem: 'The document is read-only.' });
  await page.waitForSelector('text=The document is read-only.');
  assert.deepEqual(complaints, []);
});

test('values that SparseCores ignore or reject have no effect, with a reason', async () => {
  const { page, complaints } = await openPreview(browser);
  await page.click('text=Limits, decay');
  const upper = 'optimizationParameters.clippingLimits.upper';
  await page.fill(number(upper), '0.01');
  const limited = await page.textContent('#tables table');
  await page.selectOption('#hardware select', 'sparsecore');
  await page.waitForSelector('text=TPUEmbeddingV2 ignores clippingLimits.');
  assert.notEqual(await page.textContent('#tables table'), limited);
  assert(await page.isDisabled(number(upper)));
  assert.equal(
    await page.textContent(`[data-path="${upper}"] .idle`),
    'TPUEmbeddingV2 ignores it: it does not limit weights.',
  );
  const decay = 'optimizationParameters.weightDecayFactor';
  assert.equal(
    await page.textContent(`[data-path="${decay}"] .idle`),
    'TPUEmbeddingV2 refuses it: it knows no weight decay yet.',
  );
  await page.check('[data-path="optimizationParameters.simulatedQuantization.enabled"] input');
  for (const [field, value] of [
    ['numBuckets', '5'],
    ['clippingLimits.lower', '-0.5'],
    ['clippingLimits.upper', '0.5'],
  ] as const)
    await page.fill(number(`optimizationParameters.simulatedQuantization.${field}`), value);
  await page.waitForSelector('#quantization >> text=Look-ups see 5 values from');
  assert.deepEqual(await violations(page), []);
  await page.locator('#quantization').screenshot({ path: 'test/e2e/screenshots/page-quantization.png' });
  // Side by side with the other run.
  await page.selectOption('#compare', 'hardware');
  await page.waitForSelector('text=B: with TPUEmbedding');
  await page.selectOption('#compare', 'optimizer:rms_prop');
  await page.waitForSelector('.messages >> text=TPUEmbeddingV2 has no RMSProp');
  assert.deepEqual(complaints, []);
});

test('an edit of the document updates the preview and keeps changes made here', async () => {
  const { page, tell } = await openPreview(browser);
  await page.fill(number(rate), '0.5');
  await page.fill(number(accumulator), '1');
  const { optimizationParameters } = adagrad;
  const edited = {
    ...adagrad,
    optimizationParameters: { ...optimizationParameters, learningRate: { constant: 0.5 } },
  };
  await tell(showOf(edited, 2));
  await page.waitForSelector('#hyperparameters .changes:text-is("1 change, only in the preview")');
  assert.equal(await page.inputValue(number(rate)), '0.5');
  await page.click('#revert');
  assert.equal(await page.inputValue(number(accumulator)), '0.1');
  // A late message with an older revision.
  await tell(showOf(adagrad, 1));
  assert.equal(await page.inputValue(number(rate)), '0.5');
});

test('messages of another shape are dropped', async () => {
  const { page, tell, complaints } = await openPreview(browser);
  for (const message of [
    null,
    'show',
    { kind: 'show', revision: 5 },
    { kind: '__proto__' },
    { kind: 'done' },
  ])
    await tell(message);
  assert.equal(await page.textContent('h1'), 'Adagrad');
  assert.deepEqual(complaints, []);
});

test('changes to one optimizer are kept while another is shown', async () => {
  const { page, tell, kept, complaints } = await openPreview(browser);
  await page.fill(number(rate), '0.5');
  await tell(showOf(adam, 2));
  await page.waitForSelector('h1:text-is("Adam")');
  assert.equal(await page.textContent('#hyperparameters .changes'), '');
  await page.fill(number('optimizationParameters.adam.beta1'), '0.7');
  await tell(showOf(adagrad, 3));
  await page.waitForSelector('h1:text-is("Adagrad")');
  assert.equal(await page.inputValue(number(rate)), '0.5');
  // Also after a restart.
  const state = await kept('"drafts":{"file:///w/ads_ranking.textproto#advertisement"');
  const again = await openPreview(browser, { kept: state, first: showOf(adam) });
  assert.equal(await again.page.inputValue(number('optimizationParameters.adam.beta1')), '0.7');
  assert.deepEqual(complaints, []);
});

test('another optimizer in the same place does not inherit values of the old one', async () => {
  const { page, tell } = await openPreview(browser, { first: showOf({ ...adam, title: 'user' }) });
  await page.fill(number('optimizationParameters.adam.beta1'), '0.5');
  await page.fill(number(rate), '0.3');
  await tell(showOf(adagrad, 2));
  await page.waitForSelector('h1:text-is("Adagrad")');
  assert.equal(await page.textContent('#hyperparameters .changes'), '1 change');
  assert.equal(await page.inputValue(number(rate)), '0.3');
});

test('changes that Apply cannot write are marked as preview only', async () => {
  const fed = { ...adagrad, editable: [rate] };
  const { page } = await openPreview(browser, { first: showOf(fed) });
  const changes = () => page.textContent('#hyperparameters .changes');
  await page.fill(number('initial.accumulators'), '0.5');
  assert.equal(await changes(), '1 change, only in the preview');
  assert.equal(await page.isDisabled('#apply'), true);
  await page.fill(number(rate), '0.3');
  assert.equal(await changes(), '2 changes, 1 only in the preview');
  assert.equal(await page.isDisabled('#apply'), false);
});

test('titles and numbers of charts are not truncated, and charts in a row are aligned', async () => {
  for (const width of [310, 420, 520, 620, 1100]) {
    const { page } = await openPreview(browser, { width, first: showOf(adam) });
    await page.selectOption('#compare', 'optimizer:adagrad');
    await page.evaluate(PICTURES);
    const cut = await page
      .locator('figure:visible figcaption, figure:visible figcaption *')
      .evaluateAll((parts) =>
        parts
          .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)
          .map((part) => part.textContent),
      );
    assert.deepEqual(cut, [], `${width} wide`);
    const charts = await page
      .locator('figure:visible')
      .evaluateAll((figures) =>
        figures.map((figure) => [
          figure.getBoundingClientRect().top,
          figure.querySelector('svg')!.getBoundingClientRect().bottom,
        ]),
      );
    const lines = (edge: 0 | 1) => new Set(charts.map((edges) => edges[edge])).size;
    assert.equal(lines(1), lines(0), `${width} wide`);
  }
});

test('a table names its run if both are side by side, otherwise the heading does', async () => {
  const { page } = await openPreview(browser);
  const hint = () => page.locator('#tables .heading .hint').innerText();
  assert.equal(await hint(), 'after step 100');
  await page.selectOption('#compare', 'optimizer:adam');
  assert.equal(await page.locator('#tables h3:visible').count(), 0);
  assert.equal(await hint(), 'run A, after step 100');
  await page.click('.side.b');
  assert.equal(await hint(), 'run B, after step 100');
  await page.setViewportSize({ width: 1300, height: 900 });
  await page.evaluate(PICTURES);
  assert.equal(await page.locator('#tables h3:visible').count(), 2);
  assert.equal(await hint(), 'after step 100');
});

test('a narrow panel fits without horizontal scrolling or a false warning', async () => {
  for (const width of [310, 320, 400]) {
    const { page } = await openPreview(browser, { width });
    await page.selectOption('#compare', 'optimizer:adam');
    await page.evaluate(PICTURES);
    assert.equal(await page.textContent('.problem'), '');
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
  }
});

for (const [width, height] of [
  [480, 600],
  [320, 400],
  [1000, 800],
] as const)
  test(`charts stay visible and hide no control at ${width} × ${height}, whichever control has the focus`, async () => {
    const { page } = await openPreview(browser, { width, height });
    await page.evaluate(PICTURES);
    const controls = '.settings :is(input, select, button, summary):enabled, .matrix td[tabindex="0"]';
    for (const control of await page.locator(controls).all()) {
      if (!(await control.isVisible())) continue;
      await control.focus();
      const hidden = await control.evaluate((focused) => {
        const shows = (element: typeof focused) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          return element.contains(
            focused.ownerDocument!.elementFromPoint(left + width / 2, top + height / 2),
          );
        };
        const chart = focused.ownerDocument!.querySelector('#charts .chart')!;
        return [chart, focused].filter((element) => !shows(element)).map(({ outerHTML }) => outerHTML);
      });
      assert.deepEqual(hidden, []);
    }
  });

test('no slider moves away from the thumb when it changes a value, however narrow the panel', async () => {
  for (const width of [320, 480, 1000]) {
    const { page } = await openPreview(browser, { width, height: 600, first: showOf(adam) });
    const place = () =>
      page.locator(slider(rate)).evaluate((input) => {
        const { left, top, width } = input.getBoundingClientRect();
        return { left, top, width };
      });
    const before = await place();
    await page.fill(number(rate), '0.5');
    await page.fill(number('initial.momenta'), '1');
    await page.evaluate('scrollTo(0, 0)');
    assert.deepEqual(await place(), before, `${width} wide`);
  }
});

test("while a slider is held, axes and the document's curve stay; on release, the axes fit again", async () => {
  const { page } = await openPreview(browser);
  const labels = () => page.locator('#charts figure:nth-child(2) text.label').allTextContents();
  const before = await labels();
  const curve = await page.getAttribute('#charts figure:nth-child(2) .line.a', 'd');
  const slide = (event: string, notch: number) =>
    page.locator(slider(rate)).evaluate(
      (input, [event, notch]) => {
        Object.assign(input, { value: String(notch) });
        input.dispatchEvent(
          new (input.ownerDocument!.defaultView as never as { Event: typeof Event }).Event(event, {
            bubbles: true,
          }),
        );
      },
      [event, notch] as const,
    );
  await slide('input', 700);
  assert.deepEqual(await labels(), before);
  assert.equal(await page.getAttribute('#charts figure:nth-child(2) .line.ghost', 'd'), curve);
  assert.notEqual(await page.getAttribute('#charts figure:nth-child(2) .line.a', 'd'), curve);
  assert.deepEqual(await page.locator('#charts .legend > span').allTextContents(), ['Adagrad', 'document']);
  await slide('input', 990);
  assert.deepEqual(await labels(), before);
  await slide('change', 990);
  assert.notDeepEqual(await labels(), before);
  await page.click('#revert');
  assert.equal(await page.locator('.line.ghost').count(), 0);
});

test('between two presses of a key axes keep their scale, and fit again when the keys rest', async () => {
  const { page } = await openPreview(browser);
  const labels = () => page.locator('#charts figure:nth-child(1) text.label').allTextContents();
  const before = await labels();
  for (let i = 0; i < 12; i++) await page.press(slider(rate), 'PageUp');
  assert.deepEqual(await labels(), before);
  await until(
    page,
    `JSON.stringify([...document.querySelectorAll('#charts figure:nth-child(1) text.label')].map((label) => label.textContent)) !== ${JSON.stringify(JSON.stringify(before))}`,
  );
});

test('a hidden part updates when the slider is released or the part becomes visible', async () => {
  const { page } = await openPreview(browser, { height: 500 });
  await page.evaluate(PICTURES);
  const cells = () => page.textContent('#tables table');
  const before = await cells();
  const tell = (event: string, notch: number) =>
    page.evaluate(`(() => {
      const input = document.querySelector('${slider(rate)}');
      input.value = '${notch}';
      input.dispatchEvent(new Event('${event}', { bubbles: true }));
    })()`);
  await tell('input', 700);
  assert.equal(await cells(), before);
  await tell('change', 700);
  const after = await cells();
  assert.notEqual(after, before);
  await tell('input', 800);
  assert.equal(await cells(), after);
  await page.evaluate('document.querySelector("#tables").scrollIntoView()');
  await until(page, `document.querySelector('#tables table').textContent !== ${JSON.stringify(after)}`);
});

test('all charts show the values at the pointer, and the keyboard steps through them', async () => {
  const { page } = await openPreview(browser, { width: 1000 });
  const numbers = () => page.locator('#charts figcaption .now').allTextContents();
  const before = await numbers();
  await page.hover('#charts figure:nth-child(1) .chart');
  const read = await numbers();
  assert(
    read.every((number, chart) => number !== before[chart]),
    `${before} and ${read}`,
  );
  assert.equal(await page.textContent('.count'), 'step 100', 'nothing is chosen');
  await page.hover('h1');
  assert.deepEqual(await numbers(), before);
  await page.focus('#charts figure:nth-child(1) .plot');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.textContent('.count'), 'step 89');
  assert.match(
    (await page.getAttribute('#charts figure:nth-child(1) .plot', 'aria-valuetext')) ?? '',
    /^step 89: 0\.\d+$/,
  );
});

test('curves are named by their optimizers, and B runs at its usual rate or at that of A', async () => {
  const { page, complaints } = await openPreview(browser, { first: showOf(adam) });
  await page.selectOption('#compare', 'optimizer:adagrad');
  assert.deepEqual(await page.locator('#charts .legend > span').allTextContents(), ['Adam', 'Adagrad']);
  assert.deepEqual(await page.locator('#charts figure:nth-child(1) text:is(.a, .b)').allTextContents(), [
    'Adam',
    'Adagrad',
  ]);
  const left = await page.textContent('#charts .answer');
  assert.match(left ?? '', /^After 100 steps Adam leaves \d+% of the loss, Adagrad leaves [\d.]+%\.$/);
  assert.equal(
    await page.textContent('#charts .same-rate'),
    'Adagrad runs at its usual rate, 0.1. Use the 0.001 of Adam',
  );
  await page.click('text=Use the 0.001');
  assert.equal(await page.inputValue(number(rate)), '0.001');
  assert.equal(await page.isVisible('.same-rate'), false);
  assert.notEqual(await page.textContent('#charts .answer'), left);
  assert.deepEqual(complaints, []);
});

test('steps after the current one are faint, and a finished run can be replayed', async () => {
  const { page } = await openPreview(browser);
  assert.equal(await page.locator('.chart .faint').count(), 0);
  assert.equal(await page.isVisible('[aria-label="Play from the start"]'), true);
  await page.fill('.scrub', '30');
  assert.equal(await page.locator('figure:not([hidden]):has(.line.a.faint)').count(), 5);
  assert.equal(await page.isVisible('[aria-label="Play"]'), true);
});

test('a message does not move the layout', async () => {
  const { page } = await openPreview(browser, { width: 480, height: 600 });
  const places = () =>
    page
      .locator('header *, .settings .control')
      .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().top));
  const before = await places();
  await page.fill(number(rate), 'nan');
  await page.waitForSelector('.messages .problem:visible');
  assert.deepEqual(await places(), before);
});

test('a missing learning rate is reported and can be set with the slider', async () => {
  const place = { ...adagrad, optimizationParameters: { adagrad: {} } };
  const { page } = await openPreview(browser, { first: showOf(place) });
  assert.match((await page.textContent('.problem')) ?? '', /sets no learning rate/);
  await page.fill(number(rate), '0.1');
  assert.equal(await page.textContent('.problem'), '');
});

test('arrow keys move a slider to the next value, also if several positions share a whole number', async () => {
  const { page } = await openPreview(browser);
  await page.click('text=Limits, decay');
  const buckets = 'optimizationParameters.simulatedQuantization.numBuckets';
  await page.fill(number(buckets), '4');
  await page.focus(slider(buckets));
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.inputValue(number(buckets)), '5');
  await page.focus(slider(rate));
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.inputValue(number(rate)), '0.052');
});

test('an invalid number is marked and replaced by the current one', async () => {
  const { page } = await openPreview(browser);
  await page.fill(number(rate), 'fast');
  assert.equal(await page.getAttribute(number(rate), 'aria-invalid'), 'true');
  await page.focus(number(accumulator));
  assert.equal(await page.inputValue(number(rate)), '0.05');
  assert.equal(await page.getAttribute(number(rate), 'aria-invalid'), null);
});

test('without an optimizer the page gives the reason', async () => {
  const first = {
    kind: 'nothing',
    revision: 1,
    pinned: false,
    reason: 'There is no optimizer at the cursor.',
  } as const;
  const { page } = await openPreview(browser, { first });
  await page.waitForSelector('text=There is no optimizer at the cursor.');
  assert.equal(await page.isVisible('.columns'), false);
});

test('a cell can be selected and explained with the keyboard alone', async () => {
  const { page } = await openPreview(browser);
  await page.focus('.matrix [tabindex="0"]');
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  assert.equal(await page.textContent('#charts .heading .hint'), 'row 1, column 1');
  const explained = (await page.textContent('#explanation .lines')) ?? '';
  assert.match(explained, /w = w − lr · g \/ √accumulator/);
  // The last line has the number in the table.
  const shown = await page.textContent('.matrix [aria-selected=true]');
  const last = (await page.locator('#explanation .value').allTextContents()).at(-1)!;
  assert.equal(Number(last.replace('=', '').replace('−', '-')).toFixed(3), shown!.replace('−', '-'));
  await page.keyboard.press('Home');
  await page.keyboard.press(' ');
  assert.equal(await page.textContent('#charts .heading .hint'), 'row 1 (norm)');
});

test('steps can be played, stepped and scrubbed', async () => {
  const { page } = await openPreview(browser, { timePasses: true });
  const step = () => page.textContent('.count');
  assert.equal(await step(), 'step 100');
  await page.click('[aria-label="One step back"]');
  assert.equal(await step(), 'step 99');
  await page.fill('[aria-label="Number of steps"]', '1000');
  await page.fill('.scrub', '7');
  assert.equal(await step(), 'step 7');
  // Pressed in the page, which is there before the end on any machine.
  await page.evaluate(`new Promise((paused) => {
    const [count, play] = ['.count', '.play'].map((selector) => document.querySelector(selector));
    new MutationObserver((_, observer) => {
      observer.disconnect();
      play.click();
      paused();
    }).observe(count, { childList: true, characterData: true, subtree: true });
    play.click();
  })`);
  const paused = Number((await step())!.slice('step '.length));
  assert(paused > 7 && paused < 1000, String(paused));
  await page.click('[aria-label="Play"]');
  await page.waitForSelector('[aria-label="Play from the start"]');
  assert.equal(await step(), 'step 1000');
  await page.click('[aria-label="Back to the start"]');
  assert.equal(await step(), 'step 0');
});

test('an invalid preview is explained, and the page stays usable', async () => {
  const { page } = await openPreview(browser);
  const problem = () => page.textContent('.problem');
  await page.fill('#gradients .field:has-text("Rows") input', '1000000');
  await page.waitForSelector('.problem span:text-matches("^1,000,000 rows are too many")');
  await page.fill('#gradients .field:has-text("Rows") input', '8');
  assert.equal(await problem(), '');
  await page.selectOption('#scenario', 'csv');
  await page.fill('#gradients textarea', '0,99,1,2,3,4,5,6,7,8');
  assert.equal(
    await page.textContent('#gradients .wrong:visible'),
    'Line 1: id 99 is out of range; the preview has the rows 0 to 7.',
  );
  await page.fill('#gradients textarea', '0,1,nan,inf,3,4,5,6,7,8');
  assert.match((await problem()) ?? '', /^parameters are NaN in row 1, column 0 from step 1 on\./);
  assert.equal(await page.locator('.matrix .bad').first().textContent(), 'NaN');
  await page.selectOption('#scenario', 'zero');
  await page.fill(number(accumulator), '0');
  assert.equal(await page.locator('.matrix .bad').count(), 64, '0 / 0 in every weight');
});

test('an optimizer without a published formula is explained', async () => {
  const place = {
    ...adagrad,
    optimizationParameters: { mdlAdagradLight: {}, learningRate: { constant: 0.1 } },
  };
  const { page, complaints } = await openPreview(browser, { first: showOf(place) });
  assert.match((await page.textContent('.problem')) ?? '', /MDL Adagrad Light has no published formula/);
  assert.deepEqual(complaints, []);
});

test('a long run shows its progress, keeps the page responsive and can be stopped', async () => {
  const { page } = await openPreview(browser);
  await holdThread(page);
  await page.selectOption('#scenario', 'duplicates');
  await page.fill('#gradients .field:has-text("Rows") input', '256');
  await page.fill('[aria-label="Number of steps"]', '1000');
  // It is computed in a worker.
  await threadOf(page);
  await page.waitForSelector('progress:visible');
  await page.click('text=Cancel');
  await page.waitForSelector('.problem span:text-matches("^Stopped after [1-9][0-9,]* of 1,000 steps.$")');
  // The partial result is shown.
  assert.match((await page.textContent('.transport')) ?? '', /step [1-9]\d*/);
});

test('a long run is computed to its end, and a newer one replaces it', async () => {
  const { page, complaints } = await openPreview(browser);
  await holdThread(page);
  await page.fill('#gradients .field:has-text("Rows") input', '256');
  await page.fill('[aria-label="Number of steps"]', '200');
  await page.waitForSelector('progress:visible');
  await page.fill('[aria-label="Number of steps"]', '300');
  await (await threadOf(page)).evaluate('self.released = true');
  await page.waitForSelector('.scrub[max="300"]');
  assert.equal(await page.isVisible('progress'), false);
  assert.equal(page.workers().length, 1);
  assert.equal(await page.textContent('.problem'), '');
  await page.fill('[aria-label="Number of steps"]', '5');
  assert.equal(await page.locator('progress:visible').count(), 0, 'short runs need no thread');
  assert.equal(await page.getAttribute('.scrub', 'max'), '5');
  assert.deepEqual(complaints, []);
});

test('what a worker computes is drawn with the next frame, once for all that comes until then', async () => {
  const { page } = await openPreview(browser, { kept: { options: { preset: 'target', steps: 1000 } } });
  await page.waitForSelector('.scrub[max="1000"]');
  await page.evaluate(`
    frames = [];
    requestAnimationFrame = (draw) => frames.push(draw);
    cancelAnimationFrame = (frame) => delete frames[frame - 1];`);
  const curve = () => page.getAttribute('#charts .line.a', 'd');
  const before = await curve();
  await page.fill(number(rate), '0.7');
  await until(page, 'frames.some(Boolean)');
  assert.equal(await curve(), before);
  const isLeft = await page.evaluate<boolean>(`(() => {
    document.querySelector('${slider(rate)}').dispatchEvent(new Event('input', { bubbles: true }));
    return frames.some(Boolean);
  })()`);
  assert.notEqual(await curve(), before, 'an input draws it, too');
  assert(!isLeft, 'then no frame draws it again');
});

test('the page computes a long run if its worker fails', async () => {
  const { page } = await openPreview(browser);
  await holdThread(page);
  await page.selectOption('#scenario', 'duplicates');
  await page.fill('#gradients .field:has-text("Rows") input', '256');
  await page.fill('[aria-label="Number of steps"]', '1000');
  await page.waitForSelector('progress:visible');
  await (await threadOf(page)).evaluate('queueMicrotask(() => { throw new Error("failed"); })');
  await page.waitForSelector('.scrub[max="1000"]');
  await noThread(page);
  assert.equal(await page.textContent('.problem'), '');
  assert.equal(await page.isVisible('progress'), false);
});

test('the page computes a long run if no worker can start', async () => {
  const { page } = await openPreview(browser, { timePasses: true });
  await page.route('**/worker.js', (route) => route.fulfill({ body: 'no script' }));
  await page.fill('#gradients .field:has-text("Rows") input', '64');
  await page.fill('[aria-label="Number of steps"]', '1000');
  await page.waitForSelector('.scrub[max="1000"]');
  await noThread(page);
  assert.equal(await page.textContent('.problem'), '');
});

test('a long run ends when its optimizer is removed', async () => {
  const { page, tell } = await openPreview(browser);
  await holdThread(page);
  await page.selectOption('#scenario', 'duplicates');
  await page.fill('#gradients .field:has-text("Rows") input', '256');
  await page.fill('[aria-label="Number of steps"]', '1000');
  await page.waitForSelector('progress:visible');
  await tell({ kind: 'nothing', revision: 2, pinned: false, reason: 'There is no optimizer at the cursor.' });
  await page.waitForSelector('text=There is no optimizer at the cursor.');
  assert.equal(await page.isVisible('progress'), false);
});

test('two runs are side by side, and B has values of its own', async () => {
  const { page, complaints } = await openPreview(browser);
  await page.selectOption('#compare', 'optimizer:adam');
  assert.equal(await page.locator('figure:has(.line.a)').count(), 5);
  assert.equal(
    await page.locator('figure:has(.line.b)').count(),
    6,
    'B has no accumulators, but slots of its own',
  );
  assert.equal(await page.locator('.matrix:visible').count(), 2, 'in a narrow panel the chosen run');
  await page.click('.side.b');
  assert.equal(await page.textContent('h1'), 'Adam');
  await page.fill(number('optimizationParameters.adam.beta1'), '0.5');
  assert.equal(await page.locator('#apply').isDisabled(), true);
  await page.click('.side.a');
  await page.click('text=Keep this run as B');
  await page.fill(number(rate), '1');
  assert.equal(await page.locator('figure:not([hidden]):has(.line.b.dashed)').count(), 5);
  assert.deepEqual(complaints, []);
});

test('another optimizer is shown beside one without a formula', async () => {
  const place = {
    ...adagrad,
    optimizationParameters: { userDefinedProgram: {}, learningRate: { constant: 0.05 } },
  };
  const { page, complaints } = await openPreview(browser, { first: showOf(place) });
  assert.equal(await page.isVisible('#charts'), false);
  assert.equal(await page.isVisible('#gradients'), false);
  await page.selectOption('#compare', 'optimizer:stochastic_gradient_descent');
  assert.equal(await page.locator('figure:has(.line.b)').count(), 4);
  assert.equal(await page.locator('.matrix:visible').count(), 1);
  assert.deepEqual(complaints, []);
});

test('a wide panel shows the tables of both runs and explains a cell in its own run', async () => {
  const { page, complaints } = await openPreview(browser, { width: 1300 });
  await page.selectOption('#compare', 'optimizer:adam');
  assert.deepEqual(await page.locator('#tables h3:visible').allTextContents(), ['A: this run', 'B: Adam']);
  assert.equal(await page.locator('.matrix:visible').count(), 5);
  const cut = await page
    .locator('.matrix-frame:visible')
    .evaluateAll((frames) => frames.filter((frame) => frame.scrollWidth > frame.clientWidth).length);
  assert.equal(cut, 0, 'whole tables');
  await page.click('.run.b .matrix tbody tr:nth-child(3) td:nth-child(3)');
  assert.equal(await page.textContent('#explanation .heading .hint'), 'run B, row 2, column 1, step 100');
  assert.equal(await page.textContent('h1'), 'Adam');
  assert.deepEqual(complaints, []);
});

test('a schedule replaces the learning rate', async () => {
  const { page, complaints } = await openPreview(browser);
  const rates = () => page.getAttribute('figure:has-text("Effective rate") .plot', 'aria-label');
  const before = await rates();
  await page.selectOption('#schedule select', 'cosine');
  assert.notEqual(await rates(), before);
  assert.equal(await page.textContent(`[data-path="${rate}"] .tag`), 'scheduled');
  // The schedule's field still shows the initial rate.
  await page.fill(number(rate), '0.2');
  assert.equal(await page.inputValue('#schedule .field:has-text("Rate") input'), '0.2');
  await page.fill('#schedule .field:has-text("Rate") input', '0.3');
  assert.equal(await page.isDisabled(number(rate)), true);
  await page.click(`[data-path="${rate}"] .tag button`);
  await page.waitForSelector('#schedule select:focus');
  await page.fill('#schedule .field:has-text("Duration") input', '0');
  await page.fill('#schedule .field:has-text("Duration") input', '5');
  // After 5 steps the rate is 0, and nothing moves.
  assert.equal(await page.textContent('figure:has-text("Step size") figcaption .now .a'), '0');
  assert.deepEqual(complaints, []);
});

test("a schedule uses the rate of the chosen side's optimizer", async () => {
  const { page, tell } = await openPreview(browser, { first: showOf(adam) });
  const scheduled = () => page.inputValue('#schedule .field:has-text("Rate") input');
  await page.selectOption('#schedule select', 'cosine');
  assert.equal(await scheduled(), '0.001');
  await tell(showOf(adagrad, 2));
  assert.equal(await scheduled(), '0.05');
});

test('a mistake is explained beside its field, and the last results stay visible', async () => {
  const { page, complaints } = await openPreview(browser);
  await page.selectOption('#scenario', 'csv');
  const curve = () => page.innerHTML('#charts figure:nth-child(1) svg');
  const before = await curve();
  await page.fill('#gradients textarea', '0,1,2');
  assert.equal(await page.textContent('#gradients .wrong:visible'), 'Line 1: 8 gradients expected, 3 found.');
  assert.equal(await page.getAttribute('#gradients textarea', 'aria-invalid'), 'true');
  assert.equal(await curve(), before);
  assert.equal(await page.locator('.stale #charts').count(), 1);
  await page.focus('#apply');
  await page.click('.problem >> text=Show where');
  await page.waitForSelector('#gradients textarea:focus');
  await page.fill('#gradients textarea', '0,1,1,2,3,4,5,6,7,8');
  assert.equal(await page.getAttribute('#gradients textarea', 'aria-invalid'), null);
  assert.equal(await page.locator('.stale').count(), 0);
  assert.notEqual(await curve(), before);
  assert.deepEqual(complaints, []);
});

test('Ctrl+Z undoes changes made here and writes of Apply', async () => {
  const { page, sent, tell } = await openPreview(browser);
  const value = () => page.inputValue(number(rate));
  await page.fill(number(accumulator), '0.5');
  await page.fill(number(rate), '0.5');
  await page.click('#apply');
  const changed = {
    ...adagrad,
    optimizationParameters: { ...adagrad.optimizationParameters, learningRate: { constant: 0.5 } },
  };
  await tell({ kind: 'done', request: 1 });
  await tell(showOf(changed, 2));
  assert.equal(await page.textContent('#hyperparameters .status'), 'Written to the document. Undo');
  await page.click('#hyperparameters .status button');
  assert.equal((await sent()).at(-1)?.kind, 'undo');
  await tell({ kind: 'done', request: 2 });
  await tell(showOf(adagrad, 3));
  assert.equal(await page.textContent('#hyperparameters .changes'), '2 changes, 1 only in the preview');
  assert.equal(await value(), '0.5');
  await page.keyboard.press('Control+z');
  assert.equal(await value(), '0.05');
  await page.keyboard.press('Control+z');
  assert.equal(await page.inputValue(number(accumulator)), '0.1');
  for (let i = 0; i < 2; i++) await page.keyboard.press('Control+Shift+z');
  assert.equal(await value(), '0.5');
  await page.keyboard.press('Control+y');
  assert.equal((await sent()).at(-1)?.kind, 'redo');
  await tell({ kind: 'done', request: 3, problem: 'The document changed in the meantime.' });
  await page.waitForSelector('.status span:text-is("The document changed in the meantime.")');
});

test('Apply is accompanied by the reason why a changed value cannot be written', async () => {
  const fed = {
    ...adagrad,
    optimizationParameters: { adagrad: {}, learningRate: { dynamic: { tag: 3 } } },
  };
  const { page } = await openPreview(browser, { first: showOf(fed) });
  await page.fill(number('fed.rate'), '0.5');
  assert.equal(
    await page.textContent('#hyperparameters .status span'),
    'learning_rate is fed by the training loop (tag 3): nothing to write.',
  );
  assert.equal(await page.isDisabled('#apply'), true);
});

test('each hyperparameter has documentation for pointer and keyboard', async () => {
  const { page } = await openPreview(browser, { first: showOf(adam) });
  const control = '[data-path="optimizationParameters.adam.beta1"]';
  await page.hover(`${control} label`);
  await page.waitForSelector(`${control} .tooltip:has-text("Share of the first moment")`);
  await page.hover('h1');
  await page.waitForSelector(`${control} .tooltip`, { state: 'hidden' });
  await page.focus(slider(rate));
  await page.waitForSelector(
    `[data-path="${rate}"] .tooltip:has-text("How far each step moves the weights.")`,
  );
  await page.keyboard.press('Escape');
  await page.waitForSelector(`[data-path="${rate}"] .tooltip`, { state: 'hidden' });
  // All controls of an optimizer.
  const undocumented = await page
    .locator('.control .tooltip')
    .evaluateAll((tips) => tips.filter((tip) => (tip.textContent ?? '').length < 10).length);
  assert.equal(undocumented, 0);
});

test('quantized look-ups are shown beside the table', async () => {
  const { page, complaints } = await openPreview(browser);
  await page.click('text=Limits, decay');
  const quantization = 'optimizationParameters.simulatedQuantization';
  await page.fill(number(`${quantization}.clippingLimits.lower`), '-1');
  await page.fill(number(`${quantization}.clippingLimits.upper`), '1');
  await page.fill(number(`${quantization}.numBuckets`), '5');
  assert.equal(await page.locator('.matrix:visible').count(), 2);
  await page.check(`[data-path="${quantization}.enabled"] input`);
  assert.equal(await page.locator('.matrix:visible caption').last().textContent(), 'looked up');
  const shown = await page.locator('.matrix:visible').last().locator('tbody td').allTextContents();
  assert.equal(shown.length, 64);
  assert(
    shown.every((value) => ['−1.000', '−0.500', '0', '0.500', '1.000'].includes(value)),
    shown.join(),
  );
  assert.deepEqual(complaints, []);
});

test('every optimizer can be chosen for comparison', async () => {
  const { page, complaints } = await openPreview(browser, { first: showOf(adam) });
  const names = await page
    .locator('#compare optgroup option')
    .evaluateAll((options) => options.map((option) => (option as unknown as { value: string }).value));
  assert(names.length >= 2);
  for (const name of names) {
    await page.selectOption('#compare', name);
    assert.equal(await page.textContent('.problem'), '', name);
  }
  assert.deepEqual(complaints, []);
});

test('the page restores its state after a restart', async () => {
  const first = await openPreview(browser);
  await first.page.fill(number(rate), '0.7');
  await first.page.selectOption('#scenario', 'exploding');
  await first.page.click('[aria-label*="pin to"]');
  await first.page.fill('.scrub', '12');
  const kept = await first.kept('"step":12');
  const second = await openPreview(browser, {
    kept,
    first: { ...showOf(adagrad), pinned: true } as ReturnType<typeof showOf>,
  });
  assert.equal(await second.page.inputValue(number(rate)), '0.7');
  assert.equal(await second.page.inputValue('#scenario'), 'exploding');
  assert.equal(await second.page.textContent('.count'), 'step 12');
  assert.equal(await second.page.getAttribute('[aria-label*="ollow"]', 'aria-pressed'), 'true');
  assert.deepEqual(second.complaints, []);
});

test('an invalid saved state is ignored', async () => {
  const { page, complaints } = await openPreview(browser, {
    kept: { options: { preset: 'target', rows: 'many', schedule: { kind: 'warmup' } }, spot: 3 },
  });
  assert.equal(await page.textContent('.count'), 'step 100');
  assert.deepEqual(complaints, []);
});

test('a saved run opens as it was saved', async () => {
  const options = { preset: 'target', steps: 40, seed: 9 };
  const run = { options, comparison: { kind: 'optimizer', name: 'adam' }, step: 12 };
  const { page } = await openPreview(browser, { kept: undefined, first: showOf({ ...adagrad, run }) });
  assert.equal(await page.inputValue('#scenario'), 'target');
  assert.equal(await page.inputValue('#compare'), 'optimizer:adam');
  assert.equal(await page.textContent('.count'), 'step 12');
});

test('runs are exported as CSV, JSON, SVG and PNG, and as a test case', async () => {
  const { page, sent, complaints } = await openPreview(browser, { theme: 'light' });
  await page.selectOption('#compare', 'accumulation');
  for (const name of ['Save run', 'CSV', 'JSON', 'SVG', 'PNG', 'Copy for simulate'])
    await page.click(`#export button:text-is("${name}")`);
  // Creating a picture takes a moment, as does loading its script.
  await until(page, 'fakeHost.sent.filter(({ kind }) => kind === "save" || kind === "copy").length === 6');
  const messages = await sent();
  const saved = (format: string) =>
    messages.flatMap((message) =>
      message.kind === 'save' && message.format === format ? [message.content] : [],
    )[0]!;
  const lines = saved('csv').split('\n');
  assert.equal(lines[0], 'run,step,row,column,gradient,parameters,accumulators');
  assert.equal(lines.length, 2 + 2 * 101 * 64);
  const { steps } = JSON.parse(saved('json'));
  assert.equal(steps.length, 100);
  assert.equal(steps[99].accumulators.length, 8);
  assert.match(
    saved('svg'),
    /^<svg [^>]*>\n<title>Adagrad \/ without accumulation: user, ads_ranking.textproto, simulated<\/title>/,
  );
  for (const said of [
    'After 100 steps Adagrad leaves ',
    'There is no noise here',
    'learning_rate 0.05',
    'Pull to a target',
    'step 0',
    'seed 1',
  ])
    assert(saved('svg').includes(said), said);
  const colours = saved('svg').match(/(?<=(fill|stroke)=")[^"]*/g)!;
  assert(
    colours.every((colour) => /^(#[\da-f]{6}|none)$/.test(colour)),
    `${new Set(colours)}`,
  );
  assert.equal(
    await page.evaluate(
      'new DOMParser().parseFromString(' +
        JSON.stringify(saved('svg')) +
        ', "image/svg+xml").querySelector("parsererror")',
    ),
    null,
  );
  assert.match(saved('textproto'), /learning_rate \{\s+constant: 0\.05\s+\}/);
  const png = Buffer.from(saved('png'), 'base64');
  assert.equal(png.subarray(1, 4).toString(), 'PNG');
  const copied = messages.find((message) => message.kind === 'copy')!;
  // The command line computes exactly the same numbers from the exported test case.
  const simulated = spawnSync(process.execPath, ['dist/cli.js', 'simulate', '-'], { input: copied.text });
  assert.equal(simulated.stderr.toString(), '');
  assert.deepEqual(JSON.parse(simulated.stdout.toString()), { steps });
  assert.deepEqual(complaints, []);
});

test('the page and its worker use the language of their translations, also in a narrow panel', async () => {
  const translations: Record<string, string> = JSON.parse(readFileSync('l10n/bundle.l10n.de.json', 'utf8'));
  // Translations are inserted as text, whatever characters they contain.
  const hostile = { ...translations, Seed: '</script><!--<script>' };
  const words = { language: 'de', translations: hostile };
  const { page, complaints } = await openPreview(browser, { width: 310, words });
  const seed = page.locator('#gradients label').filter({ hasText: hostile.Seed });
  assert.equal(await seed.count(), 1);
  await page.click('text=Grenzen, Decay');
  await page.click('text=Zahlen als Tabelle');
  await page.selectOption('#compare', 'accumulation');
  await page.selectOption('#scenario', 'csv');
  assert.equal(await page.textContent('#charts h2'), 'Im Lauf der Zeit');
  assert.match(
    (await page.textContent('#charts .answer')) ?? '',
    /^Nach 100 Schritten: Zeile 0, Spalte 0: Gewicht Adagrad /,
  );
  await page.evaluate(PICTURES);
  await page.screenshot({ path: 'test/e2e/screenshots/page-german.png', fullPage: true });
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 310);
  await holdThread(page);
  await page.fill('#gradients .field:has-text("Zeilen") input', '256');
  await page.fill('.of input', '1000');
  await threadOf(page);
  await page.click('text=Abbrechen');
  await page.waitForSelector(
    '.problem span:text-matches("Nach [1-9][0-9.]* von [0-9.]* Schritten angehalten")',
  );
  assert.deepEqual(complaints, []);
});

test('all that the page loads to show its first run fits into 85 KB gzipped, and rarely used parts come on demand', async () => {
  const { page, loaded, complaints } = await openPreview(browser, { kept: {} });
  await until(page, `document.querySelector('#rows-loss .line.a') !== null`);
  // The worker's script is beside the page: it has no part in how soon that can be used.
  const first = [...loaded].filter(([path]) => path !== '/worker.js');
  const bytes = first.reduce((sum, [, size]) => sum + size, 0);
  assert(bytes <= 85_000, `${bytes} bytes: ${first.map((file) => file.join(' ')).join(', ')}`);
  const scripts = loaded.size;
  await page.click('#tab-memory');
  await memoryIsThere(page);
  assert(loaded.size > scripts);
  assert.deepEqual(complaints, []);
});
