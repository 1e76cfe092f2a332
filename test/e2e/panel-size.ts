// Themes and sizes in which the panel is looked at.
import * as vscode from 'vscode';
import { until, useThemeNamed } from './editor';
import { IN_BROWSER } from './environment';
import { page } from './page';

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

/** Looks at the panel in one theme after the other. */
export async function inEachTheme(look: (theme: string) => Promise<void>): Promise<void> {
  for (const theme of themes.map(available)) {
    await useThemeNamed(theme);
    await until(`the panel has the theme ${theme}`, () =>
      page!.preview.evaluate<boolean>(`document.body.dataset.vscodeThemeId === ${JSON.stringify(theme)}`),
    );
    await look(theme);
  }
}

/** The default window size of the scenarios. */
export const WINDOW = [1200, 700] as const;

/** The panel alone fills the window. */
export async function maximize(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeSidebar');
  await vscode.commands.executeCommand('workbench.action.focusRightGroup');
  await vscode.commands.executeCommand('workbench.action.toggleMaximizeEditorGroup');
}

export async function restoreWindow(): Promise<void> {
  await page!.resize(...WINDOW);
  await vscode.commands.executeCommand('workbench.action.toggleMaximizeEditorGroup');
}

/** The bars of VS Code take 48 × 92 pixels of a window, those of a newer one a few more. */
const NARROW = [480 + 48, 600 + 92] as const;

export const narrow = (): Promise<void> => resize(NARROW, 'innerWidth <= 480 && innerHeight <= 600');

/** Resizes the window and waits until the panel has the size that belongs to it, and is drawn in that size. */
export async function resize(window: readonly [number, number], hasSize: string): Promise<void> {
  await page!.resize(...window);
  await until(`the panel has ${hasSize}`, () => page!.preview.evaluate<boolean>(hasSize));
  await page!.preview.evaluate(FRAMES);
}

/** Waits for two frames: by then resize observers have run. */
const FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';
