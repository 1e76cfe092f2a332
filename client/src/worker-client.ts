import { type LogOutputChannel, type Uri, workspace } from 'vscode';
import { LanguageClient } from 'vscode-languageclient/browser';
import { CLIENT_ID, CLIENT_NAME, clientOptions, prepared } from './client-options';

/** A client that takes its worker with it. */
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

/** A client, not yet started, of the language server in a script, a web worker; `onClosed` hears of a server that failed. */
export async function createWorkerClient(
  script: Uri,
  log: LogOutputChannel,
  onClosed: () => void,
): Promise<LanguageClient> {
  // Browsers start no worker from another origin, which the extension may come from.
  const bytes = await workspace.fs.readFile(script);
  const address = URL.createObjectURL(new Blob([bytes], { type: 'text/javascript' }));
  const worker = new Worker(address);
  // The state of a worker is unknown after an error.
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    // Without a message, browsers tell of a script that they cannot load.
    const { message = 'its script cannot be loaded' }: { readonly message?: string } = event;
    log.error(`The language server failed: ${message}`);
    onClosed();
  });
  return prepared(new WorkerClient(worker, log, onClosed));
}
