/** Whether the person wants things to move. */
export const moves = (): boolean =>
  !document.body.classList.contains('vscode-reduce-motion') &&
  !matchMedia('(prefers-reduced-motion: reduce)').matches;
