import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import {
  type ClientCapabilities,
  createProtocolConnection,
  type Diagnostic,
  type InitializeResult,
  type ProtocolConnection,
  type Range,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';

/** What today's editors can do, as far as the server asks. */
export const MODERN: ClientCapabilities = {
  workspace: {
    configuration: true,
    workspaceEdit: { documentChanges: true },
    diagnostics: { refreshSupport: true },
  },
  textDocument: {
    diagnostic: {},
    definition: { linkSupport: true },
    hover: { contentFormat: ['markdown'] },
    completion: {
      completionItem: {
        snippetSupport: true,
        insertReplaceSupport: true,
        deprecatedSupport: true,
        documentationFormat: ['markdown'],
        resolveSupport: { properties: ['documentation'] },
      },
    },
  },
};

/** The built server as a process, spoken to over its standard streams as an editor does. */
export class LanguageClient {
  readonly connection: ProtocolConnection;
  /** Pushed diagnostics by document. */
  readonly published = new Map<string, { version: number | undefined; diagnostics: readonly Diagnostic[] }>();
  readonly logged: string[] = [];
  initialized!: InitializeResult;
  private readonly process: ChildProcess;
  private readonly waiting: (() => void)[] = [];

  private constructor(settings: unknown) {
    this.process = spawn(process.execPath, [resolve('dist/cli.js'), 'lsp', '--stdio'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.connection = createProtocolConnection(
      new StreamMessageReader(this.process.stdout!),
      new StreamMessageWriter(this.process.stdin!),
    );
    this.connection.onRequest('workspace/configuration', ({ items }: { items: unknown[] }) =>
      items.map(() => settings),
    );
    this.connection.onRequest('client/registerCapability', () => null);
    this.connection.onRequest('workspace/diagnostic/refresh', () => null);
    this.connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
      this.logged.push(message);
    });
    this.connection.onNotification('textDocument/publishDiagnostics', ({ uri, version, diagnostics }) => {
      this.published.set(uri, { version, diagnostics });
      for (const wake of this.waiting.splice(0)) wake();
    });
    this.connection.listen();
  }

  static async start(
    capabilities: ClientCapabilities = MODERN,
    settings: unknown = {},
  ): Promise<LanguageClient> {
    const client = new LanguageClient(settings);
    client.initialized = await client.connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: null,
      capabilities,
      workspaceFolders: null,
      initializationOptions: settings,
    });
    await client.connection.sendNotification('initialized', {});
    return client;
  }

  async stop(): Promise<number | null> {
    const exited = new Promise<number | null>((done) => this.process.once('exit', done));
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    const code = await exited;
    this.connection.dispose();
    return code;
  }

  open(uri: string, text: string, languageId = 'textproto') {
    return this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId, version: 1, text },
    });
  }

  change(uri: string, version: number, contentChanges: readonly { range?: Range; text: string }[]) {
    return this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges,
    });
  }

  /** A request about a document, perhaps at a place in it. */
  request<R>(method: string, uri: string, params: object = {}): Promise<R> {
    return this.connection.sendRequest(`textDocument/${method}`, { textDocument: { uri }, ...params });
  }

  /** Pulled diagnostics. */
  async diagnostics(uri: string): Promise<readonly Diagnostic[]> {
    const report = await this.request<{ items?: Diagnostic[] }>('diagnostic', uri);
    return report.items ?? [];
  }

  /** Pushed diagnostics of a version, once they are there. */
  async publishedFor(uri: string, version: number): Promise<readonly Diagnostic[]> {
    for (;;) {
      const found = this.published.get(uri);
      if (found?.version === version) return found.diagnostics;
      await new Promise<void>((wake) => this.waiting.push(wake));
    }
  }
}
