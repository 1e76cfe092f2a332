import * as vscode from 'vscode';
import { errorMessage } from '../../../server/src/basics/error-message';
import type { Form } from '../../../server/src/configuration/form-names';
import type { Server } from '../server';
import { fileName, oneLine } from '../words';
import { convert } from './ask';

/** The scheme under which a file of another form is read and changed as text format. */
export const VIEW_SCHEME = 'tpu-embedding-view';

/** No configuration is larger. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The URI of a file's text view. Its name decides the language. */
export const viewOf = (file: vscode.Uri): vscode.Uri =>
  vscode.Uri.from({ scheme: VIEW_SCHEME, path: `${file.path}.textproto`, query: file.toString() });

const fileOf = ({ query }: vscode.Uri): vscode.Uri => vscode.Uri.parse(query, true);

/** A file as text, and the form that it is stored in. */
export interface View {
  readonly from: Form;
  readonly text: string;
}

/** Reads a file as text. Throws an error with a message for the user if it holds no configuration. */
export async function readView(server: Server, file: vscode.Uri): Promise<View> {
  const { size } = await vscode.workspace.fs.stat(file);
  if (size > MAX_BYTES) throw new Error(vscode.l10n.t('The file is too large for a configuration.'));
  const bytes = await vscode.workspace.fs.readFile(file);
  const { from, bytes: text } = await convert(server, { uri: file, bytes, to: 'textproto' });
  return { from, text: withNotes(new TextDecoder().decode(text), fileName(file)) };
}

/** Adds notes above the configuration that a user has to know before changing it. */
function withNotes(text: string, name: string): string {
  const notes = [
    vscode.l10n.t('{0} as text. It is saved in its own form, which has no comments.', name),
    ...(/^\s*\d+ ?[:{<]/m.test(text)
      ? [
          vscode.l10n.t('Numbers are fields that the schema does not know. They are kept.'),
          'tpu-embedding: ignore-file[field-number]',
        ]
      : []),
  ];
  return `${notes.map((note) => `# ${oneLine(note)}\n`).join('')}${text}`;
}

/**
 * File system of text views. A saved text is converted back to the file's form. An unchanged text keeps the file's
 * bytes.
 */
export class TextViews implements vscode.FileSystemProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changed.event;

  constructor(private readonly server: Server) {}

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    return vscode.workspace.fs.stat(fileOf(uri));
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const { text } = await explained(() => readView(this.server, fileOf(uri)));
    return new TextEncoder().encode(text);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const file = fileOf(uri);
    const before = await explained(() => readView(this.server, file));
    // An unchanged text must not rewrite the file: another writer may have encoded it differently.
    if (before.text === new TextDecoder().decode(content)) return;
    const bytes = await explained(() =>
      convert(this.server, { uri, bytes: content, from: 'textproto', to: before.from }),
    );
    await vscode.workspace.fs.writeFile(file, bytes.bytes);
    this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  /** Reports changes that other programs make to the file. */
  watch(uri: vscode.Uri): vscode.Disposable {
    const file = fileOf(uri);
    // Brackets in a file name are special characters in a pattern.
    const all = new vscode.RelativePattern(vscode.Uri.joinPath(file, '..'), '*');
    const watcher = vscode.workspace.createFileSystemWatcher(all);
    const tell = (type: vscode.FileChangeType) => (changed: vscode.Uri) => {
      if (changed.path === file.path) this.changed.fire([{ type, uri }]);
    };
    return vscode.Disposable.from(
      watcher,
      watcher.onDidChange(tell(vscode.FileChangeType.Changed)),
      watcher.onDidCreate(tell(vscode.FileChangeType.Created)),
      watcher.onDidDelete(tell(vscode.FileChangeType.Deleted)),
    );
  }

  readDirectory = refuse;
  createDirectory = refuse;
  delete = refuse;
  rename = refuse;

  dispose(): void {
    this.changed.dispose();
  }
}

function refuse(uri: vscode.Uri): never {
  throw vscode.FileSystemError.NoPermissions(uri);
}

/** VS Code shows the message of an error only if it is a FileSystemError. */
async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof vscode.FileSystemError
      ? error
      : vscode.FileSystemError.Unavailable(errorMessage(error));
  }
}
