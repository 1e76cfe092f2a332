import * as vscode from 'vscode';
import type { Server } from './server';

/** Asks about the active editor, and again when that or the server changes, and shows the newest answer. */
export function followActiveEditor<T>(
  server: Server,
  ask: (server: Server) => Promise<T>,
  show: (answer: T) => void,
): vscode.Disposable {
  let latest = 0;
  async function refresh(): Promise<void> {
    const mine = ++latest;
    const answer = await ask(server);
    // A later question may have been answered sooner.
    if (mine === latest) show(answer);
  }
  void refresh();
  return vscode.Disposable.from(
    server.onDidChange(refresh),
    vscode.window.onDidChangeActiveTextEditor(refresh),
  );
}
