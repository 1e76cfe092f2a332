// Tests Helix with the snippets of docs/editors.md, in a terminal.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Editor, judge, placeOf, withoutCursor } from './editor';
import { SCENARIOS, type Scenario } from './scenarios';
import { Terminal } from './terminal';

/** A mistake at the end of each text: its mark shows that the server has answered. */
const MISTAKE = { textproto: 'num_host: 1\n', python: 'embedding.SGD(rate=1)\n' };
const mistakeOf = ({ file, act }: Scenario) =>
  ['configure', 'diagnose', 'fix'].includes(act)
    ? ''
    : MISTAKE[file.endsWith('.py') ? 'python' : 'textproto'];

const scenarios = SCENARIOS.map((scenario) => {
  const { act, text, expected } = scenario;
  const isText = !['configure', 'diagnose', 'hover'].includes(act);
  const mistake = mistakeOf(scenario);
  return { ...scenario, text: text + mistake, expected: isText ? expected + mistake : expected };
});

type Act = (helix: Terminal, scenario: Scenario) => Promise<void>;
const acts: Record<string, Act> = {
  async complete(helix, { input }) {
    helix.type('i', 'C-x');
    await helix.shows(input!);
    helix.type('C-n', 'Enter', 'Escape');
  },
  async fix(helix) {
    helix.type('Space', 'a');
    await helix.shows('Replace with');
    helix.type('Enter');
    await helix.shows(/vocabulary_size|optimizer=None/);
  },
  async format(helix) {
    helix.type("':format", 'Enter');
    await helix.shows('  vocabulary_size: 1000');
  },
  async rename(helix, { input }) {
    helix.type('Space', 'r');
    await helix.shows('rename-to:');
    helix.type('C-u', `'${input}`, 'Enter');
    await helix.shows(new RegExp(`name[:=] ?"${input}"`));
  },
};

async function done(editor: Editor, scenario: Scenario): Promise<string> {
  const { file, act, text } = scenario;
  const { line, column } = placeOf(text);
  editor.write(file, withoutCursor(text));
  const helix = new Terminal(editor, 'hx', `${file}:${line}:${column + 1}`);
  try {
    await helix.shows('●');
    if (act === 'hover') {
      helix.type('Space', 'k');
      return (await helix.shows(/Rows are padded|Trains this table/)).replace(/[\s│]+/g, ' ');
    }
    if (act === 'diagnose') {
      helix.type(']', 'd');
      const screen = (await helix.shows(/has no field|takes no/)).replace(/[\s│]+/g, ' ');
      // The marked text is selected.
      helix.type('c', "'<>", 'Escape');
      await helix.ends("':wq!", 'Enter');
      const [before, after] = editor.read(file).split('<>');
      const marked = withoutCursor(text).slice(before!.length, -after!.length);
      return `${marked}: ${screen.slice(screen.search(/TableDescriptor has|`TableConfig`/))}`;
    }
    if (act === 'configure') {
      const settings = join(editor.home, '.config/helix/languages.toml');
      // Without this file, no other one is read again.
      writeFileSync(join(dirname(settings), 'config.toml'), '');
      const text = readFileSync(settings, 'utf8');
      writeFileSync(settings, text.replace(`${scenario.input} = "off"`, `${scenario.input} = "warning"`));
      helix.type("':config-reload", 'Enter', "':lsp-restart", 'Enter', ']', 'd');
      return (await helix.shows(/padded from/)).replace(/[\s│]+/g, ' ');
    }
    await acts[act]!(helix, scenario);
    await helix.ends("':wq!", 'Enter');
    return editor.read(file);
  } finally {
    helix.kill();
  }
}

judge('helix', 'Helix', scenarios, async (editor) => {
  const results: Record<string, unknown> = {};
  for (const scenario of scenarios)
    results[scenario.title] = await done(editor, scenario).catch((error: Error) => error.message);
  return results;
});
