import {
  type CompletionItem,
  type Connection,
  ErrorCodes,
  type InitializeParams,
  type InitializeResult,
  MarkupKind,
  ResponseError,
} from 'vscode-languageserver';
import type { CompletionData } from '../languages/answers';
import { trustGranted } from '../languages/protocol';
import type { Listing } from '../project/environment/listings';
import { topAround } from '../project/nearby';
import type { Settings } from '../project/settings';
import type { Schema } from '../schema/types';
import { Documents, SYNC } from './documents/documents';
import type { ReadableWorkspace } from './documents/program-inputs';
import { PushDiagnostics } from './documents/push-diagnostics';
import { Refresh } from './documents/refresh';
import { clientFileSystem } from './files/client-file-system';
import { FileSearch } from './files/file-search';
import { eitherOf, type FileSystem } from './files/file-system';
import { FileWatchers } from './files/file-watchers';
import type { Installed } from './files/installed';
import { bundle } from './load-analysis-bundle';
import { Log } from './log';
import { AssistantHost } from './requests/assistant-host';
import { registerDependencyFiles } from './requests/dependency-files';
import { registerFormatters } from './requests/formatting-requests';
import { resolveRefactoring } from './requests/refactorings';
import { Requests } from './requests/request';
import { requests } from './requests/requests';
import { Status } from './requests/status';
import { changedFolders, clientOf, Session } from './session';
import { Turns } from './turns';
import { ExcludedFiles } from './workspace/excluded-files';
import { NamesIndex } from './workspace/names-index';
import { NearbyConfigurations } from './workspace/nearby-configurations';
import { NearbyFacts } from './workspace/nearby-facts';
import { SettingsSync } from './workspace/settings-sync';
import { Workspace } from './workspace/workspace';
import { WorkspaceDiagnostics } from './workspace/workspace-diagnostics';
import { WorkspaceListing } from './workspace/workspace-listing';

/** What the server needs from the machine that it runs on. */
interface Host extends Installed {
  /** The files that the server reads by itself, if any. */
  readonly files?: FileSystem;
  /** Collects garbage after short work, if the process was started with that option. */
  readonly collectGarbage: () => void;
  /** How long requests wait, in milliseconds, for the settings of a client that may never answer. */
  readonly settingsTimeout: number;
  /** How long the server waits, in milliseconds, for a client to ask for diagnostics as it said that it can. */
  readonly pullTimeout: number;
}

/** Serves one client until the connection ends. */
export function startServer(connection: Connection, host: Host): { readonly isShutDown: boolean } {
  const parts = assemble(connection, host);
  const { log, session, settings, listing, documents, status, diagnostics } = parts;
  const { refresh, versions, configurations, excluded, answering } = parts;
  connection.onInitialize((params) => initialize(session, params));
  connection.onInitialized(() => {
    registerFormatters(connection, session.client, log);
    registerDependencyFiles(connection, session.client, log);
    settings.start();
    if (!session.client.capabilities.workspace?.workspaceFolders) return;
    connection.workspace.onDidChangeWorkspaceFolders((event) => {
      session.client = { ...session.client, folders: changedFolders(session.client, event) };
      listing.forget();
      settings.update();
    });
  });
  connection.onShutdown(() => {
    session.phase = 'ended';
  });
  connection.onCompletionResolve((item) =>
    log.attempt('completionItem/resolve', () => resolveCompletion(item, documents), item),
  );
  connection.onCodeActionResolve((action) => {
    const find = (uri: string) => documents.get(uri);
    return log.attempt(
      'codeAction/resolve',
      () => resolveRefactoring(action, find, session.client.capabilities),
      action,
    );
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    listing.changed(changes);
    diagnostics.changed();
    void refresh.programs();
    // A change in a program or a configuration does not affect the others here.
    if (changes.every(({ uri }) => bundle().ENDING.test(uri))) return;
    versions.searchAgain();
    configurations.searchAgain();
    excluded.forget();
    listing.forget();
    diagnostics.forget();
    settings.update();
  });
  connection.onNotification(trustGranted, () => {
    session.client = { ...session.client, isTrusted: true };
    configurations.searchAgain();
    settings.update();
  });
  settings.listen();
  documents.listen(connection);
  status.listen();
  for (const { listen } of requests) listen(answering);
  connection.listen();
  return {
    get isShutDown() {
      return session.phase === 'ended';
    },
  };
}

