// Tests Neovim with the snippets of docs/editors.md, with the plug-in and without.
import { driver, judge } from './editor';
import { BEHIND_EMOJI, SCENARIOS, type Scenario } from './scenarios';

const show = (input: string, file: string, text: string, expected: string): Scenario => ({
  title: `:${input} in ${file}`,
  file,
  text,
  act: 'show',
  input,
  expected,
});

const { configuration, program } = BEHIND_EMOJI;
const COMMANDS = [
  show(
    'TpuEmbeddingPreview',
    'preview.pbtxt',
    configuration('preview', 'adag|rad {}'),
    '- `learningRate.constant`: 0.1',
  ),
  show(
    'TpuEmbeddingPreview',
    'preview.py',
    program('optimizer=embed|ding.Adagrad(0.1)'),
    '- `accumulators`: 31.25 KiB on the devices',
  ),
  show(
    'TpuEmbeddingSimulate --steps 10',
    'simulate.pbtxt',
    configuration('simulate', 'adag|rad {}'),
    'rare rows',
  ),
  show(
    'TpuEmbeddingSimulate --steps 10',
    'simulate.py',
    program('optimizer=embed|ding.Adagrad(0.1)'),
    'rare rows',
  ),
  show('TpuEmbeddingPlan v5p-16', 'plan.pbtxt', configuration('plan', 'adagrad {}'), 'It fits.'),
  show(
    'TpuEmbeddingConfiguration',
    'derived.py',
    program('optimizer=embedding.Adagrad(0.1)'),
    'dimension: 8',
  ),
  show('TpuEmbeddingRule', 'rule.pbtxt', configuration('rule', '|adagrd {}'), '# unknown-field'),
];

const PLUG_IN = 'Neovim: the plug-in';
for (const heading of [PLUG_IN, 'Neovim: without the plug-in']) {
  const scenarios = heading === PLUG_IN ? [...SCENARIOS, ...COMMANDS] : SCENARIOS;
  judge('neovim', heading, scenarios, (neovim) =>
    neovim.drive(scenarios, 'nvim', '--headless', '-c', `luafile ${driver('neovim.lua')}`),
  );
}
