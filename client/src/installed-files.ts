import * as vscode from 'vscode';

/** A read-only scheme for files that come with the extension. Under `file:` users could change them. */
const SCHEME = 'tpu-embedding';

/** A path prefix that user files do not have: package.json assigns languages by it. */
const ROOT = '/tpu-embedding-tools';

/** The path of each folder inside the extension. */
const FOLDERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['rules', ['docs', 'rules']],
  ['protos', ['dist', 'protos']],
  ['examples', ['examples']],
  // VS Code's JSON extension ignores schemas on a web server.
  ['schemas', ['schemas']],
]);

/** The URI of a folder, or of a file in it. */
export const installedUri = (folder: 'rules' | 'protos' | 'examples', ...path: string[]): vscode.Uri =>
  vscode.Uri.from({ scheme: SCHEME, path: [ROOT, folder, ...path].join('/') });

/** Registers the read-only file system. */
export function showInstalledFiles(extension: vscode.Uri): vscode.Disposable {
  const files = new InstalledFiles(extension);
  const isReadonly = new vscode.MarkdownString(
    vscode.l10n.t('This came with TPU Embedding Tools, so it cannot be changed.'),
  );
  return vscode.workspace.registerFileSystemProvider(SCHEME, files, { isCaseSensitive: true, isReadonly });
}

const { fs } = vscode.workspace;
const { NoPermissions, FileNotFound } = vscode.FileSystemError;

class InstalledFiles implements vscode.FileSystemProvider {
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  constructor(private readonly extension: vscode.Uri) {}

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    return { ...(await fs.stat(this.find(uri))), permissions: vscode.FilePermission.Readonly };
  }

  readDirectory = async (uri: vscode.Uri) => fs.readDirectory(this.find(uri));

  readFile = async (uri: vscode.Uri) => fs.readFile(this.find(uri));

  watch = () => new vscode.Disposable(() => {});
  createDirectory = refuse;
  writeFile = refuse;
  delete = refuse;
  rename = refuse;

  private find(uri: vscode.Uri): vscode.Uri {
    const [, folder = '', ...path] = uri.path.slice(ROOT.length).split('/');
    const there = FOLDERS.get(folder);
    const isPlain = path.every((part) => /^\w[\w.-]*$/.test(part));
    if (!there || !isPlain || !uri.path.startsWith(`${ROOT}/`)) throw FileNotFound(uri);
    return vscode.Uri.joinPath(this.extension, ...there, ...path);
  }
}

function refuse(uri: vscode.Uri): never {
  throw NoPermissions(uri);
}
