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
import { readFile, unwritable } from '../regular-file';

/**
 * Gives a file other bytes than it had when it was read, and leaves its permissions, its owner and all its names as they are.
 * What somebody else has written meanwhile stays.
 */
export function writeFile(path: string, bytes: Buffer, before: Buffer): void {
  try {
    const file = realpathSync.native(path);
    // A file that must not be written could still be replaced.
    accessSync(file, constants.W_OK);
    const now = readFile(file);
    // As another name of it was written.
    if (now.equals(bytes)) return;
    if (!now.equals(before)) throw new Error('it has changed since it was read');
    if (!isReplaceable(file)) writeFileSync(file, bytes, { flush: true });
    else replaceFile(file, bytes);
  } catch (error) {
    throw unwritable(path, error, ' It stays as it is.');
  }
}

/** Makes a file, or gives one that is there other bytes. */
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

/** Whether nobody can tell a new file from the old one. */
function isReplaceable(file: string): boolean {
  const { nlink, uid, gid } = statSync(file);
  const isOwn = uid === (process.geteuid?.() ?? uid) && gid === (process.getegid?.() ?? gid);
  return nlink === 1 && isOwn && isWritable(dirname(file));
}

/** Puts a new file in the place of one, so that no reader and no failure ever meets half of it. */
function replaceFile(file: string, bytes: Buffer): void {
  const draft = join(dirname(file), `.tpu-embedding-${process.pid}.tmp`);
  try {
    const { mode } = statSync(file);
    writeFileSync(draft, bytes, { flag: 'wx', flush: true, mode });
    // That leaves out what the process does not allow new files.
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
