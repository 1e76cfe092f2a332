import * as vscode from 'vscode';
import { needsServer } from '../../server/src/catalogue/relevant';
import type { Server } from './server';

/** Files to search if no open text needs the server. */
const PATTERN = '**/*.{py,ipynb,textproto,txtpb,textpb,pbtxt}';
const EXCLUDED = '**/{node_modules,site-packages}/**';
const MAX_FILES = 200;
const MAX_BYTES = 1024 * 1024;

/** Milliseconds after the window opens before files are searched, because other work is more urgent then. */
const SETTLE_MS = 5000;

/** Starts the server for the first text that uses TPU embedding. Most Python files do not. */
export function startWhenNeeded(server: Server): vscode.Disposable {
  const look = (document: vscode.TextDocument) => {
    if (server.waiting && isNeeded(document)) server.need();
  };
  // Deferred, so that activation need not wait for the open texts either.
  const atOnce = setTimeout(() => vscode.workspace.textDocuments.forEach(look));
  const later = setTimeout(() => void lookThroughFiles(server), SETTLE_MS);
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const [change, ...others] = contentChanges;
      if (!server.waiting || !change) return;
      // With a single change, its range is valid before and after it. With several it is not.
      if (isNeeded(document, others.length > 0 ? undefined : changedLines(change))) server.need();
    }),
    {
      dispose() {
        clearTimeout(atOnce);
        clearTimeout(later);
      },
    },
  );
}

function isNeeded(document: vscode.TextDocument, range?: vscode.Range): boolean {
  const { languageId } = document;
  return languageId === 'textproto' || (languageId === 'python' && needsServer(document.getText(range)));
}

/** The lines that an edit touches: reading only these is cheap in long files. */
function changedLines({ range: { start }, text }: vscode.TextDocumentContentChangeEvent): vscode.Range {
  return new vscode.Range(start.line, 0, start.line + text.split('\n').length, 0);
}

/**
 * Searches the workspace, so that the server already runs when such a file is opened or another starts to use TPU
 * embedding.
 */
async function lookThroughFiles(server: Server): Promise<void> {
  if (!server.waiting) return;
  const found = vscode.workspace.findFiles(PATTERN, EXCLUDED, MAX_FILES);
  const files = await found.then(undefined, () => []);
  // Remote files, such as those on a web server, are not fetched for this.
  for (const file of files.filter(({ scheme }) => scheme === 'file')) {
    if (!server.waiting) return;
    const text = await readSmall(file).catch(() => '');
    if (needsServer(text)) server.need();
  }
}

async function readSmall(file: vscode.Uri): Promise<string> {
  const { size } = await vscode.workspace.fs.stat(file);
  if (size > MAX_BYTES) return '';
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
}
