// Tests Vim and ALE with the snippets of docs/editors.md, as far as the page claims. ALE counts bytes, so all
// characters are single bytes.
import { driver, judge } from './editor';
import { SCENARIOS } from './scenarios';

const ascii = (text: string) => text.replaceAll('🙂', 'my');
const ACTS = ['configure', 'diagnose', 'hover', 'format', 'rename'];
const scenarios = SCENARIOS.filter(({ file, act }) => !file.endsWith('.py') && ACTS.includes(act)).map(
  (scenario) => ({
    ...scenario,
    title: scenario.title.replace(' behind an emoji', ''),
    text: ascii(scenario.text),
    expected: ascii(scenario.expected),
    ...(scenario.input !== undefined && { input: ascii(scenario.input) }),
  }),
);

judge('vim-ale', 'Vim', scenarios, (vim) =>
  vim.drive(scenarios, 'vim', '-N', '-E', '-s', '-u', `${vim.home}/.vimrc`, '-S', driver('vim.vim')),
);
