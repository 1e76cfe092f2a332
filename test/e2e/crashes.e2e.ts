import * as vscode from 'vscode';
import { wrongMode } from './configurations';
import { diagnosticsOf, diagnosticWithCode, openText, until } from './editor';
import { page } from './page';
import { serverProcess } from './process';
import { scenario } from './runner';

async function crash(): Promise<void> {
  const pid = await until('the server runs', serverProcess);
  process.kill(pid, 'SIGKILL');
  await until('the server is gone', async () => (await serverProcess()) !== pid);
}

/** Types a character, so that a new diagnostic can only come from a running server. */
async function diagnosed(editor: vscode.TextEditor): Promise<void> {
  const { document } = editor;
  const whole = new vscode.Range(0, 0, document.lineCount, 0);
  await editor.edit((edit) => edit.replace(whole, wrongMode.replace('TRAIN', 'TRAINING')));
  await until('nothing is reported', () => diagnosticsOf(document).length === 0);
  await editor.edit((edit) => edit.replace(whole, wrongMode));
  await diagnosticWithCode(document, 'unknown-enum-value');
}

scenario(
  'a server that crashes is restarted',
  async () => {
    const editor = await openText(wrongMode);
    await diagnosed(editor);
    await crash();
    await diagnosed(editor);
  },
  'processes of Linux',
);

scenario(
  'a server that crashes repeatedly is only restarted by the user',
  async () => {
    if (!page) return;
    const editor = await openText(wrongMode);
    // Reset the count of earlier crashes.
    await vscode.commands.executeCommand('tpuEmbedding.restartServer');
    for (let crashes = 0; crashes < 5; crashes++) await crash();
    // A newer VS Code shows no toasts during tests.
    const message = '.notifications-center .notification-list-item:has-text("crashed 5 times")';
    await until('the message shows', async () => {
      await vscode.commands.executeCommand('notifications.showList');
      return (await page!.count(message)) === 1;
    });
    await page.click(`${message} .monaco-button:has-text("Restart")`);
    await diagnosed(editor);
  },
  'processes of Linux',
);
