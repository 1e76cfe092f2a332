// Replaces VS Code for the preview's page in a frame: its translations, theme, and messages.
import documentation from 'tpu-embedding:optimizer-documentation';
import { showTheme } from '../client/webview/standalone';

const KEY = 'preview';

function savedState(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

Object.assign(globalThis, {
  documentation,
  acquireVsCodeApi: () => ({
    postMessage: (message: unknown) => parent.postMessage(message, location.origin),
    getState: savedState,
    setState(state: unknown) {
      try {
        sessionStorage.setItem(KEY, JSON.stringify(state));
      } catch {
        // Some browsers store nothing: then the preview starts from scratch.
      }
    },
  }),
});

const outer = parent.document.documentElement;
const adoptTheme = () => {
  const { theme = 'light' } = outer.dataset;
  showTheme(theme === 'dark' ? 'dark' : 'light');
};
adoptTheme();
new MutationObserver(adoptTheme).observe(outer, { attributeFilter: ['data-theme'] });
