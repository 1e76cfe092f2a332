import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { errorMessage } from '../../basics/error-message';
import { cannotRead, openUnlessFolder } from '../../basics/regular-file';
import { IdsProblem } from './problem';

export type OpenFile = NonNullable<ReturnType<typeof openUnlessFolder>>;

const CHUNK = 2 ** 20;

export function openFile(path: string): OpenFile {
  const file = openUnlessFolder(path);
  if (!file) throw cannotRead(path, 'it is a folder');
  return file;
}

/** The bytes of a file in pieces; those of a gzip file are unpacked. */
export async function* chunksOf(path: string): AsyncIterable<Uint8Array> {
  const file = openFile(path);
  try {
    const head = file.read(0, 2);
    if (head[0] === 0x1f && head[1] === 0x8b) yield* unpacked(piecesOf(file));
    else yield* piecesOf(file);
  } finally {
    file.close();
  }
}

function* piecesOf(file: OpenFile): Iterable<Uint8Array> {
  for (let at = 0; at < file.size; at += CHUNK) yield file.read(at, CHUNK);
}

async function* unpacked(pieces: Iterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: CHUNK });
  const source = Readable.from(pieces);
  source.on('error', (error) => gunzip.destroy(error));
  try {
    for await (const chunk of source.pipe(gunzip)) yield chunk as Uint8Array;
  } catch (error) {
    throw new IdsProblem(`The compressed data is broken or cut off: ${errorMessage(error)}.`);
  }
}

/** Bytes that are not used yet, with those of the next chunk behind them. */
export function joined(rest: Uint8Array, chunk: Uint8Array): Uint8Array {
  if (rest.length === 0) return chunk;
  const both = new Uint8Array(rest.length + chunk.length);
  both.set(rest);
  both.set(chunk, rest.length);
  return both;
}
