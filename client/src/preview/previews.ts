import * as vscode from 'vscode';
import { isPanelState, isPosition, type PageName, type PanelState } from '../../messages/messages';
import { toPosition } from '../positions';
import type { Server } from '../server';
import { previewable } from './languages';
import { pageOptions } from './page';
import { Preview } from './preview';
import { offerWhereRelevant } from './relevance';

/** The panel's name in package.json's activation events. */
const VIEW_TYPE = 'tpuEmbedding.preview';

/** All panels of the window. A panel that is not pinned is reused. */
export function registerPreviews(extension: vscode.Uri, server: Server): vscode.Disposable {
  const previews = new Set<Preview>();

  function add(panel: vscode.WebviewPanel, savedState: PanelState): Preview {
    const preview = new Preview(panel, extension, server, savedState);
    previews.add(preview);
    panel.onDidDispose(() => {
      previews.delete(preview);
      preview.dispose();
    });
    return preview;
  }

  function open(uri: vscode.Uri, position: vscode.Position, page: PageName): void {
    const free = [...previews].find(({ pinned }) => !pinned);
    if (free) {
      free.show(uri, position, page);
      return;
    }
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const panel = vscode.window.createWebviewPanel(VIEW_TYPE, 'Preview', column, pageOptions(extension));
    panel.iconPath = vscode.Uri.joinPath(extension, 'docs', 'images', 'icon.png');
    const { line, character } = position;
    const source = { uri: uri.toString(), position: { line, character }, file: '', key: '' };
    add(panel, { source, pinned: false }).turnTo(page);
  }

  /** A command that opens a page of the panel, or says which documents have one. */
  const opens = (command: string, page: PageName, whereElse: string) =>
    vscode.commands.registerCommand(command, (...args: unknown[]) => {
      const place = placeOf(args) ?? placeOfCursor();
      if (place) open(place.uri, place.position, page);
      else void vscode.window.showInformationMessage(whereElse);
    });

  return vscode.Disposable.from(
    offerWhereRelevant(),
    opens(
      'tpuEmbedding.previewOptimizer',
      'updates',
      vscode.l10n.t('Put the cursor into an optimizer to preview its updates.'),
    ),
    opens(
      'tpuEmbedding.planMemory',
      'memory',
      vscode.l10n.t('Open a configuration, or a program that makes one, to see what its tables take.'),
    ),
    vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, {
      async deserializeWebviewPanel(panel, state: unknown) {
        if (!isPanelState(state)) return panel.dispose();
        panel.webview.options = pageOptions(extension);
        add(panel, state);
      },
    }),
    {
      dispose() {
        for (const preview of previews) preview.dispose();
      },
    },
  );
}

interface DocumentPosition {
  uri: vscode.Uri;
  position: vscode.Position;
}

/** A code lens passes the document and the position; a menu passes only the document, or nothing. */
function placeOf([uri, position]: unknown[]): DocumentPosition | undefined {
  if (typeof uri !== 'string' || !isPosition(position)) return undefined;
  return {
    uri: vscode.Uri.parse(uri),
    position: toPosition(position),
  };
}

function placeOfCursor(): DocumentPosition | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !previewable(editor.document)) return undefined;
  return { uri: editor.document.uri, position: editor.selection.active };
}
