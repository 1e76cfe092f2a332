// What tools for language models may read of this machine: files in some folders, and the configuration around them.
import { existsSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decode } from '../../basics/decode';
import { isUnreadable, readFile } from '../../basics/regular-file';
import { UsageError } from '../../basics/usage-error';
import { Analyzer } from '../../languages/snapshot';
import { vectorBackend } from '../../optimizers/vector-backend';
import { DEFAULT_SETTINGS } from '../../project/settings';
import type { Host } from '../../reports/assistants';
import { builtin } from '../../schema/builtin';
import { printFailure } from '../command';
import { DISK } from '../files/disk';
import { isPython } from '../files/files';
import { NearbyFacts } from '../files/nearby-facts';
import { isInside } from '../files/paths';
import { programInputs } from '../files/program-inputs';

const MEBIBYTE = 1024 * 1024;

/** `folders` are paths or file URIs. Files outside of them are not read. */
export function hostOf(folders: readonly string[], turn: Host['turn']): Host {
  const within = folders.map(folderAt);
  return {
    turn,
    backendFor: vectorBackend,
    read: async (path) => decode(bytesOf(path, within), isPython(path)),
    bytes: async (path) => bytesOf(path, within),
    async search(path) {
      const places = placesOf(path, within);
      const at = places.find((place) => existsSync(place)) ?? places[0];
      const open: typeof DISK.open = async (file) => {
        if (!isInside(file, within)) throw outside(file, within);
        return DISK.open(file).catch(forPerson);
      };
      const list: typeof DISK.list = (folder) => DISK.list(folder).catch(forPerson);
      return { at, files: { ...DISK, open, list }, nameOf: (file) => path + file.slice(at.length) };
    },
    async around(path) {
      const file = path === undefined ? join(within[0]!, 'text') : placesOf(path, within)[0]!;
      const nearby = new NearbyFacts();
      const configuration = nearby.configuration(file);
      const settings = { ...DEFAULT_SETTINGS, ...configuration?.settings };
      const [problem] = nearby.problems;
      if (problem !== undefined) throw new UsageError(problem);
      const folder = nearby.folders(file).at(-1)!.place;
      return {
        analyzer: new Analyzer(configuration?.schema ?? builtin, settings, printFailure),
        path: file,
        tensorflow: () => nearby.tensorflow(file),
        files: programInputs({ path: file, folder, within, maxSize: settings.maxFileSize * MEBIBYTE }),
      };
    },
  };
}

function bytesOf(path: string, folders: readonly string[]): Buffer {
  const refusals: unknown[] = [];
  for (const place of placesOf(path, folders)) {
    try {
      return readFile(place);
    } catch (error) {
      refusals.push(error);
    }
  }
  return forPerson(refusals[0]);
}

/** Rethrows an error. A file that cannot be read becomes a UsageError, which the caller sees. */
function forPerson(error: unknown): never {
  throw isUnreadable(error) ? new UsageError((error as Error).message) : error;
}

const folderAt = (folder: string): string => resolve(pathOf(folder));

/** Assistants name files by URIs, too. */
function pathOf(name: string): string {
  if (!/^file:/i.test(name)) return name;
  try {
    return fileURLToPath(name);
  } catch {
    throw new UsageError(`${name} is no URI of a file on this machine.`);
  }
}

/** The files a path may mean, at least one. Throws a UsageError if all are outside of the folders. */
function placesOf(name: string, folders: readonly string[]): readonly [string, ...string[]] {
  const path = pathOf(name);
  const places = isAbsolute(path) ? [resolve(path)] : folders.map((folder) => join(folder, path));
  const [first, ...others] = places.filter((place) => isInside(place, folders));
  if (first === undefined) throw outside(name, folders);
  return [first, ...others];
}

const outside = (name: string, folders: readonly string[]) =>
  new UsageError(
    `${name} is outside of ${folders.join(', ')}. Only files below that may be read. Give the text instead.`,
  );
