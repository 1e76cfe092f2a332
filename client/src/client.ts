import { CancellationError, type CancellationToken, type LogOutputChannel, Uri, workspace } from 'vscode';
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  type ServerOptions,
  TransportKind,
} from 'vscode-languageclient/node';

import { installedUri } from './installed-files';
import { PassedOver } from './passed-over';

/** Under any scheme: files, untitled documents, cells of notebooks, virtual and remote workspaces. */
const DOCUMENT_SELECTOR = [{ language: 'textproto' }, { language: 'python' }];

const MAX_WRITE_ERRORS = 3;

/**
 * Room in MiB for what one analysis of a large file makes, so that the garbage collector need not copy it; and the means to
 * clear that away between the files of a workspace, which would fill all of it.
 */
const EXEC_ARGV = ['--max-semi-space-size=64', '--expose-gc'];

/** Milliseconds without a keystroke before a changed text is judged: nothing flashes up in a call that is being typed. */
const TYPING_PAUSE_MS = 250;

/** A client that only logs: the code that restarts the server decides what people are shown. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** A client, not yet started, of the language server in `module`; `onClosed` hears of a server that ended unasked. */
export function createClient(module: string, log: LogOutputChannel, onClosed: () => void): LanguageClient {
  const run = { module, transport: TransportKind.ipc, options: { execArgv: EXEC_ARGV } };
  const debug = { ...run, options: { execArgv: [...EXEC_ARGV, '--inspect=6009'] } };
  const server: ServerOptions = { run, debug };
  const passedOver = new PassedOver();
  const options: LanguageClientOptions = {
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
    },
    initializationFailedHandler: () => false,
    middleware: {
      provideDiagnostics: (document, previousResultId, token, next) =>
        passedOver.during(document instanceof Uri ? document : document.uri, async () => {
          // Without an earlier result the document has just been opened.
          if (previousResultId !== undefined) await pause(TYPING_PAUSE_MS, token);
          return next(document, previousResultId, token);
        }),
      provideWorkspaceDiagnostics: (results, token, report, next) =>
        next(passedOver.known(results), token, (chunk) => {
          passedOver.reported(chunk?.items ?? []);
          report(chunk);
        }),
    },
    errorHandler: {
      error: (_error, _message, count = 0) => ({
        action: count <= MAX_WRITE_ERRORS ? ErrorAction.Continue : ErrorAction.Shutdown,
      }),
      closed() {
        onClosed();
        return { action: CloseAction.DoNotRestart, message: 'The language server ended unexpectedly.' };
      },
    },
  };
  return new QuietClient('tpuEmbedding', 'TPU Embedding Tools', server, options);
}

/** Rejects as soon as it is cancelled, as the next keystroke does; the client then asks again. */
function pause(ms: number, token: CancellationToken): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    token.onCancellationRequested(() => {
      clearTimeout(timer);
      reject(new CancellationError());
    });
  });
}
