import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandHelp, optionsOf } from '../../../server/src/cli/help';
import { allCommands } from '../../../server/src/cli/main';

test('the help of a command explains its options, those of its usage and its examples among them', async () => {
  for (const [name, command] of Object.entries(await allCommands())) {
    const { usage, examples, statuses, summary } = command;
    for (const line of [usage, ...examples.map(([line]) => line)]) {
      assert.ok(line === name || line.startsWith(`${name} `), line);
      for (const [, option] of line.matchAll(/--([a-z-]+)/g))
        assert.ok(option! in command.options, `${name}: ${line}`);
    }
    assert.ok(examples.length > 0, name);
    assert.ok(0 in statuses && 2 in statuses, name);
    const sentences = [summary, ...Object.values(statuses), ...Object.values(command.arguments)];
    for (const text of [...sentences, ...optionsOf(command).map(([, about]) => about)])
      assert.match(text, /^\S[\s\S]*[.:]$/, `${name}: ${text}`);
  }
});

test('the help of a command contains everything in its table, within the width of the terminal', async () => {
  for (const [name, command] of Object.entries(await allCommands()))
    for (const width of [60, 100]) {
      const help = commandHelp(command, width);
      assert.ok(help.startsWith(`Usage: tpu-embedding ${command.usage}\n`));
      const words = help.replaceAll(/\s+/g, ' ');
      for (const [option, about] of optionsOf(command))
        assert.ok(words.includes(`${option} ${about}`), option);
      for (const [status, about] of Object.entries(command.statuses))
        assert.ok(words.includes(`${status} ${about}`), `${name}: ${status}`);
      const [options] = help.split('Options:\n')[1]!.split('\n\n');
      for (const line of options!.split('\n')) assert.ok(line.length <= width, line);
    }
});
