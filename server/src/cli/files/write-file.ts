// Writes whole files: the old bytes exist until the new ones are complete, whatever fails or ends the process.
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { constants as system, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { readFile, unwritable } from '../../basics/regular-file';

/**
 * Replaces the bytes of a file that was read before. Its permissions, its owner and its hard links stay the same. If somebody
 * else has changed it since, nothing is written.
 */
export function writeFile(path: string, bytes: Buffer, before: Buffer): Promise<void> {
  let consequence = ' The file is unchanged.';
  return uninterrupted(() => {
    try {
      const file = realpathSync.native(path);
      // Without this check, a read-only file could still be replaced.
      accessSync(file, constants.W_OK);
      const now = readFile(file);
      // It may have been written through another hard link.
      if (now.equals(bytes)) return;
      if (!now.equals(before)) throw new Error('it has changed since it was read');
      if (isReplaceable(file)) replaceFile(file, bytes);
      else
        overwriteFile(file, bytes, now, (copy) => {
          consequence = ` What it held is in ${copy}.`;
        });
    } catch (error) {
      throw unwritable(path, error, consequence);
    }
  });
}

/** Creates a file, or replaces the bytes of an existing one. */
export async function makeFile(path: string, bytes: Buffer): Promise<void> {
  if (existsSync(path)) return writeFile(path, bytes, bytesOf(path));
  return uninterrupted(() => {
    try {
      createFile(path, bytes);
    } catch (error) {
      throw unwritable(path, error);
    }
  });
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
  const { mode } = statSync(file);
  const draft = draftIn(dirname(file), bytes, mode);
  try {
    // The mode at creation is reduced by the process's umask.
    chmodSync(draft, mode);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Overwrites a file while a copy of its old bytes exists, which stays only if they cannot be restored. */
function overwriteFile(file: string, bytes: Buffer, old: Buffer, keep: (copy: string) => void): void {
  const copy = copyOf(file, old);
  let isKept = false;
  try {
    fillFile(file, bytes);
  } catch (error) {
    try {
      fillFile(file, old);
    } catch {
      isKept = true;
      keep(copy);
    }
    throw error;
  } finally {
    if (!isKept) rmSync(copy, { force: true });
  }
}

/** A copy of a file's bytes: beside it or, if nothing can be created there, in the folder for temporary files. */
function copyOf(file: string, bytes: Buffer): string {
  const folder = isWritable(dirname(file)) ? dirname(file) : tmpdir();
  try {
    return draftIn(folder, bytes, 0o600);
  } catch (error) {
    const { reason } = unwritable(join(folder, basename(file)), error);
    throw new Error(`no copy of it can be kept in ${folder}: ${reason}`);
  }
}

/** The old bytes are not cut off first, so that their place on the disk remains for them. */
function fillFile(path: string, bytes: Buffer): void {
  const file = openSync(path, 'r+');
  try {
    writeFileSync(file, bytes);
    ftruncateSync(file, bytes.length);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A new file of a name that no other process has, even with the same process id. */
function draftIn(folder: string, bytes: Buffer, mode: number): string {
  const path = join(folder, `.tpu-embedding-${crypto.randomUUID()}.tmp`);
  createFile(path, bytes, mode);
  return path;
}

/** Creates a file with all its bytes, or none. */
function createFile(path: string, bytes: Buffer, mode?: number): void {
  const file = openSync(path, 'wx', mode);
  try {
    writeFileSync(file, bytes, { flush: true });
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
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

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Works without a pause, and lets a signal that came meanwhile end the process only afterwards. */
async function uninterrupted(work: () => void): Promise<void> {
  let came: (typeof SIGNALS)[number] | undefined;
  const listeners = SIGNALS.map((signal) => {
    const listener = () => {
      came ??= signal;
    };
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  try {
    work();
  } finally {
    // Signals are heard before the second of these at the latest.
    await setImmediate();
    await setImmediate();
    for (const stopListening of listeners) stopListening();
    if (came) {
      process.kill(process.pid, came);
      // The first process of a container survives its own signals.
      process.exit(128 + system.signals[came]);
    }
  }
}
