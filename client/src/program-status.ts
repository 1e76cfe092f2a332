import * as vscode from 'vscode';
import type { DocumentStatus } from '../../server/src/languages/protocol';
import { followActiveEditor } from './active-editor';
import type { Server } from './server';

const PYTHON: vscode.DocumentSelector = { language: 'python' };
const NOWHERE: vscode.DocumentSelector = [];

interface Shown {
  readonly text: string;
  readonly detail: string;
}

/** Shows in the status bar what the active Python file is checked for, and why: TensorFlow's release, and the hardware. */
export function showProgram(server: Server): vscode.Disposable {
  const tensorflow = item('tensorflow', 'TPU Embedding: TensorFlow', 'tpuEmbedding.tensorflowVersion');
  const targets = item('targets', 'TPU Embedding: SparseCores', 'tpuEmbedding.kerasBackend');
  const following = followActiveEditor(server, currentStatus, (status) => {
    show(tensorflow, tensorflowIn(status));
    show(targets, status?.targets);
  });
  return vscode.Disposable.from(tensorflow, targets, following);
}

/** An item with a link to a setting. */
function item(id: string, name: string, setting: string): vscode.LanguageStatusItem {
  const made = vscode.languages.createLanguageStatusItem(`tpuEmbedding.${id}`, NOWHERE);
  made.name = name;
  made.command = {
    title: vscode.l10n.t('Set'),
    command: 'workbench.action.openSettings',
    arguments: [setting],
  };
  return made;
}

function show(shown: vscode.LanguageStatusItem, status: Shown | undefined): void {
  shown.selector = status ? PYTHON : NOWHERE;
  shown.text = status?.text ?? '';
  shown.detail = status?.detail ?? '';
}

const tensorflowIn = ({ tensorflow }: Partial<DocumentStatus> = {}): Shown | undefined =>
  tensorflow && {
    text:
      tensorflow.version === undefined
        ? vscode.l10n.t('TensorFlow of unknown version')
        : `TensorFlow ${tensorflow.version}`,
    detail: tensorflow.detail,
  };

/** Undefined if the file is not Python. */
async function currentStatus(server: Server): Promise<DocumentStatus | undefined> {
  const document = vscode.window.activeTextEditor?.document;
  // A request would start the server, which Python without TPU embedding does not need.
  if (server.state !== 'running' || !document || vscode.languages.match(PYTHON, document) === 0)
    return undefined;
  return server.documentStatus(document);
}
