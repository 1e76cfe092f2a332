// The memory page in a real browser.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../scripts/vscode-host/browser.mjs';
import type { PlannedConfiguration } from '../../server/src/languages/protocol';
import type { LibraryStacking, SizedTable } from '../../server/src/sizing/tables';
import {
  adagrad,
  configuration,
  memoryIsThere,
  type Opening,
  openPreview,
  type PreviewPage,
  showOf,
  sizes,
  themes,
  until,
  violations,
} from './preview-page';

const withTables = (tables: SizedTable[]): PlannedConfiguration => ({
  ...configuration,
  sizes: { ...configuration.sizes!, tables },
});

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

/** Opens the page with the tab "Memory" chosen. */
async function openMemory(opening: Opening = {}, first = sizes()): Promise<PreviewPage> {
  const preview = await openPreview(browser, {
    width: 480,
    height: 600,
    kept: { options: { preset: 'target' }, memory: { tpu: 'v5p-8' } },
    ...opening,
  });
  await preview.page.click('#tab-memory');
  await memoryIsThere(preview.page);
  await preview.tell(first);
  return preview;
}

const verdict = ({ page }: PreviewPage) => page.textContent('.verdict');

test('sizes have the separators of the language, and are read with them', async () => {
  const { page } = await openMemory({ words: { language: 'de', translations: undefined } });
  const vocabulary = page.locator('#what-if .control:has-text("Vocabulary") input[type=text]');
  for (const text of ['1.000', '2000', '3,000']) {
    await vocabulary.fill(text);
    await vocabulary.blur();
    assert.equal(await vocabulary.inputValue(), `${text[0]}.000`);
  }
  await vocabulary.fill('1.5');
  assert.equal(await vocabulary.getAttribute('aria-invalid'), 'true');
});

for (const theme of themes)
  test(`the memory page is legible and accessible in the theme ${theme}`, async () => {
    const preview = await openMemory({ theme });
    const { page, complaints } = preview;
    assert.deepEqual(await violations(page), []);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 480);
    await page.screenshot({ path: `test/e2e/screenshots/memory-${theme}.png` });
    // Hosts that share rows, in two columns, and with more rows than fit.
    await page.setViewportSize({ width: 1000, height: 700 });
    await page.selectOption('#slice', 'v3-32');
    await page.fill('#what-if .control:has-text("Vocabulary") input[type=text]', '2,000,000,000');
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(complaints, []);
    await page.screenshot({ path: `test/e2e/screenshots/memory-${theme}-wide.png` });
  });

test('opening the tab requests the sizes, and arrow keys switch tabs', async () => {
  const { page, sent } = await openPreview(browser);
  assert.equal(await page.isVisible('#memory'), false);
  await page.focus('#tab-updates');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.isVisible('#memory'), true);
  assert.equal(await page.isVisible('#charts'), false);
  assert.deepEqual((await sent()).at(-1), { kind: 'page', page: 'memory' });
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.isVisible('#charts'), true);
});

test('the verdict updates with slice and sliders, and a click chooses one of the smallest slices', async () => {
  const preview = await openMemory();
  const { page } = preview;
  assert.match((await verdict(preview)) ?? '', /^Fits: 6\.3\d GiB of 95 GiB on each chip/);
  await page.selectOption('#slice', 'v6e-1');
  assert.match((await verdict(preview)) ?? '', /^Fits: 25\.5 GiB of 29\.8 GiB on each chip/);
  await page.fill('#what-if .control:has-text("Vocabulary") input[type=text]', '500,000,000');
  assert.match((await verdict(preview)) ?? '', /^Does not fit: 240 GiB of 29\.8 GiB/);
  await page.click('.smallest button:text-is("v6e-16")');
  assert.match((await verdict(preview)) ?? '', /^Fits: 15 GiB/);
  await page.selectOption('#slice', 'v3-32');
  assert.match(
    (await verdict(preview)) ?? '',
    /^Fits in memory; this TPU is not confirmed to run the tables: /,
  );
  await page.selectOption('#slice', 'v5litepod-8');
  assert.equal(await verdict(preview), 'Does not run on this TPU.');
  assert.deepEqual(preview.complaints, []);
});

