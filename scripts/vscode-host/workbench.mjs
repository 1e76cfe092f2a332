// The address at which VS Code's server shows a folder with an extension under development.
import { pathToFileURL } from 'node:url';

/**
 * @param {{port: string, token: string}} server
 * @param {object} options
 * @param {string} options.folder the workspace, an absolute path
 * @param {string} [options.extension] the extension's folder, an absolute path
 * @param {string} [options.tests] the module whose `run()` the extension host calls
 * @param {string} [options.open] a file to open
 */
export function workbenchAddress({ port, token }, { folder, extension, tests, open }) {
  const remote = (path) => `vscode-remote://localhost:${port}${pathToFileURL(path).pathname}`;
  const payload = [
    ['skipWelcome', 'true'],
    ...(extension ? [['extensionDevelopmentPath', remote(extension)]] : []),
    ...(tests ? [['extensionTestsPath', remote(tests)]] : []),
    ...(open ? [['openFile', remote(open)]] : []),
  ];
  const query = new URLSearchParams({ tkn: token, folder, payload: JSON.stringify(payload) });
  return `http://localhost:${port}/?${query}`;
}

/** Settings that silence everything except the extension. */
export const quietSettings = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'extensions.ignoreRecommendations': true,
  'chat.commandCenter.enabled': false,
  'chat.disableAIFeatures': true,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'security.workspace.trust.enabled': false,
  'git.enabled': false,
};
