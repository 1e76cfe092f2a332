import type { Connection } from 'vscode-languageserver';
import { decodeBase64 } from '../../basics/base64';
import { excerpt } from '../../basics/excerpt';
import type { FileRequests } from '../../languages/protocol';
import { sourceOf } from '../../reports/extraction/source';
import type { Session } from '../session';
import type { FileSystem } from './file-system';
import { isIn, uriKey } from './uri-keys';

/** The files that the client reads for the server: in a browser all files, elsewhere only virtual ones. */
export function clientFileSystem(connection: Connection, session: Session): FileSystem {
  /** Files outside of the workspace's folders are refused: they may be on any web server, which the user did not choose. */
  const reaches = (uri: string) =>
    session.client.readsFiles && session.client.folders.some((folder) => isIn(uriKey(uri), uriKey(folder)));
  async function ask<Method extends keyof FileRequests>(
    method: Method,
    params: FileRequests[Method]['params'],
  ): Promise<FileRequests[Method]['answer']> {
    const { uri } = params;
    if (!reaches(uri)) throw new Error(`Cannot read ${show(uri)}: it is in none of the workspace's folders.`);
    const answer = await connection.sendRequest<FileRequests[Method]['answer'] | null>(method, params);
    if (answer === null) throw new Error(`Cannot read ${show(uri)}: there is no such file or folder.`);
    return answer;
  }
  const read = async (uri: string, maxBytes: number): Promise<Uint8Array> => {
    const { base64 } = await ask('tpuEmbedding/readFile', { uri, maxBytes });
    if (base64 === undefined)
      throw new Error(`Cannot read ${show(uri)}: it is larger than ${maxBytes / MEBIBYTE} MiB.`);
    return decodeBase64(base64)!;
  };
  const list = async (uri: string) => (await ask('tpuEmbedding/listFolder', { uri })).entries;
  return {
    reaches,
    readFile: read,
    async openFile(uri) {
      const isFolder = await list(uri).then(
        () => true,
        () => false,
      );
      if (isFolder) return undefined;
      return { ...sourceOf(await read(uri, MAX_WHOLE)), close() {} };
    },
    listFolder: list,
    stampOf: async (uri) => (await ask('tpuEmbedding/stampOf', { uri })).stamp,
    realPath: async (uri) => uri,
  };
}

const MEBIBYTE = 1024 * 1024;

/** For a file that can only be read as a whole. */
const MAX_WHOLE = 128 * MEBIBYTE;

const show = (uri: string) => excerpt(uriKey(uri));
