import * as vscode from 'vscode';
import type { Server } from './server';

/** Read-only texts that the extension computes from documents, computed again whenever one of these changes. */
export abstract class LiveTexts<Shown> implements vscode.TextDocumentContentProvider, vscode.Disposable {
  protected readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  /** The subject of each open text, by its URI. */
  protected readonly shown = new Map<string, Shown>();

  constructor(
    protected readonly server: Server,
    private readonly scheme: string,
  ) {}

  abstract provideTextDocumentContent(uri: vscode.Uri): Promise<string>;

  /** The documents that a text is computed from. */
  protected abstract sourcesOf(text: vscode.Uri): readonly vscode.Uri[];

  /** Decorates a text in an editor; by default not at all. */
  protected decorate(_editor: vscode.TextEditor, _shown: Shown | undefined): void {}

  /** Provides the texts and keeps them up to date until disposed. */
  register(): vscode.Disposable {
    return vscode.Disposable.from(
      this,
      vscode.workspace.registerTextDocumentContentProvider(this.scheme, this),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.refresh(document.uri)),
      vscode.workspace.onDidOpenTextDocument(({ uri }) => this.opened(uri)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.forget(uri)),
      vscode.window.onDidChangeVisibleTextEditors(() => this.mark()),
      this.server.onDidChange(() => this.refresh()),
    );
  }

  /** Computes the texts of a document again, or all texts. */
  refresh(document?: vscode.Uri): void {
    for (const text of this.shown.keys()) {
      const uri = vscode.Uri.parse(text, true);
      // The cells of a notebook have its path.
      if (!document || this.sourcesOf(uri).some(({ path }) => path === document.path)) this.changed.fire(uri);
      else if (document.toString() === text) this.renewed(document);
    }
  }

  /** VS Code ignores change events that are fired before a text is open. */
  private opened(uri: vscode.Uri): void {
    if (uri.scheme === this.scheme) this.changed.fire(uri);
    else this.refresh(uri);
  }

  /** VS Code has taken over the new text. */
  protected renewed(_text: vscode.Uri): void {
    this.mark();
  }

  protected forget(uri: vscode.Uri): void {
    this.shown.delete(uri.toString());
  }

  /** Decorates the texts in all visible editors. */
  mark(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const { uri } = editor.document;
      if (uri.scheme === this.scheme) this.decorate(editor, this.shown.get(uri.toString()));
    }
  }

  dispose(): void {
    this.changed.dispose();
  }
}
