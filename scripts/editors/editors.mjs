// The tested editors, and the command that checks whether each is installed and new enough.

const hasFeature = (feature) => ['-c', `if !${feature} | cquit | endif`, '-c', 'quit'];

export const EDITORS = {
  neovim: {
    packages: ['neovim'],
    probe: ['nvim', '--headless', '--clean', ...hasFeature("has('nvim-0.11')")],
  },
  emacs: {
    packages: ['emacs-nox'],
    probe: ['emacs', '--batch', '--eval', '(kill-emacs (if (< emacs-major-version 29) 1 0))'],
  },
  'lsp-mode': {
    packages: ['emacs-nox', 'elpa-lsp-mode'],
    probe: ['emacs', '--batch', '--eval', "(progn (package-initialize) (require 'lsp-mode))"],
  },
  helix: {
    packages: ['hx', 'tmux'],
    probe: ['sh', '-c', 'hx --version && tmux -V'],
  },
  'vim-ale': {
    packages: ['vim', 'vim-ale'],
    probe: [
      'vim',
      '-N',
      '-E',
      '-s',
      '-u',
      'NONE',
      '-c',
      'packloadall',
      '-c',
      "if !exists(':ALEHover') | cquit | endif",
      '-c',
      'qall',
    ],
  },
};
