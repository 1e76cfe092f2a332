import {
  type CancellationToken,
  type ClientCapabilities,
  CodeActionKind,
  CodeLensRefreshRequest,
  type Connection,
  DiagnosticRefreshRequest,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  type Disposable,
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  ErrorCodes,
  type InitializeParams,
  type InitializeResult,
  LSPErrorCodes,
  MarkupKind,
  MessageType,
  type NotebookDocument,
  NotebookDocuments,
  ResponseError,
  ShowMessageNotification,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver';
import type { CompletionData } from '../languages/answers';
import type { Diagnostic } from '../languages/diagnostic';
import type { Analysis } from '../languages/language';
import { PYTHON_TRIGGERS, TEXT_FORMAT_IDS, TEXT_FORMAT_TRIGGERS } from '../languages/registration';
import type { Analyzer } from '../languages/snapshot';
import * as own from '../protocol';
import { type Failure, failureTitle } from '../rules/guard';
import type { Schema } from '../schema/types';
import type { Settings } from '../settings';
import {
  SOURCE,
  toCodeAction,
  toCompletionItem,
  toDiagnostic,
  toDocumentSymbol,
  toFoldingRange,
  toLocationLink,
  toOptimizerAtPlace,
  toPreviewLens,
  toRange,
  toSelectionRange,
  toSignatureHelp,
  toTextEdit,
  toWorkspaceEdit,
} from './convert';
import type { SetFile } from './descriptor-sets';
import type { OpenDocument } from './open-document';
import type { OpenNotebook } from './open-notebook';

/** The first call loads it and waits for it, as a document is opened at once. */
const core = () => require('./core') as typeof import('./core');

/** What the server needs of the machine that it runs on. */
export interface Host {
  /** The bytes of a regular file, by its URI. Throws an Error for the person where it cannot be read. */
  readonly readFile: (uri: string, maxBytes: number) => Promise<Uint8Array>;
  /** URI of the folder that holds our .proto files. */
  readonly protos: string;
}

const TEXT_FORMAT = TEXT_FORMAT_IDS.map((language) => ({ language }));

const FIX_ALL = `${CodeActionKind.SourceFixAll}.tpuEmbedding`;

/** Of so many problems at once with the settings the person is warned; all are in the log. */
const MAX_WARNINGS = 5;

/** How long requests wait, in milliseconds, for the settings of a client that may never answer. */
const SETTINGS_PATIENCE = 5000;

/** Serves one client until the connection ends. */
export function startServer(connection: Connection, host: Host): { readonly isShutDown: boolean } {
  const server = new Server(connection, host);
  server.start();
  return server;
}

class Server {
  private configured: Analyzer | undefined;
  private client: ClientCapabilities = {};
  /** The client's command that asks for suggestions, if it has told of one. */
  private suggestCommand: string | undefined;
  /** The client's command that previews an optimizer, if it has told of one. */
  private previewCommand: string | undefined;
  private folders: readonly string[] = [];
  private phase: 'new' | 'running' | 'ended' = 'new';
  /** What the client sent of its own accord; counts where it cannot be asked, or has no answer. */
  private sentSettings: unknown;
  /** What the settings were at the start, for a client that sends them. */
  private startSettings: unknown;
  /** What is wrong with the settings, as far as the person was told. */
  private problems: ReadonlySet<string> = new Set();
  /** The descriptor sets that the client watches. */
  private watched = '[]';
  private watching: Promise<Disposable | undefined> = Promise.resolve(undefined);
  /** Counts how often settings were asked for. */
  private attempts = 0;
  /** Resolves when the settings on their way apply, or are given up. */
  private settled: Promise<unknown> = Promise.resolve();
  /** Resolves when the last of the answers now waiting may be given. */
  private lastTurn: Promise<void> = Promise.resolve();
  /** Counts the messages that concern documents. */
  private received = 0;
  private statusWanted = false;
  /** Names the diagnostics of one analysis; another text or other settings make another result. */
  private readonly resultIds = new WeakMap<Analysis, string>();
  private resultCount = 0;
  private readonly documents: TextDocuments<OpenDocument>;
  private readonly notebooks: NotebookDocuments<OpenDocument>;
  private readonly openNotebooks = new WeakMap<NotebookDocument, OpenNotebook<OpenDocument>>();
  private readonly unpublished = new Set<string>();
  private readonly unrefreshed = new Set<OpenNotebook<OpenDocument>>();

  constructor(
    private readonly connection: Connection,
    private readonly host: Host,
  ) {
    this.documents = new TextDocuments<OpenDocument>({
      create: (uri, languageId, version, text) =>
        new (core().OpenDocument)(uri, languageId, version, text, this.analyzer),
      update: (document, changes, version) => document.update(changes, version),
    });
    this.notebooks = new NotebookDocuments(this.documents);
  }

  start(): void {
    const { connection, documents } = this;
    connection.onInitialize((params) => this.initialize(params));
    connection.onInitialized(() => this.initialized());
    connection.onShutdown(() => {
      this.phase = 'ended';
    });
    connection.onDidChangeConfiguration(({ settings }) => {
      // Without our section nothing is set any more; a client that is to be asked may send nothing at all.
      if (isRecord(settings))
        this.sentSettings = SECTION in settings ? settings[SECTION] : this.startSettings;
      this.configureSoon();
    });
    connection.onDidChangeWatchedFiles(() => this.configureSoon());

    documents.onDidChangeContent(({ document }) => {
      this.received++;
      this.changed(document);
    });
    documents.onDidClose(({ document }) => {
      this.received++;
      this.unpublished.delete(document.uri);
      if (!this.pulls) void connection.sendDiagnostics({ uri: document.uri, diagnostics: [] });
    });
    documents.listen(connection);
    this.notebooks.onDidOpen((notebook) => this.openNotebook(notebook));
    this.notebooks.onDidChange(({ notebookDocument }) => this.notebookChanged(notebookDocument));
    this.notebooks.listen(connection);

    this.onRequest(connection.onDocumentSymbol, 'textDocument/documentSymbol', (document) =>
      document.analysis.outline?.().map((symbol) => toDocumentSymbol(document, symbol)),
    );
    this.onRequest(
      connection.onCompletion,
      'textDocument/completion',
      (document, { position, context }) =>
        document.analysis
          .complete(document.offsetAt(position), context?.triggerCharacter)
          .map((completion) =>
            toCompletionItem(
              document,
              completion,
              this.client.textDocument?.completion?.completionItem ?? {},
              this.suggestCommand,
            ),
          ),
      // Editors filter the answer by what is typed meanwhile, and show nothing if there is none.
      { atOnce: true },
    );
    connection.onCompletionResolve((item) => {
      if (!item.data) return item;
      const resolve = () => {
        const value = core().completionDocumentation(this.analyzer.schema, item.data as CompletionData);
        return { ...item, documentation: { kind: MarkupKind.Markdown, value } };
      };
      return this.attempt('completionItem/resolve', resolve, item);
    });
    this.onRequest(connection.onHover, 'textDocument/hover', (document, { position }) => {
      const found = document.analysis.hover(document.offsetAt(position));
      return (
        found && {
          contents: { kind: MarkupKind.Markdown, value: found.markdown },
          range: toRange(document, found.start, found.end),
        }
      );
    });
    this.onRequest(connection.onSignatureHelp, 'textDocument/signatureHelp', (document, { position }) => {
      const found = document.analysis.signature?.(document.offsetAt(position));
      return found && toSignatureHelp(found);
    });
    this.onRequest(connection.onDefinition, 'textDocument/definition', (document, { position }) => {
      const found = document.analysis.definition(document.offsetAt(position));
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
        document.analysis.highlights(document.offsetAt(position)).map(({ start, end }) => ({
          range: toRange(document, start, end),
        })),
    );
    this.onRequest(connection.onFoldingRanges, 'textDocument/foldingRange', (document) =>
      document.analysis.folds?.().flatMap((fold) => toFoldingRange(document, fold) ?? []),
    );
    this.onRequest(
      connection.onSelectionRanges,
      'textDocument/selectionRange',
      (document, { positions }) =>
        document.analysis.selectionRanges &&
        positions.map((position) =>
          toSelectionRange(document, document.analysis.selectionRanges?.(document.offsetAt(position)) ?? []),
        ),
    );
    this.onRequest(connection.onCodeAction, 'textDocument/codeAction', (document, { range, context }) => {
      const wants = (kind: string) =>
        !context.only || context.only.some((only) => kind === only || kind.startsWith(`${only}.`));
      const versioned = this.client.workspace?.workspaceEdit?.documentChanges === true;
      const actions = wants(CodeActionKind.QuickFix)
        ? document.analysis
            .actions(document.offsetAt(range.start), document.offsetAt(range.end))
            .map((action) => toCodeAction(document, action, versioned))
        : [];
      const changes = context.only && wants(FIX_ALL) ? core().fixAll(this.diagnose(document)) : [];
      if (changes.length === 0) return actions;
      const edit = toWorkspaceEdit(document, changes, versioned);
      return [...actions, { title: 'Fix all problems that have one safe fix', kind: FIX_ALL, edit }];
    });
    this.onRequest<DocumentDiagnosticParams, DocumentDiagnosticReport, DocumentDiagnosticReport>(
      (handler) => connection.languages.diagnostics.on((params, token) => handler(params, token)),
      'textDocument/diagnostic',
      (document, { previousResultId }) => {
        const resultId = this.resultId(document);
        if (previousResultId === resultId) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
        const items = this.lspDiagnostics(document);
        return { kind: DocumentDiagnosticReportKind.Full, resultId, items };
      },
      // Right for the newest text even if asked for an older one; an error would make editors flicker.
      { empty: { kind: DocumentDiagnosticReportKind.Full, items: [] }, answersNewest: true },
    );
    this.onRequest(connection.onCodeLens, 'textDocument/codeLens', (document) => {
      const { previewCommand } = this;
      if (previewCommand === undefined || !this.analyzer.settings.codeLens) return undefined;
      return document.analysis
        .optimizers()
        .filter(({ start }) => document.ownerOf(start) === document)
        .map((range) => toPreviewLens(document, range, previewCommand));
    });
    this.onOwnRequest<own.OptimizerAtParams, own.OptimizerAtPlace | null>(
      own.optimizerAt,
      (document, { position }) => {
        const found = document.analysis.optimizerAt(document.offsetAt(position));
        return found && toOptimizerAtPlace(document, found);
      },
      null,
    );
    this.onOwnRequest<own.OptimizerEditParams, own.OptimizerEditResult>(
      own.optimizerEdit,
      (document, params) => this.editOptimizer(document, params),
      { reason: 'The language server cannot edit this file.' },
    );
    connection.onRequest(own.documentStatus, async ({ uri }: own.DocumentStatusParams) => {
      this.requireRunning();
      this.statusWanted = true;
      await this.turn();
      return this.attempt(`${own.documentStatus} of ${uri}`, () => this.status(uri), FAILED_STATUS);
    });
    connection.listen();
  }

  // Life cycle

  get isShutDown(): boolean {
    return this.phase === 'ended';
  }

  private initialize({
    capabilities,
    workspaceFolders,
    rootUri,
    initializationOptions: options,
  }: InitializeParams): InitializeResult | ResponseError<never> {
    if (this.phase !== 'new') {
      return new ResponseError(ErrorCodes.InvalidRequest, 'The server is initialized already.');
    }
    this.phase = 'running';
    this.client = capabilities;
    if (isRecord(options)) {
      const { suggestCommand, previewCommand } = options;
      if (typeof suggestCommand === 'string') this.suggestCommand = suggestCommand;
      if (typeof previewCommand === 'string') this.previewCommand = previewCommand;
    }
    this.startSettings = isRecord(options) && SECTION in options ? options[SECTION] : options;
    this.sentSettings = this.startSettings;
    const folders = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
    this.folders = folders.map((uri) => uri.replace(/\/$/, ''));
    return {
      serverInfo: { name: 'tpu-embedding', version: VERSION },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        completionProvider: {
          resolveProvider: true,
          triggerCharacters: [...new Set(TEXT_FORMAT_TRIGGERS + PYTHON_TRIGGERS)],
        },
        signatureHelpProvider: { triggerCharacters: ['(', ',', '='] },
        hoverProvider: true,
        definitionProvider: true,
        documentHighlightProvider: true,
        documentSymbolProvider: { label: 'TPU Embedding' },
        // Asked for another language, they would stand in the way of what the editor does by itself.
        foldingRangeProvider: { documentSelector: TEXT_FORMAT },
        selectionRangeProvider: { documentSelector: TEXT_FORMAT },
        notebookDocumentSync: { notebookSelector: [{ notebook: '*', cells: [{ language: 'python' }] }] },
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL] },
        ...(this.previewCommand !== undefined && { codeLensProvider: {} }),
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

  private initialized(): void {
    this.configureSoon();
    if (!this.client.workspace?.didChangeConfiguration?.dynamicRegistration) return;
    this.connection.client
      .register(DidChangeConfigurationNotification.type, { section: SECTION })
      .catch((error) => this.logError('Changes of the settings will go unnoticed', error));
  }

  private get analyzer(): Analyzer {
    this.configured ??= this.analyzerFor(core().builtin, core().DEFAULT_SETTINGS);
    return this.configured;
  }

  private analyzerFor(schema: Schema, settings: Settings): Analyzer {
    return new (core().Analyzer)(schema, settings, (failure) => this.logFailure(failure));
  }

  private get pulls(): boolean {
    return this.client.textDocument?.diagnostic !== undefined;
  }

  // Settings

  private configureSoon(): void {
    const patience = new Promise((resolve) => setTimeout(resolve, SETTINGS_PATIENCE));
    const configured = this.configure().catch((error) => this.logError('The settings failed', error));
    this.settled = Promise.race([configured, patience]);
  }

  private async configure(): Promise<void> {
    const attempt = ++this.attempts;
    const problems = new Set<string>();
    const report = (problem: string) => problems.add(problem);
    const { loadSchema, locateSets, readSettings } = core();
    const settings = readSettings(await this.askForSettings(), report);
    const sets = locateSets(settings.descriptorSets, this.folders[0], report);
    if (attempt === this.attempts) this.watch(sets);
    const schema = await loadSchema(sets, this.host.readFile, report);
    // Others are on their way, and the slower must not win.
    if (attempt !== this.attempts) return;
    this.tellOf(problems);
    this.configured = this.analyzerFor(schema, settings);
    for (const document of this.documents.all()) {
      document.refresh(this.analyzer);
      this.changed(document);
    }
    this.refreshAnswers();
  }

  /** Asks the client to ask again for what it shows all the time. */
  private refreshAnswers(): void {
    const { diagnostics, codeLens } = this.client.workspace ?? {};
    if (this.pulls && diagnostics?.refreshSupport) {
      this.connection
        .sendRequest(DiagnosticRefreshRequest.type)
        .catch((error) => this.logError('The client did not ask for new diagnostics', error));
    }
    if (this.previewCommand !== undefined && codeLens?.refreshSupport) {
      this.connection
        .sendRequest(CodeLensRefreshRequest.type)
        .catch((error) => this.logError('The client did not ask for new lenses', error));
    }
  }

  private async askForSettings(): Promise<unknown> {
    if (!this.client.workspace?.configuration) return this.sentSettings;
    try {
      return (await this.connection.workspace.getConfiguration(SECTION)) ?? this.sentSettings;
    } catch (error) {
      this.logError('The settings could not be read', error);
      return this.sentSettings;
    }
  }

  /** Tells the person of each problem with the settings once, until it is solved. */
  private tellOf(problems: ReadonlySet<string>): void {
    const fresh = [...problems].filter((problem) => !this.problems.has(problem));
    this.problems = problems;
    for (const problem of fresh) this.connection.console.warn(problem);
    for (const message of fresh.slice(0, MAX_WARNINGS)) {
      void this.connection.sendNotification(ShowMessageNotification.type, {
        type: MessageType.Warning,
        message,
      });
    }
  }

  /** Has the client tell when a descriptor set changes, appears or is gone. */
  private watch(sets: readonly SetFile[]): void {
    const { dynamicRegistration, relativePatternSupport } =
      this.client.workspace?.didChangeWatchedFiles ?? {};
    const watchers = core().watchersOf(sets, this.folders[0], relativePatternSupport === true);
    const watched = JSON.stringify(watchers);
    if (!dynamicRegistration || watched === this.watched) return;
    this.watched = watched;
    const { client } = this.connection;
    this.watching = this.watching
      .then(async (before) => {
        before?.dispose();
        if (watchers.length === 0) return undefined;
        return client.register(DidChangeWatchedFilesNotification.type, { watchers });
      })
      .catch((error) => {
        this.logError('Changes of descriptor sets will go unnoticed', error);
        return undefined;
      });
  }

  // Documents

  private changed(document: OpenDocument): void {
    void this.publish(document.uri);
    if (document.statusChanged() && this.statusWanted) {
      void this.connection.sendNotification(own.statusChanged, { uri: document.uri });
    }
  }

  private openNotebook(notebook: NotebookDocument): void {
    const open = new (core().OpenNotebook)<OpenDocument>(notebook.uri, () => this.cellsOf(notebook));
    this.openNotebooks.set(notebook, open);
    this.publishCells(open);
  }

  /** What one cell says has consequences for all others. */
  private notebookChanged(notebook: NotebookDocument): void {
    const open = this.openNotebooks.get(notebook);
    if (!open) return;
    open.changed();
    this.publishCells(open);
    void this.refreshCells(open);
  }

  private publishCells(notebook: OpenNotebook<OpenDocument>): void {
    for (const cell of notebook.documents()) {
      cell.notebook = notebook;
      void this.publish(cell.uri);
    }
  }

  /** The client pulls anew for the changed cell alone; asks it to do so for the others, once for a burst of changes. */
  private async refreshCells(notebook: OpenNotebook<OpenDocument>): Promise<void> {
    if (this.unrefreshed.has(notebook)) return;
    this.unrefreshed.add(notebook);
    await this.turn();
    this.unrefreshed.delete(notebook);
    const wasOurs = notebook.isOurs;
    notebook.isOurs = notebook.analysis(this.analyzer).isOurs;
    if (wasOurs || notebook.isOurs) this.refreshAnswers();
  }

  private cellsOf({ cells }: NotebookDocument): readonly OpenDocument[] {
    return cells.flatMap((cell) => this.notebooks.getCellTextDocument(cell) ?? []);
  }

  // Diagnostics

  private resultId({ analysis }: OpenDocument): string {
    const id = this.resultIds.get(analysis) ?? `${++this.resultCount}`;
    this.resultIds.set(analysis, id);
    return id;
  }

  private diagnose(document: OpenDocument): readonly Diagnostic[] {
    return document.analysis.diagnose().filter(({ start }) => document.ownerOf(start) === document);
  }

  private lspDiagnostics(document: OpenDocument) {
    return this.diagnose(document).map((diagnostic) => toDiagnostic(document, diagnostic));
  }

  private status(uri: string): own.DocumentStatus {
    const document = this.documents.get(uri);
    if (!document) return { reason: 'none', detail: 'The file is not open in the language server.' };
    const { resolution } = document.analysis;
    if (!resolution) return { reason: 'none', detail: 'The file holds no message.' };
    const { message, reason, detail } = resolution;
    return {
      ...(message && { message: message.name }),
      reason: reason === 'named' ? 'content' : reason,
      detail,
    };
  }

  private editOptimizer(
    document: OpenDocument,
    { version, position, changes }: own.OptimizerEditParams,
  ): own.OptimizerEditResult {
    if (version !== document.version) return { reason: 'The text has changed since the preview was made.' };
    const edit = document.analysis.editOptimizer(document.offsetAt(position), changes);
    if ('reason' in edit) return edit;
    return edit.changes.every(({ start }) => document.ownerOf(start) === document)
      ? { edits: edit.changes.map((change) => toTextEdit(document, change)) }
      : { reason: 'The value stands in another cell of the notebook.' };
  }

  /** Pushes diagnostics to a client that cannot pull them, once for a burst of changes. */
  private async publish(uri: string): Promise<void> {
    if (this.pulls || this.unpublished.has(uri)) return;
    this.unpublished.add(uri);
    await this.turn();
    const document = this.unpublished.delete(uri) ? this.documents.get(uri) : undefined;
    if (!document) return;
    const what = `textDocument/publishDiagnostics of ${uri}`;
    const diagnostics = this.attempt(what, () => this.lspDiagnostics(document), []);
    void this.connection.sendDiagnostics({ uri, version: document.version, diagnostics });
  }

  // Requests

  /**
   * Registers a request about one document. It waits for changes and cancellations that are already on their
   * way; a failure is logged, answered with `empty`, and touches nothing else.
   */
  private onRequest<P extends { textDocument: { uri: string } }, R, E = null>(
    register: (
      handler: (params: P, token: CancellationToken) => Promise<R | E | ResponseError<never>>,
    ) => void,
    method: string,
    answer: (document: OpenDocument, params: P) => R | undefined,
    { empty = null as E, answersNewest = false, atOnce = false } = {},
  ): void {
    register(async (params, token) => {
      this.requireRunning();
      this.received++;
      const { uri } = params.textDocument;
      const version = this.documents.get(uri)?.version;
      if (!atOnce) await this.turn();
      if (token.isCancellationRequested)
        return new ResponseError(LSPErrorCodes.RequestCancelled, 'Cancelled');
      const document = this.documents.get(uri);
      if (document?.version !== version && !answersNewest) {
        return new ResponseError(LSPErrorCodes.ContentModified, 'The text has changed meanwhile');
      }
      if (!document) return empty;
      return this.attempt(`${method} of ${uri}`, () => answer(document, params) ?? empty, empty);
    });
  }

  /** Registers a request of our own about one document; its answer says itself which version it is about. */
  private onOwnRequest<P extends { uri: string }, R>(
    method: string,
    answer: (document: OpenDocument, params: P) => R | undefined,
    empty: R,
  ): void {
    this.onRequest<P & { textDocument: { uri: string } }, R, R>(
      (handler) =>
        this.connection.onRequest(
          method,
          (params: P, token): Promise<unknown> =>
            handler({ ...params, textDocument: { uri: params.uri } }, token),
        ),
      method,
      answer,
      { empty, answersNewest: true },
    );
  }

  private requireRunning(): void {
    if (this.phase === 'new') {
      throw new ResponseError(ErrorCodes.ServerNotInitialized, 'The first request must be initialize.');
    }
    if (this.phase === 'ended')
      throw new ResponseError(ErrorCodes.InvalidRequest, 'The server is shut down.');
  }

  /**
   * Resolves when the settings are known and all messages that had arrived are taken in. Answers are given one
   * by one in the order of their requests, so that changes and cancellations may come in between.
   */
  private turn(): Promise<void> {
    const { settled } = this;
    this.lastTurn = this.lastTurn.then(() => settled).then(() => this.quiet());
    return this.lastTurn;
  }

  /** The connection hands out one message in each turn of the event loop. */
  private async quiet(): Promise<void> {
    let before: number;
    do {
      before = this.received;
      await nextTurn();
      await nextTurn();
    } while (this.received !== before);
  }

  /** What a step gives or, where it fails, `empty`; the log tells why. */
  private attempt<T>(what: string, step: () => T, empty: T): T {
    try {
      return step();
    } catch (error) {
      this.logError(`${what} failed`, error);
      return empty;
    }
  }

  private logFailure(failure: Failure): void {
    this.logError(failureTitle(failure), failure.error);
  }

  private logError(what: string, error: unknown): void {
    this.connection.console.error(
      `${what}: ${error instanceof Error ? (error.stack ?? error.message) : error}`,
    );
  }
}

const FAILED_STATUS: own.DocumentStatus = {
  reason: 'none',
  detail: 'The language server failed at this file; its log says why.',
};

const SECTION = 'tpuEmbedding';

/** In a web worker there is no setImmediate. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
