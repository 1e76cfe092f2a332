import {
  CancellationError,
  type CancellationToken,
  type LogOutputChannel,
  l10n,
  Uri,
  workspace,
} from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';
import { DroppedReports } from './dropped-reports';
import { errorHandler } from './error-handler';
import { installedUri } from './installed-files';
import { readForServer } from './read-for-server';

/** Creates a language client that is not started yet. It calls `onClosed` when the server ends unexpectedly. */
export type CreateClient = (log: LogOutputChannel, onClosed: () => void) => Promise<BaseLanguageClient>;

/** Any scheme: files, untitled documents, notebook cells, virtual and remote workspaces. */
const DOCUMENT_SELECTOR = [{ language: 'textproto' }, { language: 'python' }];

/**
 * Milliseconds without a keystroke before a changed text is checked, so that no problem flashes up in a call that is
 * being typed.
 */
const TYPING_PAUSE_MS = 250;

export const CLIENT_ID = 'tpuEmbedding';
export const CLIENT_NAME = 'TPU Embedding Tools';

/** Options of every client, wherever its server runs. */
export function clientOptions(log: LogOutputChannel, onClosed: () => void): LanguageClientOptions {
  const dropped = new DroppedReports();
  return {
    documentSelector: DOCUMENT_SELECTOR,
    outputChannel: log,
    initializationOptions: {
      suggestCommand: 'editor.action.triggerSuggest',
      previewCommand: 'tpuEmbedding.previewOptimizer',
      planCommand: 'tpuEmbedding.planMemory',
      configurationCommand: 'tpuEmbedding.showConfiguration',
      referencesCommand: 'tpuEmbedding.showReferences',
      ruleCommand: 'tpuEmbedding.showRule',
      protos: installedUri('protos').toString(),
      rulePages: installedUri('rules').toString(),
      trusted: workspace.isTrusted,
      readsFiles: true,
      translations: l10n.bundle,
    },
    initializationFailedHandler: () => false,
    middleware: {
      provideDiagnostics: (document, previousResultId, token, next) =>
        dropped.during(document instanceof Uri ? document : document.uri, async () => {
          // No earlier result means that the document was just opened.
          if (previousResultId !== undefined) await pause(TYPING_PAUSE_MS, token);
          return next(document, previousResultId, token);
        }),
      provideWorkspaceDiagnostics: (results, token, report, next) =>
        next(dropped.known(results), token, (chunk) => {
          dropped.reported(chunk?.items ?? []);
          report(chunk);
        }),
    },
    errorHandler: errorHandler(onClosed),
  };
}

/**
 * Prepares a client: it reads files for its server, and its errors are only logged. The code that restarts the server
 * decides which messages people see.
 */
export function prepared<Client extends BaseLanguageClient>(client: Client): Client {
  const error = client.error.bind(client);
  client.error = (message, data) => error(message, data, false);
  readForServer(client);
  return client;
}

/** Rejects when cancelled, which the next keystroke does; the client then asks again. */
function pause(ms: number, token: CancellationToken): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    token.onCancellationRequested(() => {
      clearTimeout(timer);
      reject(new CancellationError());
    });
  });
}
