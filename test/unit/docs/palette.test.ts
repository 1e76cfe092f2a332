// How many commands the palette offers, and that what it leaves out is offered elsewhere.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';

interface Entry {
  readonly command: string;
  readonly when?: string;
}

const { commands, menus } = JSON.parse(readFileSync('package.json', 'utf8')).contributes as {
  readonly commands: readonly Entry[];
  readonly menus: Readonly<Record<string, readonly Entry[]>>;
};
const MOST = 9;

const WINDOWS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'no editor': {},
  'a configuration': { editorLangId: 'textproto', 'tpuEmbedding.previewable': 'true' },
  'a program': { editorLangId: 'python', 'tpuEmbedding.previewable': 'true' },
};

/** Whether a condition of the palette holds: comparisons and keys, joined by `&&` and, outermost, `||`. */
const holds = (when: string, context: Readonly<Record<string, string>>): boolean =>
  when.split(' || ').some((any) =>
    any.split(' && ').every((each) => {
      const [, key, operator, value] = /^([\w.]+)(?: (==|!=|=~) (.+))?$/.exec(each)!;
      const is = context[key!] ?? '';
      if (operator === '==') return is === value;
      if (operator === '!=') return is !== value;
      if (operator === '=~') return new RegExp(value!.slice(1, -1)).test(is);
      return is !== '';
    }),
  );

suite('the palette', () => {
  const conditions = new Map(menus['commandPalette']!.map(({ command, when }) => [command, when!]));
  for (const [what, context] of Object.entries(WINDOWS))
    test(`offers at most nine commands with ${what}`, () => {
      const offered = commands.filter(({ command }) => {
        const when = conditions.get(command);
        return when === undefined || holds(when, context);
      });
      assert.ok(offered.length <= MOST, offered.map(({ command }) => command).join(', '));
    });
});
