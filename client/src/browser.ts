// Entry point in a browser. Its extension host is a worker that loads a single file and cannot start processes.
import { type ExtensionContext, Uri } from 'vscode';
import { type Api, startExtension } from './start';
import { createWorkerClient } from './worker-client';

export function activate(context: ExtensionContext): Api {
  const server = Uri.joinPath(context.extensionUri, 'dist', 'web', 'server.js');
  return startExtension(context, (log, onClosed) => createWorkerClient(server, log, onClosed));
}
