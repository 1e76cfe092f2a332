import { type LogOutputChannel, type Uri, workspace } from 'vscode';
import { LanguageClient } from 'vscode-languageclient/browser';
import { CLIENT_ID, CLIENT_NAME, clientOptions, prepared } from './client-options';

/** A client that ends its worker when it stops. */
class WorkerClient extends LanguageClient {
  constructor(
    private readonly worker: Worker,
    ...[log, onClosed]: Parameters<typeof clientOptions>
  ) {
    super(CLIENT_ID, CLIENT_NAME, worker, clientOptions(log, onClosed));
  }

  override dispose(timeout?: number): Promise<void> {
    return super.dispose(timeout).finally(() => this.worker.terminate());
  }
}

/**
 * Creates a client, not started yet, for a language server that runs as a web worker. `onClosed` is called when the
 * server fails.
 */
export async function createWorkerClient(
  script: Uri,
  log: LogOutputChannel,
  onClosed: () => void,
): Promise<LanguageClient> {
  // The extension may come from another origin, from which browsers start no worker.
  const bytes = await workspace.fs.readFile(script);
  const address = URL.createObjectURL(new Blob([bytes], { type: 'text/javascript' }));
  const worker = new Worker(address);
  // After an error, the state of the worker is unknown.
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    // If the script cannot be loaded, the event has no message.
    const { message = 'its script cannot be loaded' }: { readonly message?: string } = event;
    log.error(`The language server failed: ${message}`);
    onClosed();
  });
  return prepared(new WorkerClient(worker, log, onClosed));
}
