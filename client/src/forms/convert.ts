import * as vscode from 'vscode';
import { errorMessage } from '../../../server/src/basics/error-message';
import type { Form } from '../../../server/src/configuration/form-names';
import type { TargetName } from '../../../server/src/languages/protocol';
import type { Server } from '../server';
import { type Answer, type Asked, convert } from './ask';
import { VIEW_SCHEME } from './text-view';

interface Target extends vscode.QuickPickItem {
  readonly target: TargetName;
  /** Language of the resulting text; undefined for binary. */
  readonly language: string | undefined;
}

const targets = (): readonly Target[] => [
  { target: 'textproto', label: vscode.l10n.t('Text format'), language: 'textproto' },
  { target: 'json', label: 'ProtoJSON', language: 'json' },
  { target: 'python', label: vscode.l10n.t('Python that builds the message'), language: 'python' },
  { target: 'tf', label: vscode.l10n.t('TableConfig and FeatureConfig objects'), language: 'python' },
  { target: 'binary', label: vscode.l10n.t('Binary file…'), language: undefined },
  { target: 'base64', label: 'Base64', language: 'plaintext' },
  { target: 'bytes', label: vscode.l10n.t('Bytes literal of Python'), language: 'python' },
];

const FORMS: ReadonlyMap<string, Form> = new Map([
  ['textproto', 'textproto'],
  ['python', 'python'],
  ['json', 'json'],
]);

/**
 * Converts the configuration of the active editor to a form that the user chooses, as a new text or a binary file. With
 * `ofOther`, the user may choose another file instead.
 */
export async function convertEditor(server: Server, ofOther?: () => Promise<void>): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const { document, selection } = editor;
  const from = FORMS.get(document.languageId);
  const items = targets().filter(({ target }) => target !== from || from === 'python');
  const other = { label: vscode.l10n.t('Another file…') };
  const chosen = await vscode.window.showQuickPick<Target | vscode.QuickPickItem>(
    ofOther ? [...items, other] : items,
    {
      title: ofOther
        ? vscode.l10n.t('Show this configuration as')
        : vscode.l10n.t('Convert the configuration to'),
    },
  );
  if (!chosen) return;
  if (!('target' in chosen)) return ofOther?.();
  try {
    const answer = await convert(server, {
      ...contentOf(document),
      from,
      to: chosen.target,
      line: selection.active.line,
    });
    await show(answer, chosen, document.uri);
  } catch (error) {
    void vscode.window.showErrorMessage(errorMessage(error));
  }
}

/** A cell is sent with its whole notebook, because cells use imports of other cells. */
function contentOf(document: vscode.TextDocument): Pick<Asked, 'uri' | 'bytes' | 'cell'> {
  const encoder = new TextEncoder();
  for (const notebook of vscode.workspace.notebookDocuments) {
    const documents = notebook.getCells().map((cell) => cell.document);
    const cell = documents.indexOf(document);
    if (cell < 0) continue;
    const cells = documents.map((each) => ({
      cell_type: each.languageId === 'python' ? 'code' : 'raw',
      source: each.getText(),
    }));
    return { uri: NOTEBOOK, bytes: encoder.encode(JSON.stringify({ cells })), cell };
  }
  return { uri: document.uri, bytes: encoder.encode(document.getText()) };
}

/** The name decides the kind of notebook. */
const NOTEBOOK = vscode.Uri.from({ scheme: 'untitled', path: 'notebook.ipynb' });

async function show({ bytes, notes }: Answer, { language }: Target, source: vscode.Uri): Promise<void> {
  if (language === undefined) {
    const file = await vscode.window.showSaveDialog({ defaultUri: binaryBeside(source) });
    if (!file) return;
    await vscode.workspace.fs.writeFile(file, bytes);
  } else {
    const content = new TextDecoder().decode(bytes);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language, content }));
  }
  for (const note of notes) void vscode.window.showInformationMessage(note);
}

const binaryBeside = (source: vscode.Uri): vscode.Uri => {
  const file = source.scheme === VIEW_SCHEME ? vscode.Uri.parse(source.query, true) : source;
  return file.with({ path: `${file.path.replace(/\.\w+$/, '')}.binpb` });
};