/** The parts of the server, which know each other, before any message arrives. */
function assemble(connection: Connection, host: Host) {
  const log = new Log(connection);
  const session = new Session();
  const turns = new Turns(() => Promise.all([settings.settled, versions.settled, configurations.settled]));
  const { settingsTimeout } = host;
  const fromClient = clientFileSystem(connection, session);
  const files = host.files ? eitherOf(host.files, fromClient) : fromClient;
  const watchers = new FileWatchers(connection, session, log);
  const changed = (uri: string) => documents.refresh(uri);
  const versions = new NearbyFacts(log, new FileSearch(files), settingsTimeout, changed, {
    search: (folder) => bundle().environmentAround(folder, topAround(folder, session.folderPaths)),
    isSame: (one, other) => JSON.stringify(one) === JSON.stringify(other),
    watch() {
      const all = bundle().DEPENDENCY_GLOBS.map((glob) => ({ globPattern: `**/${glob}` }));
      void watchers.watch(all, 'Other releases of libraries will go unnoticed');
    },
  });
  const configurations = new NearbyConfigurations(
    connection,
    session,
    log,
    files,
    watchers,
    settingsTimeout,
    changed,
  );
  const excluded = new ExcludedFiles(session, configurations, () => documents.analyzer.settings, files);
  const isExcluded = (uri: string) => excluded.excludes(uri);
  const documents = new Documents(log, versions, configurations, isExcluded, {
    messageArrived: () => turns.messageArrived(),
    documentChanged(document) {
      void push.changed(document.uri);
      status.changed(document);
      diagnostics.changed();
      if (document.languageId !== 'python') void refresh.programs();
    },
    documentClosed(uri) {
      push.closed(uri);
      diagnostics.changed();
    },
    documentSaved() {
      // Clients that watch files report changes of configuration files and ignore files themselves.
      if (watchers.isSupported) return;
      configurations.searchAgain();
      excluded.forget();
    },
    notebookOpened(notebook) {
      for (const cell of notebook.documents()) void push.changed(cell.uri);
    },
    notebookChanged(notebook) {
      for (const cell of notebook.documents()) void push.changed(cell.uri);
      void refresh.cells(notebook);
    },
  });
  const status = new Status(connection, session, documents, turns, log);
  const apply = (schema: Schema, wanted: Settings) => {
    documents.configure(schema, wanted);
    diagnostics.forget();
    refresh.all();
  };
  const settings = new SettingsSync(connection, session, log, files, settingsTimeout, apply);
  const listing = new WorkspaceListing(connection, session, log, files, watchers, settingsTimeout, excluded);
  const workspace = new Workspace(listing, documents, files);
  const names = new NamesIndex(workspace, documents, log);
  const readable: ReadableWorkspace = {
    byKey: () => workspace.byKey(),
    folderOf: (uri) => workspace.folderOf(uri),
    nearbyTables: (uri) => names.nearbyTables(uri),
  };
  const refresh = new Refresh(connection, session, documents, readable, turns, log);
  const push = new PushDiagnostics(connection, session, documents, turns, log, host, readable);
  const diagnostics = new WorkspaceDiagnostics(
    connection,
    documents,
    workspace,
    readable,
    versions,
    turns,
    log,
    host,
  );
  const assistants = new AssistantHost(session, documents, versions, files, readable);
  const packages = new FileSearch(files);
  const listings = async (uri: string): Promise<readonly Listing[]> => {
    packages.forget();
    const folder = files.reaches(uri) ? packages.folderOf(uri) : undefined;
    if (!folder) return [];
    const found = bundle().listingsAround(folder, topAround(folder, session.folderPaths));
    return (await packages.run(found)).flatMap((each) => each.listings);
  };
  const used = { files, names, diagnostics, push, assistants, listings };
  const answering = new Requests(connection, session, documents, turns, log, host, readable, used);
  return {
    log,
    session,
    settings,
    listing,
    documents,
    status,
    diagnostics,
    refresh,
    versions,
    configurations,
    excluded,
    answering,
  };
}

function initialize(session: Session, params: InitializeParams): InitializeResult | ResponseError<never> {
  if (session.phase !== 'new')
    return new ResponseError(ErrorCodes.InvalidRequest, 'The server is initialized already.');
  const client = clientOf(params);
  const all = requests.map(({ capabilities }) => capabilities(client));
  session.phase = 'running';
  session.client = client;
  const workspaceFolders = { supported: true, changeNotifications: true };
  return {
    serverInfo: { name: 'tpu-embedding', version: VERSION },
    capabilities: {
      ...Object.assign({ ...SYNC }, ...all),
      workspace: Object.assign({ workspaceFolders }, ...all.map(({ workspace }) => workspace)),
    },
  };
}

function resolveCompletion(item: CompletionItem, { analyzer }: Documents): CompletionItem {
  if (!item.data) return item;
  const value = bundle().completionDocumentation(analyzer.schema, item.data as CompletionData);
  return { ...item, documentation: { kind: MarkupKind.Markdown, value } };
}
