// Features of the editor.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { servePlayground } from '../../scripts/playground-server.mjs';
import { CONFIGURATION, EXAMPLES, FIX, FORMAT, HEADER, MOD, PROBLEMS, SQUIGGLE } from './playground-page';
import type { Open } from './scenarios';

const MISTAKE = CONFIGURATION.replace('num_hosts', 'num_host');
const PROGRAM = 'import tensorflow as tf\n\ntf.tpu.experimental.embedding.Adagrad(lr=0.1)\n';

/** The part of the language server that is loaded with the first program. */
const PROGRAMS = 'programs.js';

const countOf = (selector: string) => `document.querySelectorAll('${selector}').length`;

/** The script of a worker that replaces the server. */
const replaced = (script: string) => `
  const { Worker: Original } = window;
  window.Worker = class extends Original {
    constructor() { super(new URL(${JSON.stringify(script)}, location.href)); }
  };`;

export function tryEditing(open: Open): void {
  test('a language server that cannot be loaded is reported, and the text stays readable', async () => {
    const playground = await open({ first: replaced('missing.js') });
    // The browser reports it, too.
    playground.expected = /404|missing\.js/;
    await playground.until(
      `document.querySelector('[role=status]').textContent ===
        'The language server failed: its script cannot be loaded. Reload the page to start it again.'`,
    );
    await playground.until(TEXT_HAS('table_descriptor'));
  });

  test('what reads programs is fetched once a configuration has its answers', async () => {
    const playground = await open();
    await playground.until(countOf(SQUIGGLE));
    await playground.until(
      `performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/${PROGRAMS}'))`,
    );
  });

  test('without what reads programs, configurations have their answers, and programs a reason each time', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'playground-'));
    let close = () => {};
    try {
      cpSync('dist/playground', folder, { recursive: true });
      rmSync(join(folder, PROGRAMS));
      const served = await servePlayground(folder);
      close = served.close;
      const playground = await open({ address: served.address });
      playground.expected = /404|programs|^\[lsp\]/;
      await playground.until(countOf(SQUIGGLE));
      for (const program of ['ranking_mistakes.py', 'sparsecore_mistakes.py']) {
        await playground.page.select(EXAMPLES, program);
        await playground.until(
          `document.querySelector('[role=status]').textContent.includes('its part for programs cannot be loaded')`,
        );
        await playground.page.select(EXAMPLES, 'mistakes.textproto');
        await playground.until(countOf(SQUIGGLE));
      }
    } finally {
      close();
      rmSync(folder, { recursive: true });
    }
  });

  test('the first view shows a mistake and its fix', async () => {
    const playground = await open();
    await playground.until(countOf(SQUIGGLE));
    const problems = await playground.until<number>(countOf(PROBLEMS));
    await playground.picture('first');
    await playground.click(FIX);
    await playground.until(`${countOf(PROBLEMS)} < ${problems}`);
  });

  test('a mistake is reported, and its fix removes it', async () => {
    const playground = await open();
    await playground.paste(MISTAKE);
    await playground.until(`document.querySelector('${SQUIGGLE}')?.textContent === 'num_host'`);
    await playground.until(ONLY_PROBLEM);
    await playground.click(FIX);
    await playground.untilText(CONFIGURATION);
    await playground.until(`${countOf(SQUIGGLE)} === 0`);
  });

  test('the editor scrolls to the edit of a fix, and the preview shows the optimizer there', async () => {
    const playground = await open();
    // In the second table, far outside of the visible part.
    const [before, table] = CONFIGURATION.split('table_descriptor');
    const other = table!.replace('zebra', 'okapi').replace('adagrad {}', 'ftrl {}');
    await playground.paste(CONFIGURATION);
    await playground.show('Preview', 'zebra');
    const filler = '# x\n'.repeat(200);
    const mistaken = other.replace('constant', 'constnt');
    await playground.paste(`${before}table_descriptor${table}${filler}table_descriptor${mistaken}`);
    await playground.press('Home', MOD);
    await playground.show('Problems', 'constnt');
    await playground.click(FIX);
    await playground.until(`document.querySelector('.cm-activeLine')?.textContent.includes('constant: 0.1')`);
    await playground.show('Preview', 'okapi');
  });

  test('words are coloured by meaning', async () => {
    const playground = await open();
    await playground.paste(CONFIGURATION);
    const colourOf = (
      word: string,
    ) => `getComputedStyle([...document.querySelectorAll('.cm-line span')].findLast(
      (e) => e.textContent === '${word}')).color`;
    await playground.until(`${colourOf('table_descriptor')} !== ${colourOf('dimension')}`);
    assert.equal(
      await playground.ask(colourOf('table_descriptor')),
      await playground.ask(colourOf('adagrad')),
    );
  });

  test('a click on a problem in the list selects its place', async () => {
    const playground = await open();
    await playground.paste(MISTAKE);
    await playground.until(ONLY_PROBLEM);
    await playground.click(PROBLEMS);
    await playground.until(`document.activeElement.matches('.cm-content')`);
    await playground.until(
      `getSelection().anchorNode.parentElement.closest('.cm-line')?.textContent === 'num_host: 1'`,
    );
    await playground.page.keyboard.type('7');
    await playground.until(`${TEXT_HAS('7')} && !${TEXT_HAS('num_host: 1')}`);
  });

  test('a field is completed by keyboard, and the completion can be undone', async () => {
    const playground = await open();
    await playground.paste(HEADER);
    await playground.page.keyboard.type('num_ho');
    await playground.until(OPTION('num_hosts'));
    // The list ignores keys for a moment, so that continued typing accepts nothing.
    await playground.until(READY_FOR_KEYS);
    await playground.press('Enter');
    await playground.until(TEXT_HAS('num_hosts:'));
    await playground.press('Escape');
    await playground.press('z', process.platform === 'darwin' ? 'Meta' : 'Control');
    await playground.until(`!${TEXT_HAS('num_hosts:')}`);
  });

  test('enum values are offered for an enum field', async () => {
    const playground = await open();
    await playground.paste(`${HEADER}mode: `);
    await playground.press(' ', 'Control');
    await playground.until(OPTION('INFERENCE'));
    await playground.press('Escape');
    await playground.until(`!document.querySelector('.cm-tooltip-autocomplete')`);
  });

  test('hover over a field shows its documentation', async () => {
    const playground = await open();
    await playground.paste(CONFIGURATION);
    await playground.pointAt('num_hosts');
    await playground.until(`document.querySelector('.cm-tooltip')?.textContent.includes('host')`);
  });

  test('hover over a mistake shows the message', async () => {
    const playground = await open();
    await playground.paste(MISTAKE);
    await playground.until(countOf(SQUIGGLE));
    await playground.pointAt('num_host');
    await playground.until(`document.querySelector('.cm-tooltip')?.textContent.includes('num_hosts')`);
  });

  test('a text is formatted', async () => {
    const playground = await open();
    await playground.paste(`${HEADER}table_descriptor{name:"a"\nvocab_size :  7}`);
    await playground.click(FORMAT);
    await playground.untilText(`${HEADER}table_descriptor {\n  name: "a"\n  vocab_size: 7\n}\n`);
  });

  test('a text without a header is checked, and one of another message is reported as unchecked', async () => {
    const playground = await open();
    await playground.paste('nothing_of_ours: 1\n');
    await playground.until(PROBLEMS_SAY('nothing_of_ours'));
    await playground.paste('# proto-message: tensorflow.ConfigProto\n');
    await playground.until(
      PROBLEMS_SAY('Nothing is checked here. No schema describes tensorflow.ConfigProto'),
    );
    await playground.paste(CONFIGURATION);
    await playground.until(PROBLEMS_SAY('No problems.'));
    await playground.page.select(EXAMPLES, 'two_towers.py');
    await playground.until(`${TEXT_HAS('Two towers')} && ${PROBLEMS_SAY('No problems.')}`);
    await playground.paste('print(1)\n');
    await playground.until(PROBLEMS_SAY('Nothing is checked here.'));
  });

  test('a pasted text in the other language goes to a draft of its own', async () => {
    const playground = await open();
    const chosen = `document.querySelector('${EXAMPLES}').value`;
    await playground.paste(MISTAKE);
    await playground.paste(PROGRAM);
    await playground.until(`${chosen} === 'program.py'`);
    await playground.until(PROBLEMS_SAY('learning_rate'));
    await playground.paste(CONFIGURATION);
    await playground.until(`${chosen} === 'configuration.textproto' && ${PROBLEMS_SAY('No problems.')}`);
    await playground.page.select(EXAMPLES, 'program.py');
    await playground.untilText(PROGRAM);
    await playground.page.select(EXAMPLES, 'first.textproto');
    await playground.untilText(MISTAKE);
  });

  test('an unparsable text is reported and not formatted', async () => {
    const playground = await open();
    const text = `${HEADER}table_descriptor {{{ " 日本語 \u{1f600}\n`;
    await playground.paste(text);
    await playground.until(countOf(SQUIGGLE));
    await playground.click(FORMAT);
    await playground.untilText(text);
  });

  test('tabs show results for the current text', async () => {
    const playground = await open();
    await playground.paste(CONFIGURATION);
    for (const tab of ['Describe', 'Plan', 'Preview'] as const) await playground.show(tab, 'zebra');
  });

  test('for a program, the Describe tab shows its configuration and is renamed', async () => {
    const playground = await open();
    await playground.page.select(EXAMPLES, 'two_towers.py');
    await playground.click('[role=tab]:nth-of-type(2)');
    await playground.until(
      `document.querySelector('[role=tab][aria-selected=true]').textContent === 'Configuration'`,
    );
    await playground.until(
      `document.querySelector('#panel-describe').innerText.includes('vocabulary_size: 2000000')`,
    );
  });
}

/** Waits until the list reports the mistake, and nothing of the previous text. */
const ONLY_PROBLEM = `((list) => list.length === 1 && list[0].textContent.includes('num_hosts'))(
  document.querySelectorAll('${PROBLEMS}'))`;
const PROBLEMS_SAY = (words: string) =>
  `document.querySelector('#panel-problems').innerText.includes('${words}')`;
const TEXT_HAS = (words: string) => `document.querySelector('.cm-content').innerText.includes('${words}')`;
const OPTION = (label: string) =>
  `[...document.querySelectorAll('.cm-tooltip-autocomplete li')].some((e) => e.textContent.includes('${label}'))`;
/** Waits until the list has been visible for a tenth of a second of the page's time. */
const READY_FOR_KEYS = `((list) => {
  list.seen ??= performance.now();
  return performance.now() - list.seen > 100;
})(document.querySelector('.cm-tooltip-autocomplete'))`;
