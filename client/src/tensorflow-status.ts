import * as vscode from 'vscode';
import type { TensorflowStatus } from '../../server/src/protocol';
import { followActiveEditor } from './active-editor';
import type { Server } from './server';

const PYTHON: vscode.DocumentSelector = { language: 'python' };
const NOWHERE: vscode.DocumentSelector = [];

/** Shows in the status bar which TensorFlow the Python of the active editor is judged by, and where that is known from. */
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

/** Undefined where there is nothing to say: it is no Python, or none that uses TPU embedding. */
async function currentStatus(server: Server): Promise<TensorflowStatus | undefined> {
  const document = vscode.window.activeTextEditor?.document;
  // To ask is to start the server, which other Python does not need.
  if (server.state !== 'running' || !document || vscode.languages.match(PYTHON, document) === 0)
    return undefined;
  return (await server.documentStatus(document))?.tensorflow;
}
