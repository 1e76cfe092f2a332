import * as vscode from 'vscode';
import type { TensorflowStatus } from '../../server/src/protocol';
import { followActiveEditor } from './active-editor';
import type { Server } from './server';

const PYTHON: vscode.DocumentSelector = { language: 'python' };
const NOWHERE: vscode.DocumentSelector = [];

/**
 * Shows in the status bar for which TensorFlow the active Python file is checked, and where that version comes from.
 */
export function showTensorflow(server: Server): vscode.Disposable {
  const item = vscode.languages.createLanguageStatusItem('tpuEmbedding.tensorflow', NOWHERE);
  item.name = 'TPU Embedding: TensorFlow';
  item.command = {
    title: vscode.l10n.t('Set'),
    command: 'workbench.action.openSettings',
    arguments: ['tpuEmbedding.tensorflowVersion'],
  };
  const following = followActiveEditor(server, currentStatus, (status) => {
    item.selector = status ? PYTHON : NOWHERE;
    item.text =
      status?.version === undefined
        ? vscode.l10n.t('TensorFlow of unknown version')
        : `TensorFlow ${status.version}`;
    item.detail = status?.detail ?? '';
  });
  return vscode.Disposable.from(item, following);
}

/** Undefined if the file is not Python, or does not use TPU embedding. */
async function currentStatus(server: Server): Promise<TensorflowStatus | undefined> {
  const document = vscode.window.activeTextEditor?.document;
  // A request would start the server, which Python without TPU embedding does not need.
  if (server.state !== 'running' || !document || vscode.languages.match(PYTHON, document) === 0)
    return undefined;
  return (await server.documentStatus(document))?.tensorflow;
}