test('the page starts with the slice that the file names, and says what another one leaves out', async () => {
  const named = { ...configuration, sizes: { ...configuration.sizes!, numTensorCores: 32 } };
  const { page } = await openMemory({ kept: undefined }, sizes([named]));
  assert.equal(await page.inputValue('#slice'), 'v3-32');
  assert.doesNotMatch((await page.textContent('#fit ~ div'))!, /The lens above/);
  await page.selectOption('#slice', 'v5p-8');
  assert.match(
    (await page.textContent('#fit ~ div'))!,
    /on the devices.*The lens above the configuration says 38 GiB: it counts accumulated gradients \([\d.]+ GiB\)/,
  );
});

test('what the lens counts besides is named, and nothing that makes no difference', async () => {
  const tables = [{ ...configuration.sizes!.tables[0]!, dimension: 128 }];
  const padded = { ...configuration, sizes: { ...configuration.sizes!, tables } };
  const { page } = await openMemory({ kept: undefined }, sizes([padded]));
  await page.selectOption('#slice', 'v5p-8');
  assert.match(
    (await page.textContent('#fit ~ div'))!,
    /it counts accumulated gradients \(23\.8 GiB\), which SparseCores do not keep\./,
  );
});

test('the verdict stays visible while the last slider moves', async () => {
  const { page } = await openMemory();
  await page.focus('#what-if .control:has-text("Hosts") input[type=range]');
  const { top, bottom } = await page.evaluate<{ top: number; bottom: number }>(
    'document.querySelector(".verdict").getBoundingClientRect().toJSON()',
  );
  assert.ok(top >= 0 && bottom <= 600, `${top} to ${bottom}`);
});

test('changes that the document can hold are written back', async () => {
  const preview = await openMemory();
  const { page, sent, tell } = preview;
  assert.equal(await page.isEnabled('#write'), false);
  await page.click('.table-row:has-text("advertisement")');
  await page.fill('#what-if .control:has-text("Dimension") input[type=text]', '64');
  await page.selectOption('#what-if .controls select', 'adagrad');
  await page.fill('#what-if .control:has-text("Vocabulary") input[type=text]', '7');
  await page.click('#write');
  assert.deepEqual((await sent()).at(-1), {
    kind: 'write',
    request: 1,
    revision: 1,
    index: 0,
    changes: [
      { path: 'tables[1].dimension', value: 64 },
      { path: 'tables[1].optimizer', value: 'adagrad' },
    ],
  });
  assert.match((await page.textContent('#what-if')) ?? '', /preview only/);
  await tell({ kind: 'done', request: 1 });
  await until(page, 'document.querySelector("#what-if .status").textContent.includes("Written")');
  // The document has the value now.
  const { tables } = configuration.sizes!;
  const second = { ...tables[1]!, dimension: 64, optimizer: 'adagrad', slots: ['accumulators'] };
  await tell(sizes([withTables([tables[0]!, second, tables[2]!])], 2));
  assert.equal(await page.isEnabled('#write'), false);
  await page.keyboard.press('Control+z');
  await until(page, 'fakeHost.sent.at(-1).kind === "undo"');
});

test('undo and redo, by key and by button, wait for the document one after the other', async () => {
  const { page, sent, tell } = await openMemory();
  const dimension = '#what-if .control:has-text("Dimension") input[type=text]';
  const requests = async () => (await sent()).flatMap(({ kind }) => (kind === 'page' ? [] : [kind])).slice(1);
  await page.fill(dimension, '64');
  await page.click('#write');
  await tell({ kind: 'done', request: 1 });
  await page.click('#what-if .status button');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+Shift+z');
  await page.keyboard.press('Control+y');
  assert.deepEqual(await requests(), ['write', 'undo']);
  await tell({ kind: 'done', request: 2 });
  await until(page, 'fakeHost.sent.at(-1).kind === "redo"');
  assert.equal(await page.inputValue(dimension), '64');
  await tell({ kind: 'done', request: 3 });
  await page.keyboard.press('Control+z');
  await until(page, 'fakeHost.sent.at(-1).request === 4');
  assert.deepEqual(await requests(), ['write', 'undo', 'redo', 'undo']);
});

test('a rejected configuration and a document without one are explained', async () => {
  const { sizes: _, ...refused } = { ...configuration, refused: 'A table has no optimizer.' };
  const preview = await openMemory({}, sizes([refused]));
  assert.match(
    (await preview.page.textContent('#memory')) ?? '',
    /TensorFlow refuses this configuration: A table has no/,
  );
  await preview.tell(sizes([{ ...refused, library: 'keras-rs' }], 2));
  assert.match((await preview.page.textContent('#memory')) ?? '', /keras-rs refuses this configuration/);
  await preview.tell(sizes([], 3));
  assert.match((await preview.page.textContent('#memory')) ?? '', /contains no table configuration/);
  assert.equal(await preview.page.isVisible('.verdict'), false);
});

