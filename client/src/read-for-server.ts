import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { encodeBase64 } from '../../server/src/basics/base64';
import {
  type FileContent,
  type FileParams,
  type FileState,
  type FolderContent,
  listFolder,
  type ReadFileParams,
  readFile,
  stampOf,
} from '../../server/src/protocol';

const { fs } = vscode.workspace;

/** Reads files for the server that it cannot read itself. In a browser that is every file. */
export function readForServer(client: BaseLanguageClient): void {
  const answer = <Params extends FileParams>(
    method: string,
    read: (uri: vscode.Uri, params: Params) => Promise<FileContent | FolderContent | FileState>,
  ) =>
    client.onRequest<object | null, unknown>(method, (params: Params) =>
      // For a missing file there is no answer.
      read(client.protocol2CodeConverter.asUri(params.uri), params).catch(() => null),
    );

  answer(readFile, async (uri, { maxBytes }: ReadFileParams): Promise<FileContent> => {
    const { size } = await fs.stat(uri);
    const bytes = size > maxBytes ? undefined : await fs.readFile(uri);
    return bytes && bytes.length <= maxBytes ? { base64: encodeBase64(bytes) } : {};
  });
  answer(listFolder, async (uri): Promise<FolderContent> => {
    const entries = await fs.readDirectory(uri);
    return {
      entries: entries.map(([name, type]) => ({ name, isFolder: type === vscode.FileType.Directory })),
    };
  });
  answer(stampOf, async (uri): Promise<FileState> => {
    const { mtime, size } = await fs.stat(uri);
    return { stamp: `${mtime} ${size}` };
  });
}
