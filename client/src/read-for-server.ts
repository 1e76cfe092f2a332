import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { encodeBase64 } from '../../server/src/basics/base64';
import type { FileRequests } from '../../server/src/languages/protocol';

const { fs } = vscode.workspace;

type Answers = {
  readonly [Method in keyof FileRequests]: (
    uri: vscode.Uri,
    params: FileRequests[Method]['params'],
  ) => Promise<FileRequests[Method]['answer']>;
};

const ANSWERS: Answers = {
  async 'tpuEmbedding/readFile'(uri, { maxBytes }) {
    const { size } = await fs.stat(uri);
    const bytes = size > maxBytes ? undefined : await fs.readFile(uri);
    return bytes && bytes.length <= maxBytes ? { base64: encodeBase64(bytes) } : {};
  },
  async 'tpuEmbedding/listFolder'(uri) {
    const entries = await fs.readDirectory(uri);
    return {
      entries: entries.map(([name, type]) => ({ name, isFolder: type === vscode.FileType.Directory })),
    };
  },
  async 'tpuEmbedding/stampOf'(uri) {
    const { mtime, size } = await fs.stat(uri);
    return { stamp: `${mtime} ${size}` };
  },
};

/** Reads files for the server that it cannot read itself. In a browser that is every file. */
export function readForServer(client: BaseLanguageClient): void {
  for (const [method, answer] of Object.entries(ANSWERS))
    client.onRequest<object | null, unknown>(method, (params) =>
      // For a missing file there is no answer.
      answer(client.protocol2CodeConverter.asUri(params.uri), params).catch(() => null),
    );
}
