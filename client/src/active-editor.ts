import * as vscode from 'vscode';
import type { Server } from './server';

/** Queries the active editor, again whenever the editor or the server changes, and shows the newest answer. */
export function followActiveEditor<T>(
  server: Server,
  ask: (server: Server) => Promise<T>,
  show: (answer: T) => void,
): vscode.Disposable {
  let latest = 0;
  async function refresh(): Promise<void> {
    const mine = ++latest;
    const answer = await ask(server);
    // An answer to a later query may have arrived first.
    if (mine === latest) show(answer);
  }
  void refresh();
  return vscode.Disposable.from(
    server.onDidChange(refresh),
    vscode.window.onDidChangeActiveTextEditor(refresh),
  );
}
