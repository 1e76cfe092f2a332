import * as vscode from 'vscode';
import { errorMessage } from '../../../server/src/basics/error-message';
import type { ValueChange } from '../../../server/src/configuration/value-change';
import type { OptimizerAtPlace, OptimizerEditResult } from '../../../server/src/languages/protocol';
import {
  type FromPage,
  isFromPage,
  type OptimizerSource,
  type PageName,
  type PanelState,
  type ToPage,
} from '../../messages/messages';
import { toPosition, toRange } from '../positions';
import { done } from '../progress';
import type { Server } from '../server';
import { fileName } from '../words';
import { previewable } from './languages';
import { moved } from './moved';
import { openOne, sameUri } from './open-documents';
import { pageHtml } from './page';
import { save } from './save';
import { Sizes } from './sizes';
import { Written } from './written';

/** Milliseconds: longer than the gap between two keystrokes, yet hardly noticeable. */
const EDIT_PAUSE_MS = 120;

/** One panel. It follows its optimizer through edits and sends changes to the page. */
export class Preview implements vscode.Disposable {
  private readonly panel: vscode.WebviewPanel;
  private readonly server: Server;
  private readonly disposables: vscode.Disposable[] = [];
  private readonly written = new Written();
  private readonly sizes: Sizes;
  /** The current place of every optimizer shown so far. Its key lets the page find the changes made in the preview. */
  private readonly known: TrackedPlace[] = [];
  private place: TrackedPlace;
  private isPinned: boolean;
  private ready = false;
  /** The page to show first; undefined for the one shown before. */
  private page: PageName | undefined;
  private disposed = false;
  private revision = 0;
  private shown: { revision: number; place: OptimizerAtPlace; source: OptimizerSource } | undefined;
  private latest: ToPage | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(panel: vscode.WebviewPanel, extension: vscode.Uri, server: Server, savedState: PanelState) {
    this.panel = panel;
    this.server = server;
    this.sizes = new Sizes(server, (message) => this.post(message));
    const { uri, position, key } = savedState.source;
    this.place = { uri: vscode.Uri.parse(uri), position: toPosition(position), key };
    if (key) this.known.push(this.place);
    this.isPinned = savedState.pinned;
    panel.webview.onDidReceiveMessage(
      (message: unknown) => isFromPage(message) && this.receive(message),
      undefined,
      this.disposables,
    );
    vscode.workspace.onDidChangeTextDocument((change) => this.edited(change), undefined, this.disposables);
    vscode.workspace.onDidCloseTextDocument(() => this.lookForFile(), undefined, this.disposables);
    vscode.workspace.onDidDeleteFiles(() => this.lookForFile(), undefined, this.disposables);
    vscode.workspace.onDidRenameFiles(({ files }) => this.renamed(files), undefined, this.disposables);
    vscode.window.onDidChangeTextEditorSelection(
      ({ textEditor }) => this.follow(textEditor),
      undefined,
      this.disposables,
    );
    vscode.window.onDidChangeActiveTextEditor(
      (editor) => editor && this.follow(editor),
      undefined,
      this.disposables,
    );
    server.onDidChange(() => this.askSoon(), undefined, this.disposables);
    panel.webview.html = pageHtml(panel.webview, extension);
    void this.ask();
  }

  get pinned(): boolean {
    return this.isPinned;
  }

  /** Moves to another place and page. */
  show(uri: vscode.Uri, position: vscode.Position, page: PageName): void {
    this.place = { uri, position, key: '' };
    void this.ask();
    this.turnTo(page);
    this.panel.reveal(undefined, true);
  }

  /** Switches to a page of the panel once the page is ready. */
  turnTo(page: PageName): void {
    this.page = page;
    if (this.ready) this.post({ kind: 'page', page });
  }

  dispose(): void {
    this.disposed = true;
    // Pending answers are outdated.
    this.revision++;
    clearTimeout(this.timer);
    for (const disposable of this.disposables) disposable.dispose();
  }

