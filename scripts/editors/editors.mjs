// The editors that the tests run, and the command by which each proves that it is there and new enough.

const hasFeature = (feature) => ['-c', `if !${feature} | cquit | endif`, '-c', 'quit'];

export const EDITORS = {
  neovim: {
    packages: ['neovim'],
    probe: ['nvim', '--headless', '--clean', ...hasFeature("has('nvim-0.11')")],
  },
};
