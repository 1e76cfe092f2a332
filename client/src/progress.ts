import * as vscode from 'vscode';
import { SOURCE } from '../../server/src/languages/protocol';

/** Steps of the walkthrough that are ticked off when done. */
export type Step = 'mistakes' | 'fix' | 'preview' | 'python' | 'configuration';

/** Sets the context that ticks off a walkthrough step. */
export function done(step: Step): void {
  void vscode.commands.executeCommand('setContext', `tpuEmbedding.done.${step}`, true);
}

/** Notices when an edited text has fewer problems than before, however they were fixed. */
export function watchFixes(): vscode.Disposable {
  const seen = new Map<string, { readonly problems: number; readonly version: number }>();
  const listener = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
    for (const uri of uris) {
      const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
      const before = seen.get(uri.toString());
      // Closing a text also removes its problems.
      if (!document) continue;
      const found = vscode.languages.getDiagnostics(uri);
      const problems = found.filter(({ source }) => source === SOURCE).length;
      // After an edit, the old diagnostics may be reported once more before the new ones.
      if (problems === before?.problems) continue;
      const { version } = document;
      seen.set(uri.toString(), { problems, version });
      if (!before || problems >= before.problems || version === before.version) continue;
      done('fix');
      listener.dispose();
    }
  });
  return listener;
}
