import * as vscode from 'vscode';
import { errorMessage } from '../../../server/src/basics/error-message';
import type { CompareResult } from '../../../server/src/languages/protocol';
import { viewOf } from '../forms/text-view';
import { LiveTexts } from '../live-texts';
import { pageOptions, uriOf } from '../preview/page';
import type { Server } from '../server';
import { fileName } from '../words';
import { chooseVersion } from './choose';
import { type Page, type PageLink, pageOf } from './page';
import { rendered } from './rendered';
import { committed, contentOf, documentOf, type Version } from './versions';

const COMPARISON_SCHEME = 'tpu-embedding-comparison';

/** The name in package.json of the editor that shows comparisons. */
const VIEW_TYPE = 'tpuEmbedding.comparison';

/** Opens a place by its URI. VS Code's own command would take a file of a remote machine for one of the window's. */
const OPEN_PLACE = 'tpuEmbedding.openPlace';

/** The two versions that a comparison shows, stored in the query of its URI. */
interface Compared {
  /** Shown in tabs; see `resourceLabelFormatters` in package.json. */
  readonly name: string;
  readonly before: string;
  readonly isSaved?: true;
  readonly after: string;
  /** Titles of the two versions. */
  readonly titles: readonly [before: string, after: string];
  readonly position?: { readonly line: number; readonly character: number };
}

/**
 * Registers comparisons: read-only texts that list how two configurations differ in meaning, shown as pages. They follow
 * edits of both.
 */
export function registerComparisons(extension: vscode.Uri, server: Server): vscode.Disposable {
  const texts = new Comparisons(extension, server);
  return vscode.Disposable.from(
    texts.register(),
    vscode.window.registerCustomEditorProvider(VIEW_TYPE, texts, {
      supportsMultipleEditorsPerDocument: true,
    }),
    vscode.commands.registerCommand('tpuEmbedding.compareConfigurations', (what?: unknown, all?: unknown) =>
      texts.compare(what, all),
    ),
    vscode.commands.registerCommand(OPEN_PLACE, (place: string) =>
      vscode.commands.executeCommand('vscode.open', vscode.Uri.parse(place, true)),
    ),
    vscode.commands.registerCommand('tpuEmbedding.showTextDiff', (text?: unknown) => showTextDiff(text)),
    vscode.workspace.onDidSaveTextDocument(({ uri }) => texts.refresh(uri)),
  );
}

class Comparisons extends LiveTexts<Page> implements vscode.CustomTextEditorProvider {
  /** Shows the page of a text again in each of its editors. */
  private readonly pages = new Map<string, Set<() => void>>();

  constructor(
    private readonly extension: vscode.Uri,
    server: Server,
  ) {
    super(server, COMPARISON_SCHEME);
  }

  /** Compares the files selected in the explorer, a change in source control, or the active editor. */
  async compare(what: unknown, all: unknown): Promise<void> {
    const resource = resourceOf(what);
    const editor = vscode.window.activeTextEditor;
    const after = resource ?? editor?.document.uri;
    if (!after) return;
    const before = await versionFor(after, what, all);
    if (!before) return;
    const isActive = editor?.document.uri.toString() === after.toString();
    const titles = titlesOf(before, after);
    const compared: Compared = {
      name: titles.join(' → '),
      before: before.uri.toString(),
      ...(before.isSaved && { isSaved: true }),
      after: readable(after).toString(),
      titles,
      ...(isActive && { position: editor.selection.active }),
    };
    const text = vscode.Uri.from({
      scheme: COMPARISON_SCHEME,
      // The ending makes it Markdown; the tab shows the name alone.
      path: `/${compared.name}.md`,
      query: JSON.stringify(compared),
    });
    this.changed.fire(text);
    // A link from a tab that is kept does not replace it.
    await vscode.commands.executeCommand('vscode.openWith', text, VIEW_TYPE, { preview: false });
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const { before, isSaved, after, titles, position } = readQuery(uri);
    const version: Version = { uri: before, ...(isSaved && { isSaved }) };
    const page = await this.ask(version, after, position).then(
      (result) => pageOf(result, ...titles),
      (error: unknown) => pageOf({ reason: errorMessage(error), side: 'before' }, ...titles),
    );
    this.shown.set(uri.toString(), page);
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

  resolveCustomTextEditor(
    { uri }: vscode.TextDocument,
    { webview, onDidDispose }: vscode.WebviewPanel,
  ): void {
    webview.options = {
      ...pageOptions(this.extension),
      enableScripts: false,
      enableCommandUris: [OPEN_PLACE],
    };
    const show = () => {
      const page = this.shown.get(uri.toString());
      if (!page) return;
      webview.html = rendered(page, {
        language: vscode.l10n.bundle ? vscode.env.language : 'en',
        cspSource: webview.cspSource,
        styles: ['preview.css', 'comparison.css'].map((name) => uriOf(name, webview, this.extension)),
        hrefOf: (link) =>
          `command:${OPEN_PLACE}?${encodeURIComponent(JSON.stringify([targetOf(link, uri).toString()]))}`,
      });
    };
    const shows = this.pages.get(uri.toString()) ?? new Set();
    this.pages.set(uri.toString(), shows.add(show));
    onDidDispose(() => {
      shows.delete(show);
      if (shows.size === 0) this.pages.delete(uri.toString());
    });
    show();
  }

  protected override renewed(text: vscode.Uri): void {
    for (const show of this.pages.get(text.toString()) ?? []) show();
  }

  protected sourcesOf(text: vscode.Uri): readonly vscode.Uri[] {
    const { before, after } = readQuery(text);
    return [before, after];
  }
}

/** The place of a value. */
function targetOf(link: PageLink, comparison: vscode.Uri): vscode.Uri {
  const file = link.uri === undefined ? readQuery(comparison)[link.side] : vscode.Uri.parse(link.uri, true);
  const { line, character } = link.target.start;
  return file.with({ fragment: `L${line + 1},${character + 1}` });
}

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
  if (title !== undefined) return [`${fileName(after)} (${title})`, fileName(after)];
  if (fileName(uri) !== fileName(after)) return [fileName(uri), fileName(after)];
  const path = (each: vscode.Uri) => vscode.workspace.asRelativePath(each).replaceAll('/', '∕');
  return [path(uri), path(after)];
}

function readQuery({ query }: vscode.Uri) {
  const { before, after, ...rest } = JSON.parse(query) as Compared;
  return { ...rest, before: vscode.Uri.parse(before, true), after: vscode.Uri.parse(after, true) };
}

/** The server answers only about open documents, so a binary file is opened as its text view. */
const readable = (uri: vscode.Uri): vscode.Uri => (/\.binpb$/i.test(uri.path) ? viewOf(uri) : uri);

/** What the active tab shows: a comparison, or its text. */
function shownInTab(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText
    ? input.uri
    : undefined;
}

/** Opens a text diff of both versions. */
async function showTextDiff(text: unknown): Promise<void> {
  const uri = text instanceof vscode.Uri ? text : shownInTab();
  if (uri?.scheme !== COMPARISON_SCHEME) return;
  const { before, isSaved, after, titles } = readQuery(uri);
  if (!isSaved) await vscode.commands.executeCommand('vscode.diff', before, after, titles.join(' ↔ '));
  else {
    await vscode.window.showTextDocument(after);
    await vscode.commands.executeCommand('workbench.files.action.compareWithSaved', after);
  }
}
