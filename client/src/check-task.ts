import * as vscode from 'vscode';

const TYPE = 'tpu-embedding';

/** The task's definition in `tasks.json`. */
interface CheckDefinition extends vscode.TaskDefinition {
  /** Paths to check, relative to the workspace folder; by default the whole folder. */
  readonly paths?: readonly string[];
  /** Further options of the command, such as `--rule`. */
  readonly args?: readonly string[];
}

/**
 * Offers `tpu-embedding check` of each workspace folder as a task. It uses the bundled command line and VS Code's own
 * Node.
 */
export function offerCheck(cli: string): vscode.Disposable {
  return vscode.tasks.registerTaskProvider(TYPE, {
    provideTasks: () =>
      (vscode.workspace.workspaceFolders ?? [])
        .filter(({ uri }) => uri.scheme === 'file')
        .map((folder) => checkTask(cli, { type: TYPE }, folder)),
    resolveTask(task) {
      const definition = task.definition as CheckDefinition;
      const folder = isFolder(task.scope) ? task.scope : vscode.workspace.workspaceFolders?.[0];
      return folder && checkTask(cli, definition, folder);
    },
  });
}

const isFolder = (scope: vscode.Task['scope']): scope is vscode.WorkspaceFolder => typeof scope === 'object';

/** VS Code requires that a resolved task keeps its definition. */
function checkTask(cli: string, definition: CheckDefinition, folder: vscode.WorkspaceFolder): vscode.Task {
  const { paths = ['.'], args = [] } = definition;
  const command = new vscode.ProcessExecution(process.execPath, [cli, 'check', ...args, '--', ...paths], {
    cwd: folder.uri.fsPath,
    env: { ELECTRON_RUN_AS_NODE: '1' },
  });
  const task = new vscode.Task(definition, folder, 'check', 'TPU Embedding', command, '$tpu-embedding');
  task.presentationOptions = { clear: true, reveal: vscode.TaskRevealKind.Silent };
  return task;
}
