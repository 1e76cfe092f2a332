// Links with a text, and the examples.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXAMPLES, HEADER } from './playground-page';
import type { Open } from './scenarios';

const TEXT = `${HEADER}table_descriptor { name: "Zürich \u{1f600} 日本語 &%#+?" }\n`;

export function trySharing(open: Open): void {
  test('a link contains the text, and the text is not sent to a server', async () => {
    const playground = await open();
    await playground.paste(TEXT);
    const fragment = await playground.share();
    await playground.page.reload();
    await playground.untilText(TEXT);
    const elsewhere = await open({ fragment });
    await elsewhere.untilText(TEXT);
    // Browsers do not send the fragment.
    assert.ok(fragment.length > 20, fragment);
    for (const { requests } of [playground, elsewhere])
      for (const url of requests) assert.ok(!url.split('#')[0]!.includes(fragment.slice(0, 20)), url);
  });

  for (const fragment of ['nonsense', '%', 'text=%E0%A4%A', '__proto__=1', 'x'.repeat(5000)])
    test(`a broken link, ${fragment.slice(0, 12)}, is reported and the page works`, async () => {
      const playground = await open({ fragment });
      await playground.until(SAYS_LINK);
      await playground.paste(TEXT);
    });

  test('a truncated link is reported and the page works', async () => {
    const first = await open();
    await first.paste(TEXT);
    const fragment = await first.share();
    const playground = await open({ fragment: fragment.slice(0, -20) });
    await playground.until(SAYS_LINK);
    await playground.paste(TEXT);
  });

  test('each example and a link to it open', async () => {
    const playground = await open();
    const values = await playground.ask<string[]>(
      `[...document.querySelector('${EXAMPLES}').options].map(({ value }) => value)`,
    );
    assert.ok(values.length >= 3, values.join());
    const texts = new Set<string>();
    for (const value of values.filter((each) => !OWN.includes(each))) {
      const before = await playground.text();
      await playground.page.select(EXAMPLES, value);
      if (texts.size > 0) await playground.until(`(${EDITED}) !== ${JSON.stringify(before)}`);
      const text = await playground.text();
      assert.ok(!texts.has(text), value);
      texts.add(text);
    }
    const last = await playground.text();
    const fragment = await playground.share();
    await (await open({ fragment })).untilText(last);
  });
}

/** These are empty. */
const OWN = ['configuration.textproto', 'program.py'];

const EDITED = `[...document.querySelectorAll('.cm-content .cm-line')].map((line) => line.textContent).join('\\n')`;
const SAYS_LINK = `[...document.querySelectorAll('[role=status], [role=alert]')]
  .some((e) => e.checkVisibility() && /link/i.test(e.textContent))`;
