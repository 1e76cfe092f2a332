// What tools for language models may read of this machine: files in some folders, and the configuration around them.
import { existsSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isUnreadable, readFile } from '../../basics/regular-file';
import { UsageError } from '../../basics/usage-error';
import { Analyzer } from '../../languages/snapshot';
import { vectorBackend } from '../../optimizers/vector-backend';
import { DEFAULT_SETTINGS } from '../../project/settings';
import type { Host } from '../../reports/assistants';
import { readingOf } from '../../reports/assistants/allowed-files';
import { builtin } from '../../schema/builtin';
import { printFailure } from '../command';
import { DISK } from '../files/disk';
import { NearbyFacts } from '../files/nearby-facts';
import { isInside } from '../files/paths';
import { programInputs } from '../files/program-inputs';

/** `folders` are paths or file URIs. Files outside of them are not read. */
export function hostOf(folders: readonly string[], turn: Host['turn']): Host {
  const within = folders.map(folderAt);
  return {
    turn,
    backendFor: vectorBackend,
    ...readingOf({
      ...DISK,
      async open(file) {
        if (!isInside(file, within)) throw outside(file, within);
        return DISK.open(file);
      },
      placesOf: async (path) => placesOf(path, within),
      bytes: async (file) => readFile(file),
      shown: (end) => end,
      refusal: (error) => (isUnreadable(error) ? new UsageError((error as Error).message) : error),
    }),
    async surroundings(path) {
      const file = path === undefined ? join(within[0]!, 'text') : placesOf(path, within)[0]!;
      const nearby = new NearbyFacts();
      const configuration = nearby.configuration(file);
      const settings = { ...DEFAULT_SETTINGS, ...configuration?.settings };
      const analyzer = new Analyzer(configuration?.schema ?? builtin, settings, printFailure);
      const [problem] = nearby.problems;
      if (problem !== undefined) throw new UsageError(problem);
      const folder = nearby.top(file);
      return {
        analyzer,
        path: file,
        environment: () => nearby.environment(file),
        files: programInputs({ path: file, folder, within, maxSize: analyzer.maxFileBytes }),
      };
    },
  };
}

const folderAt = (folder: string): string => resolve(namedPath(folder));

/** Assistants name files by URIs, too. */
function namedPath(name: string): string {
  if (!/^file:/i.test(name)) return name;
  try {
    return fileURLToPath(name);
  } catch {
    throw new UsageError(`${name} is no URI of a file on this machine.`);
  }
}

/** The files that a path may mean, at least one, existing ones first. Throws a UsageError if all are outside of the folders. */
function placesOf(name: string, folders: readonly string[]): readonly string[] {
  const path = namedPath(name);
  const places = isAbsolute(path) ? [resolve(path)] : folders.map((folder) => join(folder, path));
  const allowed = places.filter((place) => isInside(place, folders));
  if (allowed.length === 0) throw outside(name, folders);
  return allowed.sort((a, b) => Number(existsSync(b)) - Number(existsSync(a)));
}

const outside = (name: string, folders: readonly string[]) =>
  new UsageError(
    `${name} is outside of ${folders.join(', ')}. Only files below that may be read. Give the text instead.`,
  );
