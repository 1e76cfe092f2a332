import * as vscode from 'vscode';
import type { FailureExplanation } from '../../server/src/languages/protocol';
import { showRule } from './rule-pages';
import type { Server } from './server';
import { oneLine } from './words';

interface Item extends vscode.QuickPickItem {
  readonly explanation: FailureExplanation;
}

/** Explains the trace, log or message that is selected, else that in the clipboard. */
export async function explainError(server: Server): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const selected = editor?.document.getText(editor.selection) ?? '';
  const text = selected.trim() === '' ? await vscode.env.clipboard.readText() : selected;
  if (text.trim() === '') {
    const how = vscode.l10n.t('Select or copy a stack trace, a log or an error message first.');
    void vscode.window.showInformationMessage(how);
    return;
  }
  const { token } = new vscode.CancellationTokenSource();
  const answer = await server.askTool({ tool: 'lookup', arguments: { error: text } }, token);
  if (!answer || 'problem' in answer) {
    void vscode.window.showErrorMessage(vscode.l10n.t('The language server is not running.'));
    return;
  }
  const explanations = answer.data['explanations'] as readonly FailureExplanation[];
  if (explanations.length === 0)
    void vscode.window.showInformationMessage(vscode.l10n.t('Nothing is known about this error.'));
  else choose(explanations);
}

function choose(explanations: readonly FailureExplanation[]): void {
  const picker = vscode.window.createQuickPick<Item>();
  picker.title = vscode.l10n.t('What made the program fail');
  picker.placeholder = vscode.l10n.t('Choose one to go to its place, or to the page of its rule');
  picker.items = explanations.map(itemOf);
  picker.onDidTriggerItemButton(({ item }) => showRule(item.explanation.rule));
  picker.onDidAccept(() => {
    const [item] = picker.selectedItems;
    picker.hide();
    if (item) void open(item.explanation);
  });
  picker.onDidHide(() => picker.dispose());
  picker.show();
}

function itemOf(explanation: FailureExplanation): Item {
  const { rule, cause, advice, at, problem } = explanation;
  const place = problem ?? at;
  const details = [place && `${place.path}:${place.line}`, problem?.message ?? advice];
  return {
    label: oneLine(cause),
    description: rule ?? '',
    detail: details.filter((part) => part !== undefined).join(': '),
    alwaysShow: true,
    buttons:
      rule === null
        ? []
        : [{ iconPath: new vscode.ThemeIcon('book'), tooltip: vscode.l10n.t('Show the page of the rule') }],
    explanation,
  };
}

/** Shows the place in the program, or the page of the rule where there is none. The list cuts a long text, and no page has one without a rule. */
async function open({ rule, cause, advice, at, problem }: FailureExplanation): Promise<void> {
  if (rule === null) void vscode.window.showInformationMessage([cause, advice].join(' '));
  const place = problem ?? at;
  const uri = place && (await fileAt(place.path));
  if (!uri) return rule === null ? undefined : showRule(rule);
  const line = place.line - 1;
  await vscode.window.showTextDocument(uri, { selection: new vscode.Range(line, 0, line, 0) });
}

/** The file that a trace names, if it is on this machine. */
async function fileAt(path: string): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const isAbsolute = /^(?:\/|[a-z]:[\\/])/i.test(path);
  const places = isAbsolute
    ? [vscode.Uri.file(path)]
    : folders.map(({ uri }) => vscode.Uri.joinPath(uri, path));
  for (const place of places)
    if (
      await vscode.workspace.fs.stat(place).then(
        () => true,
        () => false,
      )
    )
      return place;
  return undefined;
}
