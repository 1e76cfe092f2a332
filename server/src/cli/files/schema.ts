import { resolve } from 'node:path';
import { errorMessage } from '../../basics/error-message';
import { readFile } from '../../basics/regular-file';
import { UsageError } from '../../basics/usage-error';
import { MAX_DESCRIPTOR_SET_MIB } from '../../project/settings';
import type { Schema } from '../../schema/types';
import type { Values } from '../command';

/** The schemas of each `--descriptor-set`. */
export const namedSets = ({ 'descriptor-set': paths = [] }: Values): Schema[] =>
  (paths as string[]).map((path) => readSet(path, readFile(path)));

/** The schema of a descriptor set that a configuration file in a folder names. Throws an error for the person. */
export function setOf(folder: string, path: string): Schema {
  // Opening a network share reveals the user to its owner, so a file from somebody else may not name one.
  if (process.platform === 'win32' && /^[/\\]{2}/.test(path))
    throw new UsageError(`${path} is on another computer, where it is not read. Copy it to this one.`);
  return readSet(path, readFile(resolve(folder, path), { maxSize: MAX_DESCRIPTOR_SET_MIB * 1024 * 1024 }));
}

function readSet(path: string, bytes: Uint8Array): Schema {
  // Loaded on demand: few users have a descriptor set, and its reader loads slowly.
  const { readDescriptorSet } =
    require('../../schema/descriptor-set') as typeof import('../../schema/descriptor-set');
  try {
    return readDescriptorSet(bytes);
  } catch (error) {
    throw new UsageError(`${path}: ${errorMessage(error)}`);
  }
}