  private edited({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    if (contentChanges.length === 0) return;
    for (const place of new Set([this.place, ...this.known]))
      if (sameUri(place.uri, document.uri))
        place.position = toPosition(moved(place.position, contentChanges));
    if (!sameUri(document.uri, this.place.uri)) return;
    // Pending answers refer to places in the text before the change.
    this.revision++;
    this.askSoon();
  }

  private renamed(files: readonly { oldUri: vscode.Uri; newUri: vscode.Uri }[]): void {
    for (const place of new Set([this.place, ...this.known]))
      for (const { oldUri, newUri } of files) if (sameUri(place.uri, oldUri)) place.uri = newUri;
    this.askSoon();
  }

  /** A deleted or closed document has no preview. VS Code keeps its text for minutes after the last tab is closed. */
  private lookForFile(): void {
    const { uri } = this.place;
    const inTab = vscode.window.tabGroups.all.some(({ tabs }) => tabs.some((tab) => showsIn(tab, uri)));
    // Notebook cells and untitled documents are not files.
    const noFile = vscode.workspace.fs.isWritableFileSystem(uri.scheme) === undefined;
    if (inTab || (noFile && openOne(uri))) return;
    vscode.workspace.fs.stat(uri).then(undefined, () => {
      if (!this.disposed && sameUri(uri, this.place.uri)) this.nothing(++this.revision, false);
    });
  }

  private follow({ document, selection: { active } }: vscode.TextEditor): void {
    if (this.isPinned || !previewable(document)) return;
    const range = this.shown?.place.range;
    if (sameUri(document.uri, this.place.uri) && range && contains(range, active)) return;
    this.soon(() => void this.ask({ uri: document.uri, position: active }));
  }

  private askSoon(): void {
    this.soon(() => void this.ask());
  }

  private soon(action: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(action, EDIT_PAUSE_MS);
  }

  /**
   * Asks the server about the preview's place. If `other` is given and has an optimizer, the preview moves there; a
   * cursor elsewhere leaves the preview where it is.
   */
  private async ask(other?: Pick<TrackedPlace, 'uri' | 'position'>): Promise<void> {
    const revision = ++this.revision;
    const { uri, position } = other ?? this.place;
    const there = (await opened(uri)) !== undefined;
    const place = there ? await this.server.optimizerAt(uri, position) : undefined;
    // A later request is pending; its answer will be used.
    if (revision !== this.revision) return;
    if (!place && other) return this.ask();
    void this.sizes.tell(uri);
    if (!place) return this.nothing(revision, there);
    // The optimizer may be in another cell of the notebook.
    const owner = place.uri === undefined ? uri : vscode.Uri.parse(place.uri, true);
    this.moveTo(owner, toPosition(place.range.start), other !== undefined);
    this.panel.title = vscode.l10n.t('Preview {0}', place.title);
    const source = this.source();
    if (this.shown && sameToThePage({ source, place }, this.shown)) {
      this.shown.place = place;
      return;
    }
    this.shown = { revision, place, source };
    done('preview');
    this.send({ kind: 'show', revision, pinned: this.isPinned, source, place });
  }

  /** Stores the optimizer's start as the place: edits inside the optimizer do not move it. */
  private moveTo(uri: vscode.Uri, position: vscode.Position, mayBeAnother: boolean): void {
    const known = this.known.find((place) => sameUri(place.uri, uri) && place.position.isEqual(position));
    if (known) this.place = known;
    else if (mayBeAnother || !this.place.key) {
      this.place = { uri, position, key: crypto.randomUUID() };
      this.known.push(this.place);
    } else Object.assign(this.place, { uri, position });
  }

  private nothing(revision: number, documentThere: boolean): void {
    const reasons = {
      starting: vscode.l10n.t('The language server is starting.'),
      stopped: vscode.l10n.t(
        'The language server is not running. Restart it with "TPU Embedding: Restart Language Server".',
      ),
      running: vscode.l10n.t(
        'There is no optimizer at the cursor. Put the cursor into optimization_parameters or the call of an optimizer.',
      ),
    };
    this.shown = undefined;
    const gone = vscode.l10n.t('{0} no longer exists.', this.source().file);
    const reason = documentThere ? reasons[this.server.state] : gone;
    this.send({ kind: 'nothing', revision, pinned: this.isPinned, reason });
  }

  private source(): OptimizerSource {
    const { uri, position, key } = this.place;
    const { line, character } = position;
    const file = fileName(uri);
    return { uri: uri.toString(), position: { line, character }, file, key };
  }

  /** Only live pages receive messages, so the last one is kept for a page that is not ready. */
  private send(message: ToPage): void {
    this.latest = message;
    if (this.ready) this.post(message);
  }

  private post(message: ToPage): void {
    if (!this.disposed) void this.panel.webview.postMessage(message);
  }

  private receive(message: FromPage): void {
    switch (message.kind) {
      case 'ready':
        this.ready = true;
        if (this.latest) this.send(this.latest);
        if (this.page) this.post({ kind: 'page', page: this.page });
        break;
      case 'page':
        this.page = message.page;
        this.sizes.want(message.page === 'memory');
        void this.sizes.tell(this.place.uri);
        break;
      case 'write':
        this.answer(message.request, this.write(message.revision, message.index, message.changes));
        break;
      case 'pin':
        this.isPinned = message.pinned;
        break;
      case 'reveal':
        // If the document is gone, the page will say so.
        this.reveal().catch(() => this.askSoon());
        break;
      case 'apply':
        this.answer(message.request, this.apply(message.revision, message.changes));
        break;
      case 'undo':
      case 'redo':
        this.answer(message.request, this.written[message.kind]());
        break;
      case 'save':
        this.answer(message.request, save(message.format, message.content, this.panel.title, this.place.uri));
        break;
      case 'copy':
        this.answer(message.request, vscode.env.clipboard.writeText(message.text));
        break;
    }
  }

  /** Tells the page that a request is done, or that it failed with a problem. */
  private async answer(request: number, work: Thenable<unknown>): Promise<void> {
    const problem = await Promise.resolve(work).catch((error: unknown) => errorMessage(error));
    this.post({ kind: 'done', request, ...(typeof problem === 'string' && { problem }) });
  }

  /** Returns the problem if the changes cannot be written. */
  private async apply(revision: number, changes: ValueChange[]): Promise<string | undefined> {
    const { uri, position } = this.place;
    const document = await opened(uri);
    // Reopened documents count their versions from the start.
    if (document?.version !== this.shown?.place.version) await this.ask();
    if (!document) return vscode.l10n.t('{0} no longer exists, so nothing was written.', this.source().file);
    if (this.shown?.revision !== revision)
      return vscode.l10n.t('The document changed in the meantime. Look at the values again, then apply.');
    const { version } = this.shown.place;
    return this.take(document, await this.server.optimizerEdit(uri, position, version, changes));
  }

  /** As `apply`, for sizes. */
  private async write(revision: number, index: number, changes: ValueChange[]): Promise<string | undefined> {
    const found = await this.sizes.edits(revision, index, changes);
    const document = found && (await opened(found.uri));
    if (!document)
      return vscode.l10n.t('The document changed in the meantime. Look at the values again, then apply.');
    return this.take(document, found.result);
  }

  /** Applies the edits that the server answered with. */
  private async take(
    document: vscode.TextDocument,
    result: OptimizerEditResult | undefined,
  ): Promise<string | undefined> {
    if (!result) return vscode.l10n.t('The language server is not running, so nothing was written.');
    if ('reason' in result) return result.reason;
    const edit = new vscode.WorkspaceEdit();
    for (const { range, newText } of result.edits) edit.replace(document.uri, toRange(range), newText);
    return (await this.written.write(document, edit))
      ? undefined
      : vscode.l10n.t('The editor rejected the changes. Is the document read-only?');
  }

  private async reveal(): Promise<void> {
    const { uri, position } = this.place;
    const document = await vscode.workspace.openTextDocument(uri);
    const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
    const viewColumn = shown?.viewColumn ?? vscode.ViewColumn.One;
    const selection = new vscode.Range(position, position);
    await vscode.window.showTextDocument(document, { viewColumn, selection });
  }
}

/** The place of an optimizer; the key stays the same when edits move it. */
interface TrackedPlace {
  uri: vscode.Uri;
  position: vscode.Position;
  /** Empty until the server has answered. */
  key: string;
}

interface ShownOptimizer {
  place: OptimizerAtPlace;
  source: OptimizerSource;
}

/** Whether everything except the document's version is equal: then the page need not update. */
const sameToThePage = (a: ShownOptimizer, b: ShownOptimizer) =>
  JSON.stringify({ ...a.place, version: 0, source: a.source }) ===
  JSON.stringify({ ...b.place, version: 0, source: b.source });

/** Opens a document, since the server knows only open ones; undefined if that is impossible. */
async function opened(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  const open = openOne(uri);
  if (open) return open;
  // Opening an untitled document again would create an empty one.
  if (uri.scheme === 'untitled') return undefined;
  return vscode.workspace.openTextDocument(uri).then(undefined, () => undefined);
}

const showsIn = ({ input }: vscode.Tab, uri: vscode.Uri) =>
  input instanceof vscode.TabInputText && sameUri(input.uri, uri);

const contains = (range: OptimizerAtPlace['range'], position: vscode.Position) =>
  toRange(range).contains(position);
