import * as vscode from 'vscode';
import { fileName } from '../words';
import { committed, type Version } from './versions';

const CONFIGURATIONS = '**/*.{textproto,txtpb,textpb,pbtxt}';
const EXCLUDED = '**/{node_modules,site-packages}/**';
const MAX_FILES = 200;

interface Item extends vscode.QuickPickItem {
  version(): Promise<Version | undefined>;
}

/** Asks which version to compare a file with; undefined if the user cancels. */
export async function chooseVersion(uri: vscode.Uri): Promise<Version | undefined> {
  const title = vscode.l10n.t('Compare {0} with', fileName(uri));
  const chosen = await vscode.window.showQuickPick(itemsFor(uri), { title, matchOnDescription: true });
  return chosen?.version();
}

async function itemsFor(uri: vscode.Uri): Promise<Item[]> {
  const [commit, files] = await Promise.all([
    committed(uri),
    vscode.workspace.findFiles(CONFIGURATIONS, EXCLUDED, MAX_FILES).then(undefined, () => []),
  ]);
  const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
  const others = files.filter((file) => file.toString() !== uri.toString());
  return [
    ...(commit ? [item(`$(git-commit) ${vscode.l10n.t('Last committed version')}`, async () => commit)] : []),
    ...(document?.isDirty && !document.isUntitled
      ? [item(`$(save) ${vscode.l10n.t('Saved version')}`, async () => savedVersion(uri))]
      : []),
    item(`$(folder-opened) ${vscode.l10n.t('Another file…')}`, browse),
    ...others
      .map((file) => ({ file, path: vscode.workspace.asRelativePath(file) }))
      .sort((a, b) => (a.path < b.path ? -1 : 1))
      .map(({ file, path }) => ({ ...item(fileName(file), async () => ({ uri: file })), description: path })),
  ];
}

const item = (label: string, version: Item['version']): Item => ({ label, version });

const savedVersion = (uri: vscode.Uri): Version => ({
  uri,
  isSaved: true,
  title: vscode.l10n.t('saved'),
});

async function browse(): Promise<Version | undefined> {
  const [uri] = (await vscode.window.showOpenDialog({ title: vscode.l10n.t('Compare with') })) ?? [];
  return uri && { uri };
}
