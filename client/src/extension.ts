// The extension on Node, where it may start processes.
import type { ExtensionContext } from 'vscode';
import { offerCheck } from './check-task';
import { type Api, startExtension } from './start';

export function activate(context: ExtensionContext): Api {
  context.subscriptions.push(offerCheck(context.asAbsolutePath('dist/cli.js')));
  const server = context.asAbsolutePath('dist/server.js');
  return startExtension(context, async (log, onClosed) => {
    // The client's library takes far longer to load than the rest of the extension, so it is loaded when needed.
    const { createClient } = await import('./client');
    return createClient(server, log, onClosed);
  });
}