test('unknown values of a table are shown as unknown', async () => {
  const [user, advertisement, term] = configuration.sizes!.tables;
  const { vocabularySize: _, ...open } = term!;
  const preview = await openMemory({}, sizes([withTables([user!, advertisement!, open])]));
  assert.equal(await verdict(preview), 'Whether it fits is unknown.');
  await preview.page.click('.table-row:has-text("query_term")');
  await preview.page.fill('#what-if .control:has-text("Vocabulary") input[type=text]', '300000');
  assert.match((await verdict(preview)) ?? '', /^Fits: /);
});

test('the page restores its state after a restart', async () => {
  const { page, kept } = await openMemory();
  await page.selectOption('#slice', 'v5p-32');
  const state = await kept('v5p-32');
  const again = await openPreview(browser, { kept: state, first: showOf(adagrad) });
  assert.equal(await again.page.isVisible('#memory'), true);
  await memoryIsThere(again.page);
  await again.tell(sizes());
  assert.equal(await again.page.inputValue('#slice'), 'v5p-32');
});

/** Two tables that keras-rs stacks. */
const stacked = (
  stacking?: LibraryStacking,
  editable: string[] = [],
  obstacle?: string,
): PlannedConfiguration => {
  const library: SizedTable = {
    name: 'user',
    vocabularySize: 1_000_000,
    dimension: 16,
    optimizer: 'Adagrad',
    slots: ['accumulator'],
    accumulatesGradients: false,
    asksForPacking: false,
    decaysWeights: false,
    settings: 'adagrad',
    combiner: 'sum',
    quantization: null,
    maxIds: null,
    maxUniqueIds: 128,
  };
  const tables = [library, { ...library, name: 'item', maxUniqueIds: null }];
  const features = tables.map(({ name }) => ({ name: `f_${name}`, table: name, samples: 1024 }));
  return {
    ...configuration,
    editable,
    limits: tables.map(({ name }, i) => ({
      tables: [name],
      callee: 'keras_rs.layers.TableConfig',
      arguments: { maxIds: 'max_ids_per_partition', maxUniqueIds: 'max_unique_ids_per_partition' },
      ...(obstacle !== undefined && { obstacle }),
      at: {
        uri: 'file:///model.py',
        range: { start: { line: 3 + i, character: 0 }, end: { line: 3 + i, character: 40 } },
      },
    })),
    sizes: {
      tables,
      strategy: 'MOD',
      sparseCoreTrainer: 'keras-rs',
      stacking: stacking ?? {
        features,
        calls: [{ kind: 'auto' }],
        hasLargestLimits: true,
        overflow: { areDropped: true },
      },
    },
  };
};

test('stacks of a library unfold by keyboard to their places, limits and buffers, at 480 px', async () => {
  const known = stacked();
  const preview = await openMemory({}, sizes([known]));
  const { page, complaints } = preview;
  await page.selectOption('#slice', 'v5p-16');
  const summary = page.locator('#sharding summary');
  assert.equal(await summary.textContent(), 'Stack user_item: 16 floats, 62,512 rows a SparseCore');
  await summary.focus();
  await page.keyboard.press('Enter');
  const lines = await page.locator('#sharding details li').allTextContents();
  assert.deepEqual(lines, [
    'user from row 0, rotated by 0',
    'item from row 31,256, rotated by 4',
    'Tables: 7.63 MiB a SparseCore, 30.5 MiB a chip, 122 MiB a host',
    'Limits from one SparseCore to another: 256 (the default) ids, 256 unique ids',
    'Buffers: 385 KiB a chip, 1.5 MiB a host: 32,768 ids and 128 row pointers a device',
  ]);
  assert.match((await page.textContent('#facts .notes')) ?? '', /8 devices of JAX with 4 SparseCores each/);
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 480);
  assert.deepEqual(await violations(page), []);
  await page.screenshot({ path: 'test/e2e/screenshots/memory-stacks.png', fullPage: true });
  await preview.tell(sizes([stacked({ unknown: 'The output shape of the feature "f" is not known.' })], 2));
  assert.match((await page.textContent('#sharding')) ?? '', /Stacks are not known\. The output shape/);
  assert.deepEqual(complaints, []);
});

