import * as vscode from 'vscode';
import { diagnosticsOf, openFile, until } from './editor';
import { page, screenshot } from './page';
import { scenario } from './runner';

const themes = { dark: 'Default Dark Modern', light: 'Default Light Modern' };
const bodyClass = { dark: '.vs-dark', light: '.vs:not(.vs-dark)' };

for (const kind of ['dark', 'light'] as const)
  scenario(`mistakes show in the ${kind} theme`, async () => {
    const settings = vscode.workspace.getConfiguration('workbench');
    await settings.update('colorTheme', themes[kind], vscode.ConfigurationTarget.Global);
    const { document } = await openFile('mistakes.textproto');
    await until('mistakes are reported', () => diagnosticsOf(document).length > 0);
    if (page)
      await until('the theme and the squiggles are drawn', async () => {
        const drawn = await page!.count(`.monaco-workbench${bodyClass[kind]} .squiggly-error`);
        return drawn > 0;
      });
    await screenshot(`mistakes-${kind}`);
  });
