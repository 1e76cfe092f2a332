// Mistakes in what editors show: answers of the languages, the server, the extension and the preview.
import type { Mutant } from './mutant';

export const EDITOR_MUTANTS: readonly Mutant[] = [
  {
    file: 'server/src/languages/fixes.ts',
    find: '!before || before.end < start',
    replace: '!before || before.end <= start',
    reason: 'of two fixes that touch both are made',
    tests: [['unit', 'fix-all']],
    expect: /touches its end the first is made/,
  },
  {
    file: 'server/src/server/documents/push-diagnostics.ts',
    find: 'if (this.documents.get(uri) !== document || this.hasPulled) return;',
    replace: 'if (this.hasPulled) return;',
    reason: 'diagnostics come for a document that has closed or opened again meanwhile',
    tests: [['unit', 'server']],
    expect: /closed and opened again while its files were read/,
  },
  {
    file: 'server/src/server/documents/refresh.ts',
    find: 'this.waiting.delete(notebook);',
    replace: '',
    reason: 'a notebook is refreshed once and never again',
    tests: [['unit', 'server']],
    expect: /refreshed once for a burst of changes, and again after each later one/,
  },
  {
    file: 'server/src/server/turns.ts',
    find: '      await nextTurn();\n      await nextTurn();',
    replace: '      await nextTurn();',
    reason: 'an answer comes before a change that was read in the same turn',
    tests: [['unit', 'server']],
    expect: /waits for a message that is read while it waits/,
  },
  {
    file: 'client/src/server.ts',
    find: 'this.crashes = [];\n    await this.stop();',
    replace: 'await this.stop();',
    reason: 'crashes before a restart by the user still count',
    tests: [['unit', 'client']],
    expect: /a restart by the user begins their count anew/,
  },
  {
    file: 'client/webview/model/ticks.ts',
    find: 'Math.max(least, floor)',
    replace: 'Math.max(least, low)',
    reason: 'a held axis does not grow downwards',
    tests: [['unit', 'preview']],
    expect: /held axis grows up to twice its length at either end/,
  },
];
