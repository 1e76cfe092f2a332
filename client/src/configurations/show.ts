// One command for the configuration of anything: a program, a binary, a graph, a saved model, a log.
import * as vscode from 'vscode';
import { errorMessage } from '../../../server/src/basics/error-message';
import { extractFrom } from '../extraction';
import { convertEditor } from '../forms/convert';
import { openAsText } from '../forms/open';
import { VIEW_SCHEME } from '../forms/text-view';
import type { Server } from '../server';
import { fileName } from '../words';

/** Shows what a program makes: that of an address, or that in the editor. */
type ShowProgram = (program?: string) => Promise<void>;

/** Shows the configuration of a file, else of what is in the editor, else of a file that the user chooses. */
export async function showConfiguration(
  server: Server,
  showProgram: ShowProgram,
  file?: vscode.Uri,
): Promise<void> {
  const language = file ? undefined : vscode.window.activeTextEditor?.document.languageId;
  if (language === 'python') return showProgram();
  const ofChosen = async () => {
    const chosen = await ask();
    if (chosen) await showFile(server, showProgram, chosen);
  };
  if (language === 'textproto') return convertEditor(server, ofChosen);
  const here = file ?? fileOfTab();
  return here ? showFile(server, showProgram, here) : ofChosen();
}

/** These hold one configuration, if any. Others may also be graphs, checkpoints or logs. */
const SINGLE = /\.(?:binpb|bin|dat|raw|b64|base64|json)$/i;

async function showFile(server: Server, showProgram: ShowProgram, file: vscode.Uri): Promise<void> {
  if (/\.(?:py|ipynb)$/i.test(file.path)) {
    await vscode.commands.executeCommand('vscode.open', file);
    return showProgram(file.path.endsWith('.py') ? file.toString() : undefined);
  }
  const { type } = await vscode.workspace.fs.stat(file);
  if ((type & vscode.FileType.Directory) !== 0) return extractFrom(server, file);
  try {
    await openAsText(server, file);
  } catch (error) {
    if (!SINGLE.test(file.path)) return extractFrom(server, file);
    const reason = errorMessage(error);
    void vscode.window.showErrorMessage(
      vscode.l10n.t('{0} holds no TPU embedding configuration: {1}', fileName(file), reason),
    );
  }
}

/** The file of the active tab. */
function fileOfTab(): vscode.Uri | undefined {
  const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
  const hasFile = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
  return hasFile && input.uri.scheme !== VIEW_SCHEME ? input.uri : undefined;
}

const ask = async (): Promise<vscode.Uri | undefined> =>
  (
    await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Show the configuration of a program, binary, graph, saved model or log'),
    })
  )?.[0];
