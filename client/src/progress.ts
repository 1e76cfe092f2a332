import * as vscode from 'vscode';

/** What the walkthrough ticks off once a person has done it. */
export type Step = 'mistakes' | 'fix' | 'preview' | 'python' | 'configuration';

/** Tells the walkthrough, whose steps wait for these contexts. */
export function done(step: Step): void {
  void vscode.commands.executeCommand('setContext', `tpuEmbedding.done.${step}`, true);
}

/** Sees when an open text has fewer problems than before, however they were fixed. */
export function watchFixes(): vscode.Disposable {
  const counts = new Map<string, number>();
  const listener = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
    for (const uri of uris) {
      const found = vscode.languages.getDiagnostics(uri);
      const now = found.filter(({ source }) => source === 'tpu-embedding').length;
      const before = counts.get(uri.toString()) ?? 0;
      counts.set(uri.toString(), now);
      // A text that is closed loses its problems as well.
      if (now >= before || !isOpen(uri)) continue;
      done('fix');
      listener.dispose();
    }
  });
  return listener;
}

const isOpen = (uri: vscode.Uri) =>
  vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
