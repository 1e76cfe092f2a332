import { diagnosticsOf, openFile, until, useTheme } from './editor';
import { page, screenshot } from './page';
import { scenario } from './runner';

const bodyClass = { dark: '.vs-dark', light: '.vs:not(.vs-dark)' };

for (const kind of ['dark', 'light'] as const)
  scenario(`squiggles are visible in the ${kind} theme`, async () => {
    await useTheme(kind);
    const { document } = await openFile('mistakes.textproto');
    await until('mistakes are reported', () => diagnosticsOf(document).length > 0);
    if (page)
      await until('the theme and the squiggles are drawn', async () => {
        const drawn = await page!.count(`.monaco-workbench${bodyClass[kind]} .squiggly-error`);
        return drawn > 0;
      });
    await screenshot(`mistakes-${kind}`);
  });
