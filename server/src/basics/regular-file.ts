import { closeSync, constants, fstatSync, openSync, readlinkSync, readSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { excerpt } from './excerpt';

/** A file, folder or link that cannot be read; its message is for the person. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';

  /** Why, as the end of a sentence. */
  constructor(
    message: string,
    readonly reason = message,
  ) {
    super(message);
  }
}

/** Also recognizes an error from another bundle, which has a class of its own. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof Error && error.name === 'UnreadableFile';

const MEBIBYTE = 1024 * 1024;
/** Node cannot hold much more as one string. */
const MAX_SIZE = 400 * MEBIBYTE;

/** The bytes of a regular file. `advice` says what to give instead of a device or a pipe. */
export function readFile(path: string, { maxSize = MAX_SIZE, advice = '' } = {}): Buffer {
  const bytes = readUnlessFolder(path, { maxSize, advice });
  if (!bytes) throw cannotRead(path, 'it is a folder');
  return bytes;
}

/** The bytes of a regular file; undefined for a folder. */
export function readUnlessFolder(path: string, { maxSize = MAX_SIZE, advice = '' } = {}): Buffer | undefined {
  return whileOpen(path, advice, (file, { size }) => {
    const bytes = size <= maxSize && readToEnd(file, size, maxSize);
    if (!bytes) throw tooLarge(path, maxSize);
    return bytes;
  });
}

/** An open regular file of any size, of which only the requested parts are read. */
interface OpenFile {
  readonly size: number;
  /** Up to `length` bytes; fewer only where the file ends. */
  read(offset: number, length: number): Uint8Array;
  close(): void;
}

/** Opens a regular file; undefined for a folder. */
export function openUnlessFolder(path: string): OpenFile | undefined {
  return whileOpen(
    path,
    '',
    (file, { size }) => ({
      size,
      read: (offset, length) => readPart(path, file, offset, Math.min(length, Math.max(0, size - offset))),
      close: () => closeSync(file),
    }),
    true,
  );
}

function readPart(path: string, file: number, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  try {
    let filled = 0;
    while (filled < length) {
      const read = readSync(file, bytes, filled, length - filled, offset + filled);
      if (read === 0) break;
      filled += read;
    }
    return bytes.subarray(0, filled);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Opens a file for `use`, and closes it afterwards unless `isKept`; undefined for a folder. */
function whileOpen<T>(
  path: string,
  advice: string,
  use: (file: number, status: Stats) => T,
  isKept = false,
): T | undefined {
  let file: number | undefined;
  try {
    // The open file itself is examined, so no other can take its place; opening a pipe does not wait for a writer.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0));
    const status = fstatSync(file);
    if (status.isDirectory()) return undefined;
    if (!status.isFile()) throw cannotRead(path, `it is ${kindOf(status)}, not a regular file${advice}`);
    const used = use(file, status);
    if (isKept) file = undefined;
    return used;
  } catch (error) {
    throw error instanceof UnreadableFile ? error : cannotRead(path, reasonOf(path, error));
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The bytes of a stream, limited like those of a file; `name` is for messages. */
export async function readStream(
  stream: AsyncIterable<Buffer>,
  name: string,
  maxSize = MAX_SIZE,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxSize) throw tooLarge(name, maxSize);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** `size` may be wrong if it is 0: the kernel's own files claim to be empty. Undefined beyond the limit. */
function readToEnd(file: number, size: number, maxSize: number): Buffer | undefined {
  let bytes = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    const read = readSync(file, bytes, length, bytes.length - length, null);
    if (read === 0) return bytes.subarray(0, length);
    length += read;
    if (length === size) return bytes.subarray(0, length);
    if (length > maxSize) return undefined;
    if (length === bytes.length) bytes = Buffer.concat([bytes], length * 2);
  }
}

/** The error for people for an error of the file system. */
export const unreadable = (path: string, error: unknown) => cannotRead(path, reasonOf(path, error));

/** The same for a file that cannot be written. */
export function unwritable(path: string, error: unknown, consequence = ''): UnreadableFile {
  const { code = '' } = error as NodeJS.ErrnoException;
  const isAstray = path !== '' && (code === 'ENOENT' || code === 'ENOTDIR');
  const reason = isAstray ? `there is no folder ${dirname(path)}` : reasonOf(path, error);
  return cannot('write', path, reason, consequence);
}

const tooLarge = (path: string, maxSize: number) =>
  cannotRead(path, `it is larger than ${maxSize / MEBIBYTE} MiB`);

/** No system opens a longer path. Shorter ones are shown in full, so that they can be copied. */
const LONGEST_PATH = 4096;

export const cannotRead = (path: string, reason: string) => cannot('read', path, reason);

function cannot(verb: 'read' | 'write', path: string, reason: string, consequence = ''): UnreadableFile {
  const shown = path.length > LONGEST_PATH ? excerpt(path) : path || '""';
  return new UnreadableFile(`Cannot ${verb} ${shown}: ${reason}.${consequence}`, reason);
}

function kindOf(status: Stats): string {
  if (status.isFIFO()) return 'a named pipe';
  return status.isSocket() ? 'a socket' : 'a device';
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  ENOSPC: 'no space is left on the device',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its path is too long',
  ENOTDIR: 'there is no such file or folder',
  // A path with a null character.
  ERR_INVALID_ARG_VALUE: 'no file can have this name',
  // Opening a socket.
  ENXIO: 'it is a socket or a device, not a regular file',
  EOPNOTSUPP: 'it is a socket or a device, not a regular file',
};

function reasonOf(path: string, error: unknown): string {
  if (error instanceof UnreadableFile) return error.reason;
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST') return whyMissing(path, 'a file has this name');
  return code === 'ENOENT' ? whyMissing(path) : (REASONS[code] ?? message);
}

function whyMissing(path: string, otherwise = 'there is no such file or folder'): string {
  if (path === '') return 'an empty path leads nowhere';
  try {
    return `it is a link to ${readlinkSync(path)}, which does not exist`;
  } catch {
    return path.includes('\ufffd') ? 'its name is not UTF-8' : otherwise;
  }
}