const EXPONENT = '#limits input[type=range]';

test('an exponent moves drops and buffers by keyboard, and a button writes the proposed limits', async () => {
  const paths = ['tables[0].maxIds', 'tables[0].maxUniqueIds', 'tables[1].maxIds', 'tables[1].maxUniqueIds'];
  const preview = await openMemory({}, sizes([stacked(undefined, paths)]));
  const { page, sent, tell, kept } = preview;
  const shown = () => page.textContent('#limits');
  const says = (exponent: string) => page.locator(`#limits output:text-is("${exponent}")`).waitFor();
  // As the rows of the first scenario.
  await says('1.10');
  assert.match((await page.textContent('#limits thead'))!, /to give, for exponent 1\.10/);
  const code = page.locator('#limits code').first();
  const [ids, uniqueIds] = await page.locator('#limits td strong').allTextContents();
  assert.equal(
    await code.textContent(),
    `keras_rs.layers.TableConfig(…, max_ids_per_partition=${ids}, max_unique_ids_per_partition=${uniqueIds})`,
  );
  assert.match((await shown())!, /Give them in lines 4, 5:keras_rs/);
  await page.focus(EXPONENT);
  await page.keyboard.press('Home');
  await says('0.00');
  assert.match((await shown())!, /Practically no ids are dropped under the limits in force\./);
  assert.match((await shown())!, /to give, for equally frequent ids/);
  await page.keyboard.press('PageUp');
  await page.locator('#limits').getByText('the tenth is').waitFor();
  const flatter = await page.textContent('#limits table');
  await page.keyboard.press('End');
  await says('2.00');
  assert.notEqual(await page.textContent('#limits table'), flatter);
  const proposed = (await page.locator('#limits td strong').allTextContents()).map(Number);
  await page.focus('#write-limits');
  await page.keyboard.press('Enter');
  const changes = paths.map((path, i) => ({ path, value: proposed[i % 2] }));
  assert.deepEqual((await sent()).at(-1), { kind: 'write', request: 1, revision: 1, index: 0, changes });
  await tell({ kind: 'done', request: 1 });
  const state = await kept('"exponent":2');
  const obstacle = 'The arguments of the call are not all written there.';
  const again = await openMemory({ kept: state }, sizes([stacked(undefined, [], obstacle)]));
  assert.equal(await again.page.textContent('#limits output'), '2.00');
  assert.equal(await again.page.isEnabled('#write-limits'), false);
  const why = await again.page.getAttribute('#write-limits', 'aria-describedby');
  assert.equal(await again.page.textContent(`#${why}`), `To type by hand: ${obstacle}`);
  assert.deepEqual(preview.complaints, []);
});

test('of the moves of a frame only the last one is computed', async () => {
  const { page } = await openMemory({}, sizes([stacked()]));
  const shown = await page.evaluate(`new Promise((done) => {
    const shown = [];
    const output = document.querySelector('#limits output');
    new MutationObserver(() => shown.push(output.textContent)).observe(output, { childList: true, characterData: true, subtree: true });
    const slider = document.querySelector('${EXPONENT}');
    for (const value of ['0.5', '0.75', '1.5']) {
      slider.value = value;
      slider.dispatchEvent(new Event('input'));
    }
    requestAnimationFrame(() => requestAnimationFrame(() => done(shown)));
  })`);
  assert.deepEqual(shown, ['1.50']);
});

test('limits ask for a TPU with SparseCores, and tables of TensorFlow have none', async () => {
  const { page, tell } = await openMemory({}, sizes([stacked()]));
  await page.selectOption('#slice', 'v3-32');
  assert.match((await page.textContent('#limits'))!, /Choose a TPU with SparseCores/);
  await tell(sizes(undefined, 2));
  assert.equal(await page.isVisible('#limits'), false);
});

for (const theme of themes)
  test(`limits are legible and accessible in the theme ${theme}`, async () => {
    const { page, complaints } = await openMemory({ theme }, sizes([stacked()]));
    await page.locator('#limits').scrollIntoViewIfNeeded();
    assert.deepEqual(await violations(page), []);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 480);
    await page.locator('#limits').screenshot({ path: `test/e2e/screenshots/limits-${theme}.png` });
    assert.deepEqual(complaints, []);
  });
