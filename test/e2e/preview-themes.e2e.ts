import assert from 'node:assert/strict';
import { contrast } from '../contrast';
import { openFile, until } from './editor';
import { page, screenshot } from './page';
import { configuration, number, openByLens, rate, shows, slider } from './panel';
import { inEachTheme, maximize, narrow, resize, restoreWindow, WINDOW } from './panel-size';
import { scenario } from './runner';

/** The content size of that window at 150 % zoom. */
const ZOOMED = [800, 467] as const;

/** Whether chart and slider of the rate are visible at once and not covered. */
const inOneView = () =>
  page!.preview.evaluate<boolean>(`(() => {
    const slider = document.querySelector('${slider(rate)}');
    slider.scrollIntoView({ block: 'nearest' });
    const middle = (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2);
    };
    return middle(slider) === slider && !!middle(document.querySelector('#rows-loss svg'))?.closest('#rows-loss svg');
  })()`);

/** The colours of the panel's background and of each curve, as drawn. */
const colours = () =>
  page!.preview.evaluate<string[]>(`[
    getComputedStyle(document.body).backgroundColor,
    ...[...document.querySelectorAll('.rows-chart .line, .trail')].map((line) => getComputedStyle(line).stroke),
  ]`);

const curve = () =>
  page!.preview.evaluate<string>("document.querySelector('#rows-loss .line.a')?.getAttribute('d')");

/** Opens the preview in a group of its own that fills the window. */
async function openMaximized(): Promise<void> {
  const { document } = await openFile('preview.textproto', configuration);
  await openByLens(document);
  if (!page) return;
  await shows('Adagrad');
  await until('the rows have learnt', async () => (await page!.preview.count('#rows-loss .line')) > 0);
  await maximize();
}

scenario('the preview can be used at 480 px by pointer and by keyboard', async () => {
  await openMaximized();
  if (!page) return;
  const { preview } = page;
  try {
    await narrow();
    const before = await curve();
    await preview.drag(slider(rate), 0.8);
    const dragged = Number(await preview.value(number(rate)));
    assert(dragged > 0.05, `the slider set ${dragged}`);
    await until('the curve follows', async () => (await curve()) !== before);
    await preview.press(slider(rate), 'ArrowLeft');
    await until('a key moves it', async () => Number(await preview.value(number(rate))) < dragged);
    await preview.press(slider(rate), 'Control+z');
    await preview.press(slider(rate), 'Control+z');
    await until('it is as in the document', async () => Number(await preview.value(number(rate))) === 0.05);
    await until('the curve is, too', async () => (await curve()) === before);
  } finally {
    await restoreWindow();
  }
});

/** One scenario for all of them, because opening the panel takes longer than all that is looked at in a theme. */
scenario('the preview can be read at 480 px and at 150 % in eight themes', async () => {
  await openMaximized();
  if (!page) return;
  const { preview } = page;
  try {
    await preview.choose('#compare', 'optimizer:adam');
    await preview.press(slider(rate), 'ArrowRight');
    await until('all curves are drawn', async () => (await preview.count('#rows-loss .line.b')) > 0);
    await inEachTheme(async (theme) => {
      await narrow();
      assert(await inOneView(), `charts and slider are in one view at 480 px in ${theme}`);
      const [behind, ...lines] = await colours();
      for (const line of new Set(lines)) {
        const ratio = contrast(line, behind!);
        assert(ratio >= 3, `${line} on ${behind} is ${ratio.toFixed(2)} : 1 in ${theme}`);
      }
      assert.deepEqual(await preview.violations(), [], theme);
      await screenshot(`preview ${theme} 480`);
      await resize(ZOOMED, 'innerHeight < 400');
      assert(await inOneView(), `charts and slider are in one view at 150 % in ${theme}`);
      await screenshot(`preview ${theme} 150`);
      await resize(WINDOW, 'innerWidth > 900');
      await preview.evaluate('scrollTo(0, 0)');
      await screenshot(`preview ${theme} wide`);
    });
  } finally {
    await restoreWindow();
  }
});
