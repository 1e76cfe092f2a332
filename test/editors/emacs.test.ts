// Tests Emacs and its eglot with the snippets of docs/editors.md.
import { driver, judge } from './editor';
import { SCENARIOS, type Scenario } from './scenarios';

const coloured = (text: string, expected: string): Scenario => ({
  title: `text format is coloured and indented: ${text.replaceAll('\n', ' ')}`,
  file: `coloured-${expected.replace(/\W/g, '-')}.txtpb`,
  text,
  act: 'show',
  expected,
});

const scenarios = [
  ...SCENARIOS,
  coloured('a {\nb {\n|c: 1\n}\n}\n', 'font-lock-variable-name-face 4'),
  coloured('a {\n|b {\nc: 1\n}\n}\n', 'font-lock-type-face 2'),
  coloured("a: '#' b: |TRUE # c\n", 'font-lock-constant-face 0'),
  coloured('a <\nb: "\\"#" # |c\n>\n', 'font-lock-comment-face 2'),
];

judge('emacs', 'Emacs: eglot', scenarios, (emacs) =>
  emacs.drive(
    scenarios,
    'emacs',
    '--batch',
    '-l',
    `${emacs.home}/.emacs.d/init.el`,
    '-l',
    driver('emacs.el'),
  ),
);
