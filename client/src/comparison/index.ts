import * as vscode from 'vscode';
import type { CompareResult } from '../../../server/src/protocol';
import { errorMessage } from '../../../server/src/text/error-message';
import { viewOf } from '../forms/text-view';
import type { Server } from '../server';
import { nameOf } from '../words';
import { chooseVersion } from './choose';
import { type Page, type PageLink, pageOf } from './page';
import { committed, contentOf, documentOf, type Version } from './versions';

const COMPARISON_SCHEME = 'tpu-embedding-comparison';

/** The two versions that a comparison shows, stored in the query of its URI. */
interface Compared {
  readonly before: string;
  readonly isSaved?: true;
  readonly after: string;
  /** Titles of the two versions. */
  readonly titles: readonly [before: string, after: string];
  readonly position?: { readonly line: number; readonly character: number };
}

/**
 * Registers comparisons: read-only texts that list how two configurations differ in meaning. They follow edits of both.
 */
export function registerComparisons(server: Server): vscode.Disposable {
  const texts = new Comparisons(server);
  const selector = { scheme: COMPARISON_SCHEME };
  return vscode.Disposable.from(
    texts,
    vscode.workspace.registerTextDocumentContentProvider(COMPARISON_SCHEME, texts),
    vscode.languages.registerDocumentLinkProvider(selector, texts),
    vscode.commands.registerCommand('tpuEmbedding.compareConfigurations', (what?: unknown, all?: unknown) =>
      texts.compare(what, all),
    ),
    vscode.commands.registerCommand('tpuEmbedding.showTextDiff', (text?: unknown) => showTextDiff(text)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => texts.refresh(document.uri)),
    vscode.workspace.onDidSaveTextDocument(({ uri }) => texts.refresh(uri)),
    vscode.workspace.onDidOpenTextDocument((document) => texts.opened(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => texts.forget(uri)),
    vscode.window.onDidChangeVisibleTextEditors(() => texts.mark()),
    server.onDidChange(() => texts.refresh()),
  );
}

class Comparisons
  implements vscode.TextDocumentContentProvider, vscode.DocumentLinkProvider, vscode.Disposable
{
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly styles = {
    before: valueStyle('diffEditor.removedTextBackground'),
    after: valueStyle('diffEditor.insertedTextBackground'),
  };
  private readonly shown = new Map<string, Page>();

  constructor(private readonly server: Server) {}

  /** Compares the files selected in the explorer, a change in source control, or the active editor. */
  async compare(what: unknown, all: unknown): Promise<void> {
    const resource = resourceOf(what);
    const editor = vscode.window.activeTextEditor;
    const after = resource ?? editor?.document.uri;
    if (!after) return;
    const before = await versionFor(after, what, all);
    if (!before) return;
    const isActive = editor?.document.uri.toString() === after.toString();
    const compared: Compared = {
      before: before.uri.toString(),
      ...(before.isSaved && { isSaved: true }),
      after: readable(after).toString(),
      titles: titlesOf(before, after),
      ...(isActive && { position: editor.selection.active }),
    };
    const text = vscode.Uri.from({
      scheme: COMPARISON_SCHEME,
      path: `/${compared.titles.join(' → ')}.md`,
      query: JSON.stringify(compared),
    });
    this.changed.fire(text);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(text), { preview: true });
    this.mark();
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const { before, isSaved, after, titles, position } = readQuery(uri);
    const version: Version = { uri: before, ...(isSaved && { isSaved }) };
    const page = await this.ask(version, after, position).then(
      (result) => pageOf(result, ...titles),
      (error: unknown) => pageOf({ reason: errorMessage(error), side: 'before' }, ...titles),
    );
    this.shown.set(uri.toString(), page);
    setTimeout(() => this.mark());
    return page.text;
  }

  private async ask(
    before: Version,
    after: vscode.Uri,
    position: Compared['position'],
  ): Promise<CompareResult | undefined> {
    let document: vscode.TextDocument | undefined;
    try {
      document = await documentOf(after);
    } catch (error) {
      return { reason: errorMessage(error), side: 'after' };
    }
    return document && this.server.compare(document.uri, await contentOf(before), position);
  }

  provideDocumentLinks({ uri }: vscode.TextDocument): vscode.DocumentLink[] {
    const { before, after } = readQuery(uri);
    return (this.shown.get(uri.toString())?.links ?? []).map((link) => {
      const file = link.uri === undefined ? { before, after }[link.side] : vscode.Uri.parse(link.uri, true);
      const { line, character } = link.target.start;
      const target = file.with({ fragment: `L${line + 1},${character + 1}` });
      return new vscode.DocumentLink(rangeOf(link), target);
    });
  }

  /** Updates the comparisons that involve a document, or all of them. */
  refresh(document?: vscode.Uri): void {
    for (const text of this.shown.keys()) {
      const uri = vscode.Uri.parse(text, true);
      const { before, after } = readQuery(uri);
      // Notebook cells have the same path as the notebook.
      if (!document || [before, after].some(({ path }) => path === document.path)) this.changed.fire(uri);
      else if (document.toString() === text) this.mark();
    }
  }

  /** VS Code ignores change events for a text that it has not opened yet. */
  opened({ uri }: vscode.TextDocument): void {
    if (uri.scheme === COMPARISON_SCHEME) this.changed.fire(uri);
  }

  forget(uri: vscode.Uri): void {
    this.shown.delete(uri.toString());
  }

  /** Highlights the values before and after. */
  mark(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const { uri } = editor.document;
      if (uri.scheme !== COMPARISON_SCHEME) continue;
      const links = this.shown.get(uri.toString())?.links ?? [];
      for (const side of ['before', 'after'] as const)
        editor.setDecorations(this.styles[side], links.filter((link) => link.side === side).map(rangeOf));
    }
  }

  dispose(): void {
    this.changed.dispose();
    this.styles.before.dispose();
    this.styles.after.dispose();
  }
}

