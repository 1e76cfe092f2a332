import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { readFile, unwritable } from '../../basics/regular-file';

/**
 * Replaces the bytes of a file that was read before. Its permissions, its owner and its hard links stay the same. If somebody
 * else has changed it since, nothing is written.
 */
export function writeFile(path: string, bytes: Buffer, before: Buffer): void {
  try {
    const file = realpathSync.native(path);
    // Without this check, a read-only file could still be replaced.
    accessSync(file, constants.W_OK);
    const now = readFile(file);
    // It may have been written through another hard link.
    if (now.equals(bytes)) return;
    if (!now.equals(before)) throw new Error('it has changed since it was read');
    if (!isReplaceable(file)) writeFileSync(file, bytes, { flush: true });
    else replaceFile(file, bytes);
  } catch (error) {
    throw unwritable(path, error, ' The file is unchanged.');
  }
}

/** Creates a file, or replaces the bytes of an existing one. */
export function makeFile(path: string, bytes: Buffer): void {
  if (existsSync(path)) return writeFile(path, bytes, bytesOf(path));
  try {
    writeFileSync(path, bytes, { flag: 'wx' });
  } catch (error) {
    throw unwritable(path, error);
  }
}

function bytesOf(path: string): Buffer {
  try {
    return readFile(path);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** Whether a new file can replace the old one without a visible difference. */
function isReplaceable(file: string): boolean {
  const { nlink, uid, gid } = statSync(file);
  const isOwn = uid === (process.geteuid?.() ?? uid) && gid === (process.getegid?.() ?? gid);
  return nlink === 1 && isOwn && isWritable(dirname(file));
}

/** Replaces a file by a new one atomically: neither a reader nor a crash sees half of it. */
function replaceFile(file: string, bytes: Buffer): void {
  const draft = join(dirname(file), `.tpu-embedding-${process.pid}.tmp`);
  try {
    const { mode } = statSync(file);
    writeFileSync(draft, bytes, { flag: 'wx', flush: true, mode });
    // The mode at creation is reduced by the process's umask.
    chmodSync(draft, mode);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
