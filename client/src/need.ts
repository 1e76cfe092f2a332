import * as vscode from 'vscode';
import { needsServer } from '../../server/src/relevant';
import type { Server } from './server';

/** Files that are searched where no open text needs the server. */
const PATTERN = '**/*.{py,ipynb,textproto,txtpb,textpb,pbtxt}';
const EXCLUDED = '**/{node_modules,site-packages}/**';
const MAX_FILES = 200;
const MAX_BYTES = 1024 * 1024;

/** Milliseconds after the start of the window before files are searched, as other things matter more then. */
const SETTLE_MS = 5000;

/** Starts the server for the first text that has something for it. Most Python has nothing to do with TPU embedding. */
export function startWhenNeeded(server: Server): vscode.Disposable {
  const look = (document: vscode.TextDocument) => {
    if (server.waiting && isNeeded(document)) server.need();
  };
  // Activation waits for nothing, the texts that are open already included.
  const atOnce = setTimeout(() => vscode.workspace.textDocuments.forEach(look));
  const later = setTimeout(() => void lookThroughFiles(server), SETTLE_MS);
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const [change, ...others] = contentChanges;
      if (!server.waiting || !change) return;
      // The range of a single change is valid before and after it; with several it is not.
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

/** The lines that a keystroke touches: reading only these costs nothing in long files. */
function changedLines({ range: { start }, text }: vscode.TextDocumentContentChangeEvent): vscode.Range {
  return new vscode.Range(start.line, 0, start.line + text.split('\n').length, 0);
}

/** So that the server is there when one of them is opened, or another begins to use TPU embedding. */
async function lookThroughFiles(server: Server): Promise<void> {
  if (!server.waiting) return;
  const found = vscode.workspace.findFiles(PATTERN, EXCLUDED, MAX_FILES);
  const files = await found.then(undefined, () => []);
  // What lies elsewhere, such as on a web server, is not fetched for this.
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
