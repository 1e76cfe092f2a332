import { type ChildProcess, fork, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import {
  type ClientCapabilities,
  type ConfigurationParams,
  createProtocolConnection,
  type Diagnostic,
  type InitializeParams,
  type InitializeResult,
  IPCMessageReader,
  IPCMessageWriter,
  type Position,
  type ProtocolConnection,
  type Range,
  type Registration,
  type RegistrationParams,
  StreamMessageReader,
  StreamMessageWriter,
  type UnregistrationParams,
} from 'vscode-languageserver-protocol/node';

const running = new Set<ChildProcess>();

/**
 * The environment of a server with this timeout, in milliseconds, for slow clients: a day, unless the timeout is
 * tested.
 */
export const waiting = (timeout = 24 * 60 * 60_000) => ({
  ...process.env,
  TPU_EMBEDDING_TIMEOUT: String(timeout),
});

/** Ends the servers that failed tests leave running, because the test process would wait for them. */
export function endServers(): void {
  for (const server of running) server.kill();
}

/** The exit status of a server, once it has ended. */
export function endOf(server: ChildProcess): Promise<number | null> {
  running.add(server);
  return new Promise((done) => {
    // By then all of its output has arrived, too.
    server.once('close', (status) => {
      running.delete(server);
      done(status);
    });
  });
}

/** Capabilities of current editors, as far as the server uses them. */
export const MODERN: ClientCapabilities = {
  workspace: {
    configuration: true,
    workspaceEdit: { documentChanges: true },
    diagnostics: { refreshSupport: true },
  },
  textDocument: {
    diagnostic: {},
    definition: { linkSupport: true },
    rename: { prepareSupport: true },
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

export interface StartOptions extends Partial<Omit<InitializeParams, 'capabilities'>> {
  /** The answer to `workspace/configuration`. */
  readonly settings?: unknown;
  readonly transport?: 'stdio' | 'ipc';
  /** Arguments that start a server on stdio; ours by default. */
  readonly server?: readonly string[];
  /** The program that takes them; Node by default. */
  readonly program?: string;
  /** The server's timeout for slow clients, in milliseconds. */
  readonly timeout?: number;
}

/** Our server, as {@link StartOptions.server}. */
export const OURS = [resolve('dist/cli.js'), 'lsp', '--stdio'];

/** A notification from the server. */
interface Notified {
  readonly method: string;
  readonly params: unknown;
}

/** The built server as a process, used through the protocol. */
export class LanguageClient {
  readonly connection: ProtocolConnection;
  /** All notifications of the server, in order. */
  readonly notified: Notified[] = [];
  initialized!: InitializeResult;
  /** The exit status of the process. */
  readonly exited: Promise<number | null>;
  readonly process: ChildProcess;
  private registrations: Registration[] = [];
  private readonly waiting: (() => void)[] = [];
  /** The answer to requests for the editor's own settings. */
  editorSettings: unknown = null;

  private constructor(
    transport: 'stdio' | 'ipc',
    /** The answer to `workspace/configuration`. */
    private settings: unknown,
    server: readonly string[],
    program: string,
    timeout: number | undefined,
  ) {
    const env = waiting(timeout);
    this.process =
      transport === 'ipc'
        ? fork(resolve('dist/server.js'), ['--node-ipc'], { env })
        : spawn(program, server, { env, stdio: ['pipe', 'pipe', 'inherit'] });
    this.exited = endOf(this.process);
    this.connection =
      transport === 'ipc'
        ? createProtocolConnection(new IPCMessageReader(this.process), new IPCMessageWriter(this.process))
        : createProtocolConnection(
            new StreamMessageReader(this.process.stdout!),
            new StreamMessageWriter(this.process.stdin!),
          );
    this.connection.onRequest('workspace/configuration', ({ items }: ConfigurationParams) =>
      items.map(({ section }) =>
        section === 'tpuEmbedding' ? (this.settings ?? null) : this.editorSettings,
      ),
    );
    this.connection.onRequest('client/registerCapability', ({ registrations }: RegistrationParams) => {
      this.registrations.push(...registrations);
      this.wake();
      return null;
    });
    this.connection.onRequest('client/unregisterCapability', ({ unregisterations }: UnregistrationParams) => {
      const ended = unregisterations.map(({ id }) => id);
      this.registrations = this.registrations.filter(({ id }) => !ended.includes(id));
      this.wake();
      return null;
    });
    for (const method of ['diagnostic', 'codeLens', 'inlayHint', 'semanticTokens'].map(
      (kind) => `workspace/${kind}/refresh`,
    )) {
      this.connection.onRequest(method, () => {
        this.record({ method, params: undefined });
        return null;
      });
    }
    this.connection.onUnhandledNotification(({ method, params }) => this.record({ method, params }));
    this.connection.listen();
  }

  /** Starts a server and initializes it. */
  static async start(
    capabilities: ClientCapabilities = MODERN,
    {
      settings,
      transport = 'stdio',
      server = OURS,
      program = process.execPath,
      timeout,
      ...params
    }: StartOptions = {},
  ): Promise<LanguageClient> {
    const client = new LanguageClient(transport, settings, server, program, timeout);
    client.initialized = await client.connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: null,
      workspaceFolders: null,
      ...params,
      capabilities,
    });
    await client.connection.sendNotification('initialized', {});
    return client;
  }

  /** Shuts the server down as an editor does; returns the exit status. */
  async stop(): Promise<number | null> {
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    const code = await this.exited;
    this.connection.dispose();
    return code;
  }

  // Documents

  open(uri: string, text: string, languageId = 'textproto') {
    return this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId, version: 1, text },
    });
  }

  /** Opens a notebook of Python by the documents of its cells. */
  openNotebook(uri: string, cells: readonly { uri: string; version: number; text: string }[]) {
    return this.connection.sendNotification('notebookDocument/didOpen', {
      notebookDocument: {
        uri,
        notebookType: 'jupyter-notebook',
        version: 1,
        cells: cells.map((cell) => ({ kind: 2, document: cell.uri })),
      },
      cellTextDocuments: cells.map((cell) => ({ ...cell, languageId: 'python' })),
    });
  }

  change(uri: string, version: number, contentChanges: readonly { range?: Range; text: string }[]) {
    return this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges,
    });
  }

  close(uri: string) {
    return this.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  }

  /** Sends changed settings by value or, for a client with configuration requests, in its answer. */
  async configure(settings: unknown, sent: unknown = { tpuEmbedding: settings }) {
    this.settings = settings;
    await this.connection.sendNotification('workspace/didChangeConfiguration', { settings: sent });
  }

  // Requests

  /** A request about a document, perhaps at a place in it. */
  request<R>(method: string, uri: string, params: object = {}): Promise<R> {
    return this.connection.sendRequest(`textDocument/${method}`, { textDocument: { uri }, ...params });
  }

  at<R>(method: string, uri: string, position: Position): Promise<R> {
    return this.request(method, uri, { position });
  }

  /** Pulled diagnostics. */
  async diagnostics(uri: string): Promise<readonly Diagnostic[]> {
    const report = await this.request<{ items?: Diagnostic[] }>('diagnostic', uri);
    return report.items ?? [];
  }

  // Notifications

  /** Waits for the first notification of a kind from `since` on; returns its parameters. */
  async notification<P>(method: string, accept: (params: P) => boolean = () => true, since = 0): Promise<P> {
    for (;;) {
      const found = this.notified.slice(since).find((n) => n.method === method && accept(n.params as P));
      if (found) return found.params as P;
      await this.news();
    }
  }

  /** Waits until the options of all registrations for a method are accepted. */
  async registered<O>(method: string, accept: (options: readonly O[]) => boolean): Promise<void> {
    const options = () =>
      this.registrations.filter((r) => r.method === method).map((r) => r.registerOptions as O);
    while (!accept(options())) await this.news();
  }

  /** Waits for the pushed diagnostics of a version. */
  async publishedFor(uri: string, version: number): Promise<readonly Diagnostic[]> {
    const { diagnostics } = await this.notification<Published>(
      'textDocument/publishDiagnostics',
      (params) => params.uri === uri && params.version === version,
    );
    return diagnostics;
  }

  private record(notified: Notified): void {
    this.notified.push(notified);
    this.wake();
  }

  private wake(): void {
    for (const wake of this.waiting.splice(0)) wake();
  }

  private news(): Promise<void> {
    return new Promise((wake) => this.waiting.push(wake));
  }
}

export interface Published {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: readonly Diagnostic[];
}
