import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { contrast } from '../contrast';
import { openFile, until, useThemeNamed } from './editor';
import { IN_BROWSER } from './environment';
import { page, screenshot } from './page';
import { configuration, number, openByLens, rate, shows, slider } from './panel';
import { scenario } from './runner';

/** The first available theme of each kind: the defaults, all high contrast ones, and various hues. */
const themes = [
  ['Dark 2026', 'Default Dark Modern'],
  ['Light 2026', 'Default Light Modern'],
  ['Default High Contrast'],
  ['Default High Contrast Light'],
  ['Monokai'],
  ['Solarized Dark'],
  ['Solarized Light'],
  ['Red'],
];

const isThere = (theme: string) =>
  vscode.extensions.all.some(({ packageJSON }) =>
    (packageJSON.contributes?.themes ?? []).some(
      ({ id, label }: { id?: string; label: string }) => (id ?? label) === theme,
    ),
  );

/**
 * In a browser, extensions do not see themes without code. The oldest VS Code then uses the last choice, the newest the
 * first.
 */
function available(choices: readonly string[]): string {
  const isOldest = vscode.version.startsWith('1.100.');
  const theme = IN_BROWSER ? choices.at(isOldest ? -1 : 0) : choices.find(isThere);
  if (!theme) throw new Error(`This VS Code has no theme ${choices.join(' or ')}`);
  return theme;
}

/** The default window size of the scenarios. */
const WINDOW = [1200, 700] as const;

/** The content size of that window at 150 % zoom. */
const ZOOMED = [800, 467] as const;

/** The bars of VS Code take 48 × 92 pixels of a window, those of a newer one a few more. */
const NARROW = [480 + 48, 600 + 92] as const;

/** Resizes the window and waits until the panel has the size that belongs to it, and is drawn in that size. */
async function resize(window: readonly [number, number], hasSize: string): Promise<void> {
  await page!.resize(...window);
  await until(`the panel has ${hasSize}`, () => page!.preview.evaluate<boolean>(hasSize));
  await page!.preview.evaluate(FRAMES);
}

/** Waits for two frames: by then resize observers have run. */
const FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

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
  page!.preview.evaluate<string>("document.querySelector('#rows-loss .line.all')?.getAttribute('d')");

/** Opens the preview in a group of its own that fills the window. */
async function openMaximized(): Promise<void> {
  const { document } = await openFile('preview.textproto', configuration);
  await openByLens(document);
  if (!page) return;
  await shows('Adagrad');
  await until('the rows have learnt', async () => (await page!.preview.count('#rows-loss .line')) > 0);
  await vscode.commands.executeCommand('workbench.action.closeSidebar');
  await vscode.commands.executeCommand('workbench.action.focusRightGroup');
  await vscode.commands.executeCommand('workbench.action.toggleMaximizeEditorGroup');
}

async function restoreWindow(): Promise<void> {
  await page!.resize(...WINDOW);
  await vscode.commands.executeCommand('workbench.action.toggleMaximizeEditorGroup');
}

scenario('the preview can be used at 480 px by pointer and by keyboard', async () => {
  await openMaximized();
  if (!page) return;
  const { preview } = page;
  try {
    await resize(NARROW, 'innerWidth <= 480 && innerHeight <= 600');
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
    await until('all curves are drawn', async () => (await preview.count('#rows-loss .line.other')) > 0);
    for (const theme of themes.map(available)) {
      await useThemeNamed(theme);
      await until(`the panel has the theme ${theme}`, () =>
        preview.evaluate<boolean>(`document.body.dataset.vscodeThemeId === ${JSON.stringify(theme)}`),
      );
      await resize(NARROW, 'innerWidth <= 480 && innerHeight <= 600');
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
    }
  } finally {
    await restoreWindow();
  }
});
