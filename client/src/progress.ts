import * as vscode from 'vscode';

/** What the walkthrough ticks off once a person has done it. */
export type Step = 'mistakes' | 'fix' | 'preview' | 'python' | 'configuration';

/** Tells the walkthrough, whose steps wait for these contexts. */
export function done(step: Step): void {
  void vscode.commands.executeCommand('setContext', `tpuEmbedding.done.${step}`, true);
}

/** Sees when a text that was edited has fewer problems than before, however they were fixed. */
export function watchFixes(): vscode.Disposable {
  const seen = new Map<string, { readonly problems: number; readonly version: number }>();
  const listener = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
    for (const uri of uris) {
      const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
      const before = seen.get(uri.toString());
      // A text that is closed loses its problems as well.
      if (!document) continue;
      const found = vscode.languages.getDiagnostics(uri);
      const problems = found.filter(({ source }) => source === 'tpu-embedding').length;
      // Between an edit and what comes of it, diagnostics may be told anew as they were.
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
