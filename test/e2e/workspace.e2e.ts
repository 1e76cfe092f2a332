import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { table } from '../support/configurations';
import { workspaceFiles, wrongOf } from '../support/workspaces';
import { codeOf, diagnosticsOf, diagnosticWithCode, openFile, until } from './editor';
import { page, screenshot } from './page';
import { scenario } from './runner';

const FOLDER = 'generated';
const ENDING = 'mode: TRAINING\nbatch_size_per_tensor_core: 8\nnum_hosts: 1\nnum_tensor_cores: 8\n';
const ONE = table('items', 100, 8, 1) + ENDING;
const PROGRAM = `import tensorflow as tf
from google.protobuf import text_format
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb
with open('reads.pbtxt') as f:
  config = text_format.Parse(f.read(), pb.TPUEmbeddingConfiguration())
tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=2, config=config.SerializeToString())
`;

const root = () => vscode.workspace.workspaceFolders![0]!.uri;
const write = (path: string, text: string) =>
  vscode.workspace.fs.writeFile(vscode.Uri.joinPath(root(), path), new TextEncoder().encode(text));

/** In the oldest VS Code from npm, native modules are not compiled, so it lacks terminals, in which tasks run. */
const HAS_TERMINALS = !page || !vscode.version.startsWith('1.100.');

/** Files below a folder with an error. */
const wrongIn = (folder: string, source: string): number =>
  vscode.languages
    .getDiagnostics()
    .filter(
      ([{ path }, found]) =>
        path.includes(`/${folder}/`) &&
        found.some((each) => each.source === source && each.severity === vscode.DiagnosticSeverity.Error),
    ).length;

scenario(
  'the problems of a thousand files are listed, and a program updates with its configuration',
  async () => {
    const settings = vscode.workspace.getConfiguration();
    const exclude = (folders: object | undefined) =>
      settings.update('files.exclude', folders, vscode.ConfigurationTarget.Workspace);
    try {
      await exclude({ '**/excluded': true });
      const files = workspaceFiles(1000);
      const wrong = wrongOf(files);
      await Promise.all([...files].map(([path, text]) => write(`${FOLDER}/${path}`, text)));
      const [sample] = [...files].find(([, text]) => /num_host:/.test(text))!;
      await write(`${FOLDER}/excluded/${sample}`, files.get(sample)!);
      // The server starts for it.
      await openFile('ads_ranking.textproto');
      await until('the first problems are listed', () => wrongIn(FOLDER, 'tpu-embedding') > 0);
      await until('all problems are listed', () => wrongIn(FOLDER, 'tpu-embedding') === wrong);
      assert.equal(wrongIn('excluded', 'tpu-embedding'), 0);
      if (page) {
        await vscode.commands.executeCommand('workbench.actions.view.problems');
        await until('they show', async () => (await page!.count('.markers-panel .monaco-list-row')) > 5);
        await page.rest();
        await screenshot('problems of the workspace');
        await vscode.commands.executeCommand('workbench.action.closePanel');
      }

      await write('reads.pbtxt', ONE);
      const { document: program } = await openFile('reads.py', PROGRAM);
      const problem = await diagnosticWithCode(program, 'output-count');
      assert.match(problem.relatedInformation![1]!.location.uri.path, /reads\.pbtxt$/);
      const editor = await openFile('reads.pbtxt');
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), table('users', 100, 8, 1)));
      await vscode.window.showTextDocument(program);
      await until(
        'the program is right now',
        () => !diagnosticsOf(program).some((each) => codeOf(each) === 'output-count'),
      );
    } finally {
      await exclude(undefined);
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(root(), FOLDER), { recursive: true });
    }
  },
);

scenario(
  'a task checks the workspace with the command line',
  async () => {
    const files = workspaceFiles(40);
    try {
      await Promise.all([...files].map(([path, text]) => write(`${FOLDER}/${path}`, text)));
      await openFile('ads_ranking.textproto');
      const tasks = await vscode.tasks.fetchTasks({ type: 'tpu-embedding' });
      assert.deepEqual(
        tasks.map(({ name }) => name),
        ['check'],
      );
      if (!HAS_TERMINALS) return;
      await vscode.tasks.executeTask(tasks[0]!);
      await until(
        'the task has reported all',
        () => wrongIn(FOLDER, 'tpu-embedding check') >= wrongOf(files),
      );
    } finally {
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(root(), FOLDER), { recursive: true });
    }
  },
  'processes',
);
