// The user's text survives a reload, another example and another tab, and can be restored.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXAMPLES, HEADER, RESET } from './playground-page';
import type { Open } from './scenarios';

const MINE = `${HEADER}num_hosts: 7 # mine\n`;
const ANOTHER = `${HEADER}num_hosts: 8 # another\n`;

const CAN_RESET = `!document.querySelector('${RESET}').disabled`;
const EXAMPLE = `document.querySelector('${EXAMPLES}').value`;

export function tryKeeping(open: Open): void {
  test('an unshared text is restored after a reload and in a new tab', async () => {
    const playground = await open();
    await playground.paste(MINE);
    await playground.page.reload();
    await playground.untilText(MINE);
    await (await open({ beside: playground })).untilText(MINE);
  });

  test('each of two tabs keeps its own text', async () => {
    const one = await open();
    await one.paste(MINE);
    const other = await open({ beside: one });
    await other.paste(ANOTHER);
    for (const { page } of [one, other]) await page.reload();
    await one.untilText(MINE);
    await other.untilText(ANOTHER);
  });

  test('edits of an example are kept, and Reset restores the original', async () => {
    const playground = await open();
    assert.equal(await playground.ask(CAN_RESET), false);
    await playground.paste(MINE);
    await playground.until(CAN_RESET);
    await playground.page.select(EXAMPLES, 'ads_ranking.textproto');
    await playground.until(`${TEXT}?.includes('advertisement') && !(${CAN_RESET})`);
    await playground.page.select(EXAMPLES, 'first.textproto');
    await playground.untilText(MINE);
    await playground.click(RESET);
    await playground.until(`${TEXT}?.includes('vocab_size: 100000') && !(${CAN_RESET})`);
    await playground.click('[role=status] button');
    await playground.untilText(MINE);
  });

  test('the open example is restored after a reload', async () => {
    const playground = await open();
    await playground.page.select(EXAMPLES, 'two_towers.py');
    await playground.until(`${TEXT}?.includes('Two towers')`);
    await playground.page.reload();
    await playground.until(`${TEXT}?.includes('Two towers') && ${EXAMPLE} === 'two_towers.py'`);
  });

  test('a link is opened instead of the draft, and the draft is kept', async () => {
    const playground = await open();
    await playground.paste(ANOTHER);
    const fragment = await playground.share();
    await playground.paste(MINE);
    // The address no longer has the link.
    await playground.until(`location.hash === ''`);
    const other = await open({ beside: playground, fragment });
    await other.untilText(ANOTHER);
    await other.paste(`${ANOTHER}# and more\n`);
    await other.page.reload();
    await other.untilText(`${ANOTHER}# and more\n`);
    await other.click(RESET);
    await other.untilText(ANOTHER);
    await other.page.select(EXAMPLES, 'first.textproto');
    await other.untilText(MINE);
  });

  test('Back returns to the link, and Forward to its edited text', async () => {
    const first = await open();
    await first.paste(ANOTHER);
    const fragment = await first.share();
    const playground = await open({ fragment });
    await playground.untilText(ANOTHER);
    await playground.paste(MINE);
    await playground.until(`location.hash === ''`);
    await playground.page.goBack();
    await playground.untilText(ANOTHER);
    assert.equal(await playground.ask('location.hash'), `#${fragment}`);
    await playground.page.goForward();
    await playground.untilText(MINE);
  });

  test('the settings are restored after a reload', async () => {
    const playground = await open();
    await playground.ask(`document.querySelector('.settings').open = true`);
    await playground.page.type('input[name=numHosts]', '3');
    await playground.until(`sessionStorage.getItem('settings')?.includes('3')`);
    await playground.page.reload();
    await playground.until(`document.querySelector('input[name=numHosts]')?.value === '3'`);
  });

  test('without browser storage the page works and says so', async () => {
    const refusal = `for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get() { throw new Error('refused'); } });`;
    const playground = await open({ first: refusal });
    await playground.paste(MINE);
    await playground.until(`document.querySelector('[role=status]').textContent.includes('share it')`);
  });
}

const TEXT = `document.querySelector('.cm-content')?.innerText`;
