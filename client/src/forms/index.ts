import * as vscode from 'vscode';
import type { Server } from '../server';
import { convertEditor } from './convert';
import { ConfigurationEditor, VIEW_TYPE } from './editor';
import { TextViews, VIEW_SCHEME } from './text-view';

/** Registers other forms than text format: opening them as text, and writing them. */
export function registerForms(server: Server): vscode.Disposable {
  const views = new TextViews(server);
  return vscode.Disposable.from(
    views,
    vscode.workspace.registerFileSystemProvider(VIEW_SCHEME, views, { isCaseSensitive: true }),
    vscode.window.registerCustomEditorProvider(VIEW_TYPE, new ConfigurationEditor(server)),
    vscode.commands.registerCommand('tpuEmbedding.convert', async (file?: vscode.Uri) => {
      if (file) await vscode.window.showTextDocument(file, { preview: true });
      await convertEditor(server);
    }),
  );
}