const valueStyle = (color: string) =>
  vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor(color),
    borderRadius: '2px',
  });

const rangeOf = ({ line, start, end }: PageLink) => new vscode.Range(line, start, line, end);

/** The URI of a file, or of a source control change. */
function resourceOf(what: unknown): vscode.Uri | undefined {
  if (what instanceof vscode.Uri) return what;
  const resource = (what as Partial<vscode.SourceControlResourceState> | undefined)?.resourceUri;
  return resource instanceof vscode.Uri ? resource : undefined;
}

async function versionFor(after: vscode.Uri, what: unknown, all: unknown): Promise<Version | undefined> {
  const selected = Array.isArray(all) ? all.filter((each) => each instanceof vscode.Uri) : [];
  const [other, ...more] = selected.filter((uri) => uri.toString() !== after.toString());
  if (other && more.length === 0) return { uri: other };
  const isChange = what !== undefined && !(what instanceof vscode.Uri);
  return (isChange ? await committed(after) : undefined) ?? chooseVersion(after);
}

function titlesOf({ uri, title }: Version, after: vscode.Uri): Compared['titles'] {
  if (title !== undefined) return [`${nameOf(after)} (${title})`, nameOf(after)];
  if (nameOf(uri) !== nameOf(after)) return [nameOf(uri), nameOf(after)];
  const path = (each: vscode.Uri) => vscode.workspace.asRelativePath(each).replaceAll('/', '∕');
  return [path(uri), path(after)];
}

function readQuery({ query }: vscode.Uri) {
  const { before, after, ...rest } = JSON.parse(query) as Compared;
  return { ...rest, before: vscode.Uri.parse(before, true), after: vscode.Uri.parse(after, true) };
}

/** The server answers only about open documents, so a binary file is opened as its text view. */
const readable = (uri: vscode.Uri): vscode.Uri => (/\.binpb$/i.test(uri.path) ? viewOf(uri) : uri);

/** Opens a text diff of both versions. */
async function showTextDiff(text: unknown): Promise<void> {
  const uri = text instanceof vscode.Uri ? text : vscode.window.activeTextEditor?.document.uri;
  if (uri?.scheme !== COMPARISON_SCHEME) return;
  const { before, isSaved, after, titles } = readQuery(uri);
  if (!isSaved) await vscode.commands.executeCommand('vscode.diff', before, after, titles.join(' ↔ '));
  else {
    await vscode.window.showTextDocument(after);
    await vscode.commands.executeCommand('workbench.files.action.compareWithSaved', after);
  }
}
