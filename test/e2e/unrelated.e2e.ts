// A workspace without TPU embedding.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { diagnosticWithCode, openFile, until } from './editor';
import { serverProcess, startOf, uptime } from './process';
import { scenario } from './runner';

const plain = 'import numpy as np\n\nzeros = np.zeros(3)\n';
const call = 'import tensorflow as tf\ntf.raw_ops.RecvTPUEmbeddingActivations(num_output=2, config=config)\n';

scenario(
  'the server starts with the first code that uses TPU embedding, not before',
  async () => {
    const { document } = await openFile('plain.py', plain);
    const extension = vscode.extensions.getExtension('tpu-embedding-tools.tpu-embedding-tools');
    await until('the extension is active', () => extension?.isActive);
    const { document: other } = await openFile('other.py', plain);
    const typed = await uptime();
    const edit = new vscode.WorkspaceEdit();
    edit.insert(other.uri, new vscode.Position(3, 0), call);
    assert(await vscode.workspace.applyEdit(edit));
    await diagnosticWithCode(other, 'unknown-argument');
    const server = await until('the server runs', serverProcess);
    assert((await startOf(server)) >= typed, 'the server started after something was typed for it');
    assert.deepEqual(vscode.languages.getDiagnostics(document.uri), []);
  },
  'processes of Linux',
);
