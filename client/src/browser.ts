// The extension in a browser, whose worker for extensions loads one file and starts no processes.
import { type ExtensionContext, Uri } from 'vscode';
import { type Api, startExtension } from './start';
import { createWorkerClient } from './worker-client';

export function activate(context: ExtensionContext): Api {
  const server = Uri.joinPath(context.extensionUri, 'dist', 'web', 'server.js');
  return startExtension(context, (log, onClosed) => createWorkerClient(server, log, onClosed));
}
