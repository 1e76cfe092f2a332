// Tests Emacs and lsp-mode with the snippets of docs/editors.md.
import { driver, judge } from './editor';
import { SCENARIOS } from './scenarios';

judge('lsp-mode', 'Emacs: lsp-mode', SCENARIOS, (emacs) =>
  emacs.drive(
    SCENARIOS,
    ...['emacs', '--batch', '--eval', '(package-initialize)'],
    ...['-l', `${emacs.home}/.emacs.d/init.el`, '-l', driver('emacs.el')],
  ),
);
