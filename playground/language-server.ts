// The language server in its worker, as the page asks it.
import { LSPClient, type LSPClientExtension, type Transport } from '@codemirror/lsp-client';
import type { Settings } from './content';
import { highlightLanguage } from './languages';
import { RULE_PAGES, readable } from './readable';

/** Lenses with it stand where there is something to preview. */
export const PREVIEW_COMMAND = 'preview';

/** No answer is given up that a slow machine gives in the end, in milliseconds. */
const PATIENCE_MS = 120_000;

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

/** Keeps what the library makes options of, and then drops. */
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

/** The server knows one document: that of the editor. */
export class LanguageServer {
  readonly client: Client;

  constructor(worker: Worker, settings: Settings) {
    this.client = new Client({
      timeout: PATIENCE_MS,
      initializationOptions: {
        rulePages: RULE_PAGES,
        previewCommand: PREVIEW_COMMAND,
        tpuEmbedding: told(settings),
      },
      sanitizeHTML: readable,
      highlightLanguage,
      extensions: [capabilities],
    });
    this.client.connect(transportTo(worker));
  }

  /** What numbers in semantic tokens stand for. */
  get tokenTypes(): readonly string[] {
    return this.client.serverCapabilities?.semanticTokensProvider?.legend.tokenTypes ?? [];
  }

  /** The items of the last completion. */
  get offered(): readonly unknown[] {
    return this.client.offered;
  }

  /** Asks about the text as it is now; undefined where there is no answer, as to what is outdated. */
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
      settings: { tpuEmbedding: told(settings) },
    });
  }
}

/** Whatever a person pastes here is meant to be a configuration, unless its header says otherwise. */
const told = (settings: Settings) => ({ ...settings, filePatterns: ['**'] });

/** The client speaks in texts, the worker in objects. */
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
