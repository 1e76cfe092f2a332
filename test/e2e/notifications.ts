import * as vscode from 'vscode';
import { until } from './editor';
import { page } from './page';

/** Waits for a notification. A newer VS Code shows no toasts during tests, but lists their messages. */
export const notified = (words: RegExp) =>
  until(`a notification says ${words}`, async () => {
    await vscode.commands.executeCommand('notifications.showList');
    const texts = await page!.texts('.notifications-center .notification-list-item');
    return texts.some((text) => words.test(text));
  });
