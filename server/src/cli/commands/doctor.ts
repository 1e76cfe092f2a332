import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { decode } from '../../basics/decode';
import { excerpt } from '../../basics/excerpt';
import { readFile } from '../../basics/regular-file';
import { json, lines } from '../../basics/terminal';
import { UsageError } from '../../basics/usage-error';
import { dependencyKindOf } from '../../project/environment/dependency-files';
import { type Listing, listingOf } from '../../project/environment/listings';
import { changedSettings } from '../../project/settings';
import { diagnosed, diagnosisText, type FoundVersion, newerLibraries } from '../../reports/doctor';
import { type Command, choice, printError, type Values } from '../command';
import { isFolder } from '../files/files';
import { NearbyFacts } from '../files/nearby-facts';
import { realPath, shownPath } from '../files/paths';
import { SELECTION_OPTIONS } from '../input/selection-options';

export const doctor: Command = {
  usage: 'doctor [--python PATH] [--format text|json] [PATH]',
  summary: 'Show the installed versions of TensorFlow, JAX and their like, and which conflict.',
  details: [
    'Requirements, lock files and virtual environments are read in the folder and those around it, up to the root of the repository, and the active environment of VIRTUAL_ENV or CONDA_PREFIX, or without one what pip has installed for the user. Nothing is run, changed or asked of the network.',
  ],
  arguments: {
    PATH: 'A folder, the folder of an environment, or a file that names packages. By default, the working directory.',
  },
  options: {
    python: {
      type: 'string',
      value: 'PATH',
      about: 'A Python, or the folder of its environment, in place of the active one.',
    },
    format: { type: 'string', value: 'FORMAT', about: 'text or json.' },
    config: SELECTION_OPTIONS.config,
    'no-config': SELECTION_OPTIONS['no-config'],
  },
  statuses: {
    0: 'No problem is known.',
    1: 'Some versions do not go together.',
    2: 'Wrong usage, a path that cannot be read, or an invalid configuration file.',
  },
  examples: [
    ['doctor', 'The versions around the working directory.'],
    ['doctor uv.lock', 'Those of one file.'],
    ['doctor --python /usr/bin/python3', 'Also those that a Python of the system has.'],
  ],
  async run(values, [path = '.', ...more]) {
    const format = choice(values, 'format', ['text', 'json']);
    if (more.length > 0) throw new UsageError('Name one file or folder.', this.usage);
    const nearby = new NearbyFacts(values);
    const listings = listingsOf(path, values, nearby);
    const { found, problems } = diagnosed(listings);
    const own = ownVersions(path, nearby);
    const diagnosis = { found: [...found, ...own.found], problems };
    const newer = newerLibraries(listings);
    if (format === 'text') process.stdout.write(lines(diagnosisText(diagnosis, [...own.notes, ...newer])));
    else {
      process.stdout.write(json(diagnosis));
      for (const note of newer) printError(note);
    }
    for (const problem of [...nearby.problems, ...nearby.notices]) printError(problem);
    return nearby.problems.length > 0 ? 2 : problems.length > 0 ? 1 : 0;
  },
};

/** What is listed and installed around a path. */
export function listingsOf(path: string, { python }: Values, nearby: NearbyFacts): readonly Listing[] {
  const chosen = python === undefined ? [] : [environmentOf(String(python), nearby)];
  if (!isFolder(path)) {
    const { text } = decode(readFile(path));
    const kind = dependencyKindOf(basename(path));
    if (!kind)
      throw new UsageError(
        `${excerpt(path)} is not a file that names packages, such as requirements.txt, pyproject.toml or uv.lock.`,
      );
    return [listingOf(path, kind, text), ...chosen];
  }
  const environment = nearby.installed(path);
  if (environment) return [environment, ...chosen];
  const around = nearby.listings(path);
  const known = new Set(around.map(({ source }) => realPath(source)));
  const active = python === undefined ? activeFolders().filter((folder) => !known.has(realPath(folder))) : [];
  return [...around, ...chosen, ...active.flatMap((folder) => nearby.installed(folder) ?? [])];
}

/** The folders of the active environment; without one, that of what pip installs for the user. */
function activeFolders(): readonly string[] {
  const { VIRTUAL_ENV: virtual, CONDA_PREFIX: conda } = process.env;
  const active = [virtual, conda].flatMap((folder) => folder || []);
  return active.length > 0 ? active : [join(homedir(), '.local')];
}

/** The environment of a Python, which is two folders above it, on Windows one; links to it lead out of the environment. */
function environmentOf(python: string, nearby: NearbyFacts): Listing {
  if (!existsSync(python)) throw new UsageError(`--python: there is nothing at ${excerpt(python)}.`);
  const folders = isFolder(python) ? [python] : [dirname(dirname(python)), dirname(python)];
  for (const folder of folders) {
    const environment = nearby.installed(folder);
    if (environment) return environment;
  }
  throw new UsageError(`--python: no environment of Python is found at ${excerpt(python)}.`);
}

/** What of this tool is found: itself, what it runs on, and its configuration with the releases that this sets. */
function ownVersions(path: string, nearby: NearbyFacts) {
  const found: FoundVersion[] = [
    { package: 'tpu-embedding-tools', version: VERSION, source: 'this command' },
    { package: 'node', version: process.versions.node, source: process.execPath },
  ];
  const configuration = nearby.configuration(isFolder(path) ? join(path, 'any') : path);
  if (!configuration) return { found, notes: [] };
  const { folder, fileName, settings } = configuration;
  const source = shownPath(join(folder.place, fileName));
  found.push({ package: 'configuration', version: '', source });
  const changed = changedSettings(settings);
  const { tensorflowVersion: tensorflow, libraryVersions } = changed;
  for (const [name, version] of Object.entries({ ...libraryVersions, ...(tensorflow && { tensorflow }) }))
    found.push({ package: name, version, source });
  const names = Object.keys(changed);
  return { found, notes: names.length > 0 ? [`${source} sets ${names.join(', ')}.`] : [] };
}
