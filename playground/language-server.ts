// The page's client of the language server, which runs in a worker.
import { LSPClient, type LSPClientExtension, type Transport } from '@codemirror/lsp-client';
import type { Settings } from './content';
import { highlightLanguage } from './languages';
import { RULE_PAGES, sanitized } from './sanitize';

/** Command of the code lenses that open the preview. */
export const PREVIEW_COMMAND = 'preview';

/** Milliseconds; long, because a slow machine must get its answer in the end. */
const TIMEOUT_MS = 120_000;

const capabilities: LSPClientExtension = {
  clientCapabilities: {
    textDocument: {
      codeAction: {
        codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } },
        isPreferredSupport: true,
      },
    },
    workspace: { didChangeConfiguration: {} },
  },
};

/** Keeps the raw completion items, which the library drops after converting them. */
class Client extends LSPClient {
  offered: readonly unknown[] = [];

  override async request<Params, Result>(method: string, params: Params): Promise<Result> {
    const result = await super.request<Params, Result>(method, params);
    if (method === 'textDocument/completion') this.offered = itemsOf(result);
    return result;
  }
}

function itemsOf(result: unknown): readonly unknown[] {
  if (Array.isArray(result)) return result;
  return (result as { items?: readonly unknown[] } | null)?.items ?? [];
}

/** The server with one document: that of the editor. */
export class LanguageServer {
  readonly client: Client;

  constructor(worker: Worker, settings: Settings) {
    this.client = new Client({
      timeout: TIMEOUT_MS,
      initializationOptions: {
        rulePages: RULE_PAGES,
        previewCommand: PREVIEW_COMMAND,
        tpuEmbedding: serverSettings(settings),
      },
      sanitizeHTML: sanitized,
      highlightLanguage,
      extensions: [capabilities],
    });
    this.client.connect(transportTo(worker));
  }

  /** Names of the numbers in semantic tokens. */
  get tokenTypes(): readonly string[] {
    return this.client.serverCapabilities?.semanticTokensProvider?.legend.tokenTypes ?? [];
  }

  /** Items of the last completion. */
  get offered(): readonly unknown[] {
    return this.client.offered;
  }

  /** Sends a request about the current text; undefined if there is no answer, as for outdated requests. */
  async ask<Result>(method: string, params: object): Promise<Result | undefined> {
    this.client.sync();
    try {
      return (await this.client.request<object, Result | null>(method, params)) ?? undefined;
    } catch {
      return undefined;
    }
  }

  configure(settings: Settings): void {
    this.client.notification('workspace/didChangeConfiguration', {
      settings: { tpuEmbedding: serverSettings(settings) },
    });
  }
}

/** A pasted text counts as a configuration unless its header names another message. */
const serverSettings = ({ derive, ...others }: Settings) => ({
  ...others,
  ...(derive && { tpu: derive }),
  filePatterns: ['**'],
});

/** The client sends strings, the worker expects objects. */
function transportTo(worker: Worker): Transport {
  const listeners = new Map<(message: string) => void, (event: MessageEvent) => void>();
  return {
    send: (message) => worker.postMessage(JSON.parse(message)),
    subscribe(handler) {
      const listener = ({ data }: MessageEvent) => handler(JSON.stringify(data));
      listeners.set(handler, listener);
      worker.addEventListener('message', listener);
    },
    unsubscribe(handler) {
      const listener = listeners.get(handler);
      if (listener) worker.removeEventListener('message', listener);
    },
  };
}
