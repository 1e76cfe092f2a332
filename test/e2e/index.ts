// The module that VS Code's extension host runs: see scripts/e2e.mjs.
// This scenario must run before others complete steps of the walkthrough.
import './walkthrough.e2e';
import './status.e2e';
import './diagnostics.e2e';
import './completion.e2e';
import './formatting.e2e';
import './reading.e2e';
import './names.e2e';
import './project.e2e';
import './python.e2e';
import './sparsecore.e2e';
import './assistants.e2e';
import './commands.e2e';
import './refactorings.e2e';
import './preview.e2e';
import './preview-themes.e2e';
import './memory.e2e';
import './limits.e2e';
import './derived.e2e';
import './comparison.e2e';
import './forms.e2e';
import './extraction.e2e';
import './hints.e2e';
import './workspace.e2e';
import './crashes.e2e';
import './failures.e2e';
import './themes.e2e';
import * as vscode from 'vscode';
import { closeAll } from './editor';
import { screenshot } from './page';
import { runScenarios } from './runner';

/** Restores a fresh state: no editor, and no notification of an earlier scenario. */
async function prepare(): Promise<void> {
  await closeAll();
  await vscode.commands.executeCommand('notifications.clearAll');
}

export const run = () => runScenarios({ prepare, failed: (name) => screenshot(`failed ${name}`) });
