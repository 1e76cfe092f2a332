import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import {
  type AskToolParams,
  askTool,
  type CompareParams,
  type CompareResult,
  type ConvertParams,
  type ConvertResult,
  compare,
  convert,
  type DerivedConfiguration,
  type DocumentParams,
  type DocumentStatus,
  derive,
  documentStatus,
  type ExtractResult,
  extract,
  type OptimizerAtParams,
  type OptimizerAtPlace,
  type OptimizerEditParams,
  type OptimizerEditResult,
  optimizerAt,
  optimizerEdit,
  type PlanEditParams,
  type PlannedConfiguration,
  type Position,
  plan,
  planEdit,
  type ReportFacts,
  report,
  statusChanged,
  type ToolAnswer,
  trustGranted,
} from '../../server/src/languages/protocol';
import type { CreateClient } from './client-options';

type ServerState = 'starting' | 'running' | 'stopped';

/** After more crashes than this within the period, only the user can restart the server. */
const MAX_CRASHES = 4;
const PERIOD_MS = 3 * 60 * 1000;

/**
 * Starts, stops and restarts the language server. Every start creates a new client, because a LanguageClient whose
 * server dies before it answers `initialize` cannot be started again.
 */
export class Server implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private client: Promise<BaseLanguageClient> | undefined;
  private current: ServerState | 'waiting' = 'waiting';
  private crashes: number[] = [];
  private readonly trust = vscode.workspace.onDidGrantWorkspaceTrust(() => {
    void this.client?.then((client) => client.sendNotification(trustGranted)).catch(() => {});
  });

  /** Fires when the state changes, or when the server may answer differently about a document. */
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly createClient: CreateClient,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /** Counts waiting as starting, because code that shows the state also starts the server. */
  get state(): ServerState {
    return this.current === 'waiting' ? 'starting' : this.current;
  }

  /** Whether nothing has needed the server yet. */
  get waiting(): boolean {
    return this.current === 'waiting';
  }

  /** Starts the server unless it was started before: a server that was stopped is only restarted by the user. */
  need(): void {
    if (this.waiting) void this.start();
  }

  async restart(): Promise<void> {
    this.crashes = [];
    await this.stop();
    await this.start();
  }

  documentStatus(document: vscode.TextDocument): Promise<DocumentStatus | undefined> {
    return this.request(documentStatus, document.uri, {});
  }

  /** Undefined if there is no optimizer at the position, or no server. */
  async optimizerAt(uri: vscode.Uri, position: vscode.Position): Promise<OptimizerAtPlace | undefined> {
    const { line, character } = position;
    const params: Omit<OptimizerAtParams, 'uri'> = { position: { line, character } };
    const place = await this.request<OptimizerAtPlace | null>(optimizerAt, uri, params);
    return place ?? undefined;
  }

  /** The configurations that TensorFlow builds from a program; undefined without a server. */
  derive(uri: vscode.Uri): Promise<DerivedConfiguration[] | undefined> {
    return this.request(derive, uri, {});
  }

  optimizerEdit(
    uri: vscode.Uri,
    { line, character }: vscode.Position,
    version: number,
    changes: OptimizerEditParams['changes'],
  ): Promise<OptimizerEditResult | undefined> {
    const params: Omit<OptimizerEditParams, 'uri'> = { position: { line, character }, version, changes };
    return this.request(optimizerEdit, uri, params);
  }

  /** The sizes that decide the memory of a document's configurations; undefined without a server. */
  plan(uri: vscode.Uri): Promise<PlannedConfiguration[] | undefined> {
    return this.request(plan, uri, {});
  }

  /** How a document differs in meaning from an earlier version; undefined without a server. */
  compare(
    uri: vscode.Uri,
    before: CompareParams['before'],
    position?: Position,
  ): Promise<CompareResult | undefined> {
    const params: Omit<CompareParams, 'uri'> = { before, ...(position && { position }) };
    return this.request(compare, uri, params);
  }

  planEdit(uri: vscode.Uri, params: Omit<PlanEditParams, 'uri'>): Promise<OptimizerEditResult | undefined> {
    return this.request(planEdit, uri, params);
  }

  /** Undefined without a server, or if the tool failed in the server. */
  async askTool(params: AskToolParams, token: vscode.CancellationToken): Promise<ToolAnswer | undefined> {
    this.need();
    const client = await this.client?.catch(() => undefined);
    const answer = await client?.sendRequest<ToolAnswer | null>(askTool, params, token).catch(() => null);
    return answer ?? undefined;
  }

  /** The configurations in a file or folder; undefined without a server, or if the request was cancelled. */
  extract(uri: vscode.Uri, token: vscode.CancellationToken): Promise<ExtractResult | undefined> {
    return this.request(extract, uri, {}, token);
  }

  /** What a report says about the surroundings of a document, and of a rule the smallest text that it tells of. */
  report(uri: vscode.Uri, rule: string | undefined): Promise<ReportFacts | null | undefined> {
    return this.request(report, uri, rule === undefined ? {} : { rule });
  }

  /** Undefined without a server. */
  convert(params: ConvertParams): Promise<ConvertResult | undefined> {
    return this.send(convert, () => params);
  }

  /** Sends a request about a document; undefined without a server. */
  private request<Result>(
    method: string,
    uri: vscode.Uri,
    params: object,
    token?: vscode.CancellationToken,
  ): Promise<Result | undefined> {
    const withDocument = (client: BaseLanguageClient) => {
      const document: DocumentParams = { uri: client.code2ProtocolConverter.asUri(uri) };
      return { ...document, ...params };
    };
    return this.send(method, withDocument, token);
  }

  private async send<Result>(
    method: string,
    params: (client: BaseLanguageClient) => object,
    token?: vscode.CancellationToken,
  ): Promise<Result | undefined> {
    this.need();
    const client = await this.client?.catch(() => undefined);
    // An undefined token would be sent as a second parameter.
    const cancelling = token ? [token] : [];
    return client?.sendRequest<Result>(method, params(client), ...cancelling).catch(() => undefined);
  }

  async dispose(): Promise<void> {
    await this.stop();
    this.trust.dispose();
    this.changed.dispose();
  }

  /** Resolves once the server runs or has failed to start; handles failures itself. */
  private async start(): Promise<void> {
    const client = this.prepareClient(() => this.lost(client));
    this.become('starting', client);
    try {
      await (await client).start();
      if (client === this.client) this.become('running', client);
    } catch {
      this.lost(client);
    }
  }

  private async prepareClient(onClosed: () => void): Promise<BaseLanguageClient> {
    const client = await this.createClient(this.log, onClosed);
    client.onNotification(statusChanged, () => this.changed.fire());
    return client;
  }

  private async stop(): Promise<void> {
    const client = this.client;
    this.become('stopped', undefined);
    // A server that does not stop in time is killed.
    await client?.then((started) => started.dispose()).catch(() => {});
  }

  /** Silently restarts a crashed server, until it crashes too often. */
  private lost(client: Promise<BaseLanguageClient>): void {
    // Another client has replaced it, or it was stopped on purpose.
    if (client !== this.client) return;
    void this.stop();
    const now = Date.now();
    this.crashes = [...this.crashes.filter((crash) => now - crash < PERIOD_MS), now];
    if (this.crashes.length <= MAX_CRASHES) {
      void this.start();
      return;
    }
    void offerHelp();
  }

  private become(state: ServerState, client: Promise<BaseLanguageClient> | undefined): void {
    this.current = state;
    this.log.info(`The language server is ${state}.`);
    this.client = client;
    this.changed.fire();
  }
}

async function offerHelp(): Promise<void> {
  const commands: Record<string, string> = {
    [vscode.l10n.t('Restart')]: 'tpuEmbedding.restartServer',
    [vscode.l10n.t('Show Log')]: 'tpuEmbedding.showLog',
  };
  const message = vscode.l10n.t(
    'The TPU Embedding language server crashed {0} times within 3 minutes and was not restarted.',
    MAX_CRASHES + 1,
  );
  const choice = await vscode.window.showErrorMessage(message, ...Object.keys(commands));
  const command = choice && commands[choice];
  if (command) await vscode.commands.executeCommand(command);
}
