import * as vscode from 'vscode';
import { mayHoldOptimizer } from './languages';

/** Context key of the command's menu entries in package.json. */
const CONTEXT_KEY = 'tpuEmbedding.previewable';

const EDIT_PAUSE_MS = 500;

/** Offers the command only where an optimizer is possible: most Python files have none. */
export function offerWhereRelevant(): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  const mark = () => {
    clearTimeout(timer);
    const document = vscode.window.activeTextEditor?.document;
    const relevant = document !== undefined && mayHoldOptimizer(document);
    void vscode.commands.executeCommand('setContext', CONTEXT_KEY, relevant);
  };
  mark();
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(mark),
    // VS Code reopens a document whose language changes.
    vscode.workspace.onDidOpenTextDocument(mark),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document !== vscode.window.activeTextEditor?.document) return;
      clearTimeout(timer);
      timer = setTimeout(mark, EDIT_PAUSE_MS);
    }),
    { dispose: () => clearTimeout(timer) },
  );
}
