import * as vscode from 'vscode';
import type { OptimizerAtPlace, OptimizerChange } from '../../../server/src/protocol';
import type { Server } from '../server';
import { previewable } from './languages';
import { type FromPage, isFromPage, type Kept, type Source, type ToPage } from './messages';
import { moved } from './moved';
import { pageHtml } from './page';
import { save } from './save';

/** Long enough to type on, short enough to seem at once. */
const editPauseMs = 120;

/** One panel: it knows where its optimizer stands, and tells the page whenever that changes. */
export class Preview implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #server: Server;
  readonly #disposables: vscode.Disposable[] = [];
  #uri: vscode.Uri;
  #position: vscode.Position;
  #key = '';
  #pinned: boolean;
  #ready = false;
  #revision = 0;
  #shown: { revision: number; place: OptimizerAtPlace; source: Source } | undefined;
  #latest: ToPage | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(panel: vscode.WebviewPanel, extension: vscode.Uri, server: Server, kept: Kept) {
    this.#panel = panel;
    this.#server = server;
    const { uri, position, key } = kept.source;
    this.#uri = vscode.Uri.parse(uri);
    this.#position = new vscode.Position(position.line, position.character);
    this.#key = key;
    this.#pinned = kept.pinned;
    panel.webview.onDidReceiveMessage(
      (message: unknown) => isFromPage(message) && this.#receive(message),
      undefined,
      this.#disposables,
    );
    vscode.workspace.onDidChangeTextDocument((change) => this.#edited(change), undefined, this.#disposables);
    vscode.window.onDidChangeTextEditorSelection(
      ({ textEditor }) => this.#follow(textEditor),
      undefined,
      this.#disposables,
    );
    vscode.window.onDidChangeActiveTextEditor(
      (editor) => editor && this.#follow(editor),
      undefined,
      this.#disposables,
    );
    server.onDidChange(() => this.#askSoon(), undefined, this.#disposables);
    panel.webview.html = pageHtml(panel.webview, extension);
    void this.#ask();
  }

  get pinned(): boolean {
    return this.#pinned;
  }

  /** Moves on to the optimizer at another place. */
  show(uri: vscode.Uri, position: vscode.Position): void {
    this.#uri = uri;
    this.#position = position;
    this.#key = '';
    void this.#ask();
    this.#panel.reveal(undefined, true);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #edited({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    if (document.uri.toString() !== this.#uri.toString() || contentChanges.length === 0) return;
    const { line, character } = moved(this.#position, contentChanges);
    this.#position = new vscode.Position(line, character);
    // An answer on its way tells of places in the text before.
    this.#revision++;
    this.#askSoon();
  }

  #follow({ document, selection: { active } }: vscode.TextEditor): void {
    if (this.#pinned || !previewable(document)) return;
    const range = this.#shown?.place.range;
    const same = document.uri.toString() === this.#uri.toString();
    if (same && range && contains(range, active)) return;
    this.#soon(() => void this.#ask({ uri: document.uri, position: active }));
  }

  #askSoon(): void {
    this.#soon(() => void this.#ask());
  }

  #soon(action: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(action, editPauseMs);
  }

  /**
   * Asks what stands at the preview's place, or at `other`, to which the preview then moves if an optimizer is there:
   * a cursor that wanders off leaves the preview where it is.
   */
  async #ask(other?: { uri: vscode.Uri; position: vscode.Position }): Promise<void> {
    const revision = ++this.#revision;
    const { uri, position } = other ?? { uri: this.#uri, position: this.#position };
    // The server knows open documents alone; this one may have been closed, as by a restart.
    const there = await vscode.workspace.openTextDocument(uri).then(
      () => true,
      () => false,
    );
    const place = there ? await this.#server.optimizerAt(uri, position) : undefined;
    // A later question is on its way, and its answer counts.
    if (revision !== this.#revision) return;
    if (!place && other) return this.#ask();
    if (!place) return this.#nothing(revision, there);
    const { line, character } = place.range.start;
    const start = new vscode.Position(line, character);
    // It may stand in another cell of the notebook.
    const owner = place.uri === undefined ? uri : vscode.Uri.parse(place.uri, true);
    const moves = owner.toString() !== this.#uri.toString() || !start.isEqual(this.#position);
    if (!this.#key || (other && moves)) this.#key = `${owner}#${line}:${character}`;
    this.#uri = owner;
    // The start stays inside the optimizer whatever is typed in it.
    this.#position = start;
    this.#panel.title = `Preview ${place.title}`;
    const source = this.#source();
    if (this.#shown && sameToThePage({ source, place }, this.#shown)) {
      this.#shown.place = place;
      return;
    }
    this.#shown = { revision, place, source };
    this.#tell({ kind: 'show', revision, pinned: this.#pinned, source, place });
  }

  #nothing(revision: number, documentThere: boolean): void {
    const reasons = {
      starting: 'The language server is starting.',
      stopped:
        'The language server is not running. Restart it with "TPU Embedding: Restart Language Server".',
      running:
        'No optimizer stands here. Put the cursor into optimization_parameters or the call of an optimizer.',
    };
    this.#shown = undefined;
    const gone = `${this.#source().file} is not there any more.`;
    const reason = documentThere ? reasons[this.#server.state] : gone;
    this.#tell({ kind: 'nothing', revision, pinned: this.#pinned, reason });
  }

  #source(): Source {
    const { line, character } = this.#position;
    const file = this.#uri.path.slice(this.#uri.path.lastIndexOf('/') + 1);
    return { uri: this.#uri.toString(), position: { line, character }, file, key: this.#key };
  }

  /** Messages reach live pages only, so the last one is kept for a page that is not ready. */
  #tell(message: ToPage): void {
    this.#latest = message;
    if (this.#ready) void this.#panel.webview.postMessage(message);
  }

  #receive(message: FromPage): void {
    switch (message.kind) {
      case 'ready':
        this.#ready = true;
        if (this.#latest) this.#tell(this.#latest);
        break;
      case 'pin':
        this.#pinned = message.pinned;
        break;
      case 'reveal':
        void this.#reveal();
        break;
      case 'apply':
        this.#answer(message.request, this.#apply(message.revision, message.changes));
        break;
      case 'save':
        this.#answer(message.request, save(message.format, message.content, this.#panel.title, this.#uri));
        break;
      case 'copy':
        this.#answer(message.request, vscode.env.clipboard.writeText(message.text));
        break;
    }
  }

  /** Tells the page that a request is done, with the problem where it could not be. */
  async #answer(request: number, work: Thenable<unknown>): Promise<void> {
    const problem = await Promise.resolve(work).catch((error: unknown) =>
      error instanceof Error ? error.message : String(error),
    );
    const answer: ToPage =
      typeof problem === 'string' ? { kind: 'done', request, problem } : { kind: 'done', request };
    void this.#panel.webview.postMessage(answer);
  }

  /** Answers what is in the way, if something is. */
  async #apply(revision: number, changes: OptimizerChange[]): Promise<string | undefined> {
    if (this.#shown?.revision !== revision)
      return 'The document changed in the meantime. Look at the values again, then apply.';
    const { place } = this.#shown;
    const result = await this.#server.optimizerEdit(this.#uri, this.#position, place.version, changes);
    if (!result) return 'The language server is not running, so nothing was written.';
    if ('reason' in result) return result.reason;
    const edit = new vscode.WorkspaceEdit();
    for (const { range, newText } of result.edits) edit.replace(this.#uri, toRange(range), newText);
    const applied = await vscode.workspace.applyEdit(edit);
    return applied ? undefined : 'The editor did not take the changes. Is the document read-only?';
  }

  async #reveal(): Promise<void> {
    const document = await vscode.workspace.openTextDocument(this.#uri);
    const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
    const viewColumn = shown?.viewColumn ?? vscode.ViewColumn.One;
    const selection = new vscode.Range(this.#position, this.#position);
    await vscode.window.showTextDocument(document, { viewColumn, selection });
  }
}

interface Seen {
  place: OptimizerAtPlace;
  source: Source;
}

/** Whether all but the document's version is the same: then the page has nothing to do. */
const sameToThePage = (a: Seen, b: Seen) =>
  JSON.stringify({ ...a.place, version: 0, source: a.source }) ===
  JSON.stringify({ ...b.place, version: 0, source: b.source });

const toRange = ({ start, end }: OptimizerAtPlace['range']) =>
  new vscode.Range(start.line, start.character, end.line, end.character);

const contains = (range: OptimizerAtPlace['range'], position: vscode.Position) =>
  toRange(range).contains(position);
