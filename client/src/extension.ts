// Entry point on Node, where the extension can start processes.
import type { ExtensionContext } from 'vscode';
import { offerCheck } from './check-task';
import { type Api, startExtension } from './start';

export function activate(context: ExtensionContext): Api {
  context.subscriptions.push(offerCheck(context.asAbsolutePath('dist/cli.js')));
  const server = context.asAbsolutePath('dist/server.js');
  return startExtension(context, async (log, onClosed) => {
    // Loaded on demand: the client's library takes far longer to load than the rest of the extension.
    const { createClient } = await import('./client');
    return createClient(server, log, onClosed);
  });
}
