import {
  type CancellationToken,
  type ClientCapabilities,
  CodeActionKind,
  type Connection,
  DidChangeConfigurationNotification,
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  type InitializeParams,
  type InitializeResult,
  LSPErrorCodes,
  MarkupKind,
  ResponseError,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver';
import { Analyzer } from './analysis';
import { type CompletionData, complete, resolveCompletion } from './features/completion';
import { definition } from './features/definition';
import { type Diagnostic, diagnose } from './features/diagnostics';
import { fixAll, quickFixes } from './features/fixes';
import { folds } from './features/folding';
import { highlights } from './features/highlight';
import { hover } from './features/hover';
import { selectionRanges } from './features/selection';
import { outline } from './features/symbols';
import {
  SOURCE,
  toCodeAction,
  toCompletionItem,
  toDiagnostic,
  toDocumentSymbol,
  toFoldingRange,
  toLocationLink,
  toRange,
  toSelectionRange,
  toWorkspaceEdit,
} from './lsp';
import { OpenDocument } from './open-document';
import { type DocumentStatus, type DocumentStatusParams, documentStatus, statusChanged } from './protocol';
import { builtin } from './schema/builtin';
import { combine, type Schema } from './schema/types';
import { DEFAULT_SETTINGS, readSettings, type Settings } from './settings';

/** What the server needs of the machine that it runs on. */
export interface Host {
  /** Throws an Error for the person where the file cannot be read. */
  readFile(path: string): Promise<Uint8Array>;
  /** URI of the folder that holds our .proto files. */
  readonly protos: string;
}

/** After these something new may be written; a blank is one, as a value follows the one behind a colon. */
const TRIGGER_CHARACTERS = ':{<[, #';

const FIX_ALL = `${CodeActionKind.SourceFixAll}.tpuEmbedding`;

/** Serves one client until the connection ends. */
export function startServer(connection: Connection, host: Host): void {
  new Server(connection, host).start();
}

class Server {
  private analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);
  /** Counts settings and schemas, so that answers made under others are known as stale. */
  private generation = 0;
  private client: ClientCapabilities = {};
  private folders: readonly string[] = [];
  /** For clients that cannot be asked for settings. */
  private initialSettings: unknown;
  private readonly diagnostics = new WeakMap<object, readonly Diagnostic[]>();
  private readonly documents: TextDocuments<OpenDocument>;
  private readonly unpublished = new Set<string>();

  constructor(
    private readonly connection: Connection,
    private readonly host: Host,
  ) {
    this.documents = new TextDocuments<OpenDocument>({
      create: (uri, languageId, version, text) =>
        new OpenDocument(uri, languageId, version, text, this.analyzer),
      update: (document, changes, version) => document.update(changes, version),
    });
  }

  start(): void {
    const { connection, documents } = this;
    connection.onInitialize((params) => this.initialize(params));
    connection.onInitialized(() => this.initialized());
    connection.onDidChangeConfiguration(({ settings }) => this.configure(settings?.tpuEmbedding));

    documents.onDidChangeContent(({ document }) => {
      this.publishSoon(document.uri);
      if (document.statusChanged()) void connection.sendNotification(statusChanged, { uri: document.uri });
    });
    documents.onDidClose(({ document }) => {
      this.unpublished.delete(document.uri);
      if (!this.pulls) void connection.sendDiagnostics({ uri: document.uri, diagnostics: [] });
    });
    documents.listen(connection);

    this.onRequest(connection.onDocumentSymbol, 'textDocument/documentSymbol', (document) =>
      outline(document.snapshot).map((symbol) => toDocumentSymbol(document, symbol)),
    );
    this.onRequest(connection.onCompletion, 'textDocument/completion', (document, { position }) =>
      complete(document.snapshot, document.offsetAt(position)).map((completion) =>
        toCompletionItem(document, completion, this.client.textDocument?.completion?.completionItem ?? {}),
      ),
    );
    connection.onCompletionResolve((item) => {
      if (!item.data) return item;
      const { documentation } = resolveCompletion(this.analyzer.schema, item.data as CompletionData);
      return { ...item, documentation: { kind: MarkupKind.Markdown, value: documentation } };
    });
    this.onRequest(connection.onHover, 'textDocument/hover', (document, { position }) => {
      const found = hover(document.snapshot, document.offsetAt(position));
      return (
        found && {
          contents: { kind: MarkupKind.Markdown, value: found.markdown },
          range: toRange(document, found.start, found.end),
        }
      );
    });
    this.onRequest(connection.onDefinition, 'textDocument/definition', (document, { position }) => {
      const found = definition(document.snapshot, document.offsetAt(position));
      if (!found) return undefined;
      const link = toLocationLink(document, found, this.host.protos);
      return this.client.textDocument?.definition?.linkSupport
        ? [link]
        : { uri: link.targetUri, range: link.targetSelectionRange };
    });
    this.onRequest(
      connection.onDocumentHighlight,
      'textDocument/documentHighlight',
      (document, { position }) =>
        highlights(document.snapshot, document.offsetAt(position)).map(({ start, end }) => ({
          range: toRange(document, start, end),
        })),
    );
    this.onRequest(connection.onFoldingRanges, 'textDocument/foldingRange', (document) =>
      folds(document.snapshot).flatMap((fold) => toFoldingRange(document, fold) ?? []),
    );
    this.onRequest(connection.onSelectionRanges, 'textDocument/selectionRange', (document, { positions }) =>
      positions.map((position) =>
        toSelectionRange(document, selectionRanges(document.snapshot, document.offsetAt(position))),
      ),
    );
    this.onRequest(connection.onCodeAction, 'textDocument/codeAction', (document, { range, context }) => {
      const { snapshot } = document;
      const diagnostics = this.diagnose(document);
      const wants = (kind: string) =>
        !context.only || context.only.some((only) => kind === only || kind.startsWith(`${only}.`));
      const actions = wants(CodeActionKind.QuickFix)
        ? quickFixes(snapshot, diagnostics, document.offsetAt(range.start), document.offsetAt(range.end)).map(
            (action) => toCodeAction(document, snapshot, action),
          )
        : [];
      const changes = context.only && wants(FIX_ALL) ? fixAll(snapshot, diagnostics) : [];
      if (changes.length === 0) return actions;
      const edit = toWorkspaceEdit(document, changes);
      return [...actions, { title: 'Fix all problems that have one safe fix', kind: FIX_ALL, edit }];
    });
    this.onRequest<DocumentDiagnosticParams, DocumentDiagnosticReport, DocumentDiagnosticReport>(
      (handler) => connection.languages.diagnostics.on((params, token) => handler(params, token)),
      'textDocument/diagnostic',
      (document, { previousResultId }) => {
        const resultId = `${document.version}.${this.generation}`;
        if (previousResultId === resultId) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
        const items = this.lspDiagnostics(document);
        return { kind: DocumentDiagnosticReportKind.Full, resultId, items };
      },
      { kind: DocumentDiagnosticReportKind.Full, items: [] },
    );
    connection.onRequest(documentStatus, ({ uri }: DocumentStatusParams): DocumentStatus => {
      const resolution = this.documents.get(uri)?.snapshot.resolution;
      if (!resolution) return { reason: 'none', detail: 'The file is not open in the language server.' };
      const { message, reason, detail } = resolution;
      return {
        ...(message && { message: message.name }),
        reason: reason === 'named' ? 'content' : reason,
        detail,
      };
    });
    connection.listen();
  }

  // Life cycle

  private initialize({
    capabilities,
    workspaceFolders,
    initializationOptions,
  }: InitializeParams): InitializeResult {
    this.client = capabilities;
    this.initialSettings = initializationOptions;
    this.folders = (workspaceFolders ?? []).map(({ uri }) => uri);
    return {
      serverInfo: { name: 'tpu-embedding', version: VERSION },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        completionProvider: { resolveProvider: true, triggerCharacters: [...TRIGGER_CHARACTERS] },
        hoverProvider: true,
        definitionProvider: true,
        documentHighlightProvider: true,
        documentSymbolProvider: { label: 'TPU Embedding' },
        foldingRangeProvider: true,
        selectionRangeProvider: true,
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL] },
        ...(this.pulls && {
          diagnosticProvider: {
            identifier: SOURCE,
            interFileDependencies: false,
            workspaceDiagnostics: false,
          },
        }),
      },
    };
  }

  private async initialized(): Promise<void> {
    if (this.client.workspace?.didChangeConfiguration?.dynamicRegistration) {
      await this.connection.client.register(DidChangeConfigurationNotification.type, {
        section: 'tpuEmbedding',
      });
    }
    await this.configure(this.initialSettings);
  }

  private get pulls(): boolean {
    return this.client.textDocument?.diagnostic !== undefined;
  }

  /** Takes over settings: the client's answer where it can be asked, else what it sent. */
  private async configure(sent: unknown): Promise<void> {
    try {
      const raw = this.client.workspace?.configuration
        ? await this.connection.workspace.getConfiguration('tpuEmbedding')
        : sent;
      const settings = readSettings(raw);
      this.analyzer = new Analyzer(await this.loadSchema(settings), settings);
    } catch (error) {
      this.logError('The settings could not be read', error);
      return;
    }
    this.generation++;
    for (const document of this.documents.all()) {
      document.refresh(this.analyzer);
      this.publishSoon(document.uri);
      if (document.statusChanged())
        void this.connection.sendNotification(statusChanged, { uri: document.uri });
    }
    if (this.pulls && this.client.workspace?.diagnostics?.refreshSupport) {
      this.connection.languages.diagnostics.refresh();
    }
  }

  private async loadSchema({ descriptorSets }: Settings): Promise<Schema> {
    if (descriptorSets.length === 0) return builtin;
    const { readDescriptorSet } = await import('./schema/descriptor-set');
    const schemas: Schema[] = [builtin];
    for (const path of descriptorSets) {
      try {
        schemas.push(readDescriptorSet(await this.host.readFile(this.absolutePath(path))));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        this.connection.window.showWarningMessage(`tpuEmbedding.descriptorSets: ${path}: ${reason}`);
      }
    }
    return combine(...schemas);
  }

  private absolutePath(path: string): string {
    const folder = this.folders[0];
    if (/^([/\\]|[a-zA-Z]:|[a-z][a-z0-9+.-]+:)/i.test(path) || folder === undefined) return path;
    return `${folder}/${path}`;
  }

  // Diagnostics

  private diagnose({ snapshot }: OpenDocument): readonly Diagnostic[] {
    let diagnostics = this.diagnostics.get(snapshot);
    if (!diagnostics) {
      diagnostics = diagnose(snapshot);
      this.diagnostics.set(snapshot, diagnostics);
    }
    return diagnostics;
  }

  private lspDiagnostics(document: OpenDocument) {
    return this.diagnose(document).map((diagnostic) => toDiagnostic(document, document.snapshot, diagnostic));
  }

  /** Pushes diagnostics to a client that cannot pull them, once for a burst of changes. */
  private publishSoon(uri: string): void {
    if (this.pulls || this.unpublished.has(uri)) return;
    this.unpublished.add(uri);
    setTimeout(() => {
      const document = this.unpublished.delete(uri) ? this.documents.get(uri) : undefined;
      if (!document) return;
      try {
        const diagnostics = this.lspDiagnostics(document);
        void this.connection.sendDiagnostics({ uri, version: document.version, diagnostics });
      } catch (error) {
        this.logError(`textDocument/publishDiagnostics of ${uri} failed`, error);
      }
    }, 0);
  }

  // Requests

  /**
   * Registers a request about one document. It waits for changes and cancellations that are already on their
   * way; a failure is logged, answered with `empty`, and touches nothing else.
   */
  private onRequest<P extends { textDocument: { uri: string } }, R, E>(
    register: (
      handler: (params: P, token: CancellationToken) => Promise<R | E | ResponseError<never>>,
    ) => void,
    method: string,
    answer: (document: OpenDocument, params: P) => R,
    empty: E = null as E,
  ): void {
    register(async (params, token) => {
      const before = this.documents.get(params.textDocument.uri);
      if (!before) return empty;
      const { version } = before;
      await new Promise((resolve) => setImmediate(resolve));
      if (token.isCancellationRequested)
        return new ResponseError(LSPErrorCodes.RequestCancelled, 'Cancelled');
      const document = this.documents.get(params.textDocument.uri);
      if (document?.version !== version) {
        return new ResponseError(LSPErrorCodes.ContentModified, 'The text has changed meanwhile');
      }
      try {
        return answer(document, params);
      } catch (error) {
        this.logError(`${method} of ${params.textDocument.uri} failed`, error);
        return empty;
      }
    });
  }

  private logError(what: string, error: unknown): void {
    this.connection.console.error(
      `${what}: ${error instanceof Error ? (error.stack ?? error.message) : error}`,
    );
  }
}
