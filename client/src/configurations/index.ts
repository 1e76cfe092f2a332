import * as vscode from 'vscode';
import { DERIVED_SCHEME, type DerivedConfiguration } from '../../../server/src/languages/protocol';
import { LiveTexts } from '../live-texts';
import { toLocation } from '../positions';
import { done } from '../progress';
import type { Server } from '../server';
import { fileName } from '../words';
import { choose } from './choose';
import { showConfiguration } from './show';
import { configurationText, HEADER_LINES, lineAt, NO_LONGER, NOT_OPEN, problemsOf } from './text';

/** The configuration and the program that a text shows. */
interface Shown {
  readonly program: string;
  readonly index: number;
}

/**
 * Registers read-only texts that show the configurations that are built from a program. They follow its edits.
 */
export function registerConfigurations(server: Server): vscode.Disposable {
  const texts = new Configurations(server);
  const selector = { scheme: DERIVED_SCHEME };
  return vscode.Disposable.from(
    texts.register(),
    vscode.languages.registerDefinitionProvider(selector, texts),
    vscode.languages.registerHoverProvider(selector, texts),
    vscode.commands.registerCommand(
      'tpuEmbedding.showConfiguration',
      (of?: string | vscode.Uri, start?: vscode.Position) =>
        typeof of === 'string'
          ? texts.show(of, start)
          : showConfiguration(server, (program) => texts.show(program), of),
    ),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('tpuEmbedding')) texts.refresh();
    }),
  );
}

class Configurations
  extends LiveTexts<DerivedConfiguration | undefined>
  implements vscode.DefinitionProvider, vscode.HoverProvider
{
  private readonly problems = vscode.languages.createDiagnosticCollection(DERIVED_SCHEME);
  private readonly unknown = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    fontStyle: 'italic',
    backgroundColor: new vscode.ThemeColor('diffEditor.unchangedRegionBackground'),
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.infoForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Right,
  });

  constructor(server: Server) {
    super(server, DERIVED_SCHEME);
  }

  /** Shows the configuration of the embedding object at a place, or of the first at or below the cursor. */
  async show(uri?: string, start?: vscode.Position): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const program = uri === undefined ? editor?.document.uri : vscode.Uri.parse(uri, true);
    if (!program) return;
    const line = start?.line ?? editor?.selection.active.line ?? 0;
    const all = (await this.server.derive(program)) ?? [];
    const index = await choose(all, program, line);
    if (index === undefined) return;
    const shown: Shown = { program: program.toString(), index };
    const ending = all[index]?.library === undefined ? 'textproto' : 'yaml';
    const text = vscode.Uri.from({
      scheme: DERIVED_SCHEME,
      path: `/${fileName(program).replace(/\.\w+$/, '')} configuration.${ending}`,
      query: JSON.stringify(shown),
    });
    const document = await vscode.workspace.openTextDocument(text);
    await vscode.window.showTextDocument(document, {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
      preview: true,
    });
    this.mark();
    done('python');
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const { program, index } = readQuery(uri);
    const all = isOpen(program) ? await this.server.derive(program) : undefined;
    // Keep the old text while the server restarts, and after the program is closed.
    const before = shownIn(uri);
    if (!all && before !== undefined) return before;
    const configuration = all?.[index];
    this.shown.set(uri.toString(), configuration);
    this.problems.set(uri, configuration ? problemsOf(configuration) : []);
    if (!configuration) return all ? NO_LONGER : NOT_OPEN;
    return configurationText(program, configuration);
  }

  provideDefinition({ uri }: vscode.TextDocument, { line }: vscode.Position): vscode.Location | undefined {
    const configuration = this.shown.get(uri.toString());
    const at =
      line < HEADER_LINES
        ? configuration?.at
        : (lineAt(configuration, line)?.at ?? configuration?.refused?.at ?? configuration?.at);
    return at && toLocation(at);
  }

  provideHover({ uri }: vscode.TextDocument, { line }: vscode.Position): vscode.Hover | undefined {
    const configuration = this.shown.get(uri.toString());
    const found = lineAt(configuration, line);
    if (found?.unknown === undefined) return undefined;
    const markdown = new vscode.MarkdownString(vscode.l10n.t('Not known: {0}', found.unknown));
    if (configuration?.library === undefined && SET_BY_TPU.has(found.path.replace(/^.*\./, ''))) {
      const settings = `command:workbench.action.openSettings?${encodeURIComponent(JSON.stringify([TPU_SETTING]))}`;
      const title = vscode.l10n.t('Set it in the settings');
      markdown.appendMarkdown(`\n\n[${title}](${settings} "${TPU_SETTING}")`);
      markdown.isTrusted = { enabledCommands: ['workbench.action.openSettings'] };
    }
    return new vscode.Hover(markdown);
  }

  protected sourcesOf(text: vscode.Uri): readonly vscode.Uri[] {
    return [readQuery(text).program];
  }

  protected override forget(uri: vscode.Uri): void {
    super.forget(uri);
    this.problems.delete(uri);
  }

  /** Highlights the values that are not known. */
  protected override decorate(editor: vscode.TextEditor, configuration?: DerivedConfiguration): void {
    const lines = configuration?.lines ?? [];
    const open = lines.flatMap(({ unknown }, i) =>
      unknown === undefined ? [] : [new vscode.Range(i + HEADER_LINES, 0, i + HEADER_LINES, 0)],
    );
    editor.setDecorations(this.unknown, open);
  }

  override dispose(): void {
    super.dispose();
    this.problems.dispose();
    this.unknown.dispose();
  }
}

/** The fields for which a setting says what a program does not. */
const SET_BY_TPU: ReadonlySet<string> = new Set(['numHosts', 'numTensorCores', 'inputShape']);
const TPU_SETTING = 'tpuEmbedding.tpu';

function readQuery({ query }: vscode.Uri): { readonly program: vscode.Uri; readonly index: number } {
  const { program, index } = JSON.parse(query) as Shown;
  return { program: vscode.Uri.parse(program, true), index };
}

const openDocument = (uri: vscode.Uri) =>
  vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());

const isOpen = (uri: vscode.Uri): boolean => openDocument(uri) !== undefined;

/** The current content of a text. */
const shownIn = (uri: vscode.Uri): string | undefined => openDocument(uri)?.getText() || undefined;
