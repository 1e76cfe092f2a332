import { didYouMean } from '../../basics/nearest';
import type { Range } from '../../basics/range';
import { isRecord } from '../../basics/record';
import {
  notUsable,
  outdated,
  type Report,
  SETTINGS,
  type Settings,
  SHARED_SETTINGS,
  show,
} from '../settings';
import { readJson } from './json';
import { type Located, type Path, Unparsable } from './located';
import { readToml } from './toml';

/** A part of a project's configuration file that is ignored because of a mistake. */
interface Problem extends Range {
  readonly message: string;
  /** It counts nevertheless. */
  readonly isNotice?: boolean;
}

/** The content of a project's configuration file. */
interface ProjectFile {
  /** All shared settings; those that the file leaves out have their defaults. */
  readonly settings: Partial<Settings>;
  readonly problems: readonly Problem[];
  /** The place of the path of a descriptor set. */
  placeOfSet(path: string): Range;
}

export const JSON_NAME = 'tpu-embedding.json';
export const TOML_NAME = 'pyproject.toml';

/** The files of a folder that may be its configuration. The first one with a configuration counts. */
export const PROJECT_FILES = [JSON_NAME, TOML_NAME] as const;

/** In bytes. Files written by hand are smaller. */
export const MAX_PROJECT_FILE = 1024 * 1024;

/** A longer list does not help, and finding each place takes time. */
const MAX_PROBLEMS = 100;

const TABLE = ['tool', 'tpu-embedding'];

/** Reads a file with one of these names; undefined if it is not for this tool. */
export function readProjectFile(name: string, text: string): ProjectFile | undefined {
  try {
    if (!name.endsWith('.toml')) return readSettings(readJson(text), [], (word) => word);
    // Most projects' files do not configure this tool, so mistakes in them are not reported.
    if (!text.includes('tpu-embedding')) return undefined;
    const file = readToml(text);
    return isTable(file) ? readSettings(file, TABLE, hyphenated) : undefined;
  } catch (error) {
    const { message, offset } = unparsable(error);
    if (name.endsWith('.toml') && !TABLE_HEADER.test(text)) return undefined;
    return empty([{ message: `${message} Nothing in this file counts.`, start: offset, end: offset + 1 }]);
  }
}

/** Why a file cannot be read. Checked first, because the libraries that read it are recursive. */
function unparsable(error: unknown): Unparsable {
  if (error instanceof Unparsable) return error;
  if (error instanceof RangeError) return new Unparsable('This is nested too deeply.', 0);
  throw error;
}

/** The content of an empty configuration file. */
export const empty = (problems: readonly Problem[]): ProjectFile => ({
  settings: DEFAULTS,
  problems,
  placeOfSet: () => ({ start: 0, end: 0 }),
});

type SharedName = (typeof SHARED_SETTINGS)[number];

const DEFAULTS: Partial<Settings> = Object.fromEntries(
  SHARED_SETTINGS.map((name) => [name, SETTINGS[name].default]),
);

/** Globs relative to a folder, as globs for absolute paths. */
export const patternsFrom = (globs: readonly string[], folder: string): readonly string[] =>
  globs.map((glob) =>
    glob.startsWith('**/')
      ? glob
      : `${folder
          .replaceAll('\\', '/')
          .replace(/\/$/, '')
          .replaceAll(/[*?{}[\]]/g, '\\$&')}/${glob.replace(/^\.?\//, '')}`,
  );

const TABLE_HEADER = /^[ \t]*\[[ \t]*tool[ \t]*\.[ \t]*["']?tpu-embedding\b/m;

const isTable = ({ value }: Located) =>
  isRecord(value) && isRecord(value['tool']) && Object.hasOwn(value['tool'], 'tpu-embedding');

/** `numHosts` as `num-hosts`. */
export const hyphenated = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The shared settings by the names that a file may have for them, former ones included. */
function namesBy(spell: (word: string) => string): ReadonlyMap<string, SharedName> {
  const former = SHARED_SETTINGS.flatMap((name) => {
    const { formerly } = SETTINGS[name] as { formerly?: string };
    return formerly === undefined ? [] : [[spell(formerly), name] as const];
  });
  return new Map([...SHARED_SETTINGS.map((name) => [spell(name), name] as const), ...former]);
}

function readSettings(file: Located, root: Path, spell: (word: string) => string): ProjectFile {
  const settings: Record<string, unknown> = { ...DEFAULTS };
  const problems: Problem[] = [];
  const reportAt =
    (around: Path): Report =>
    (message, { path, isName, isNotice } = { path: [] }) => {
      if (problems.length < MAX_PROBLEMS)
        problems.push({
          message,
          ...(isNotice && { isNotice }),
          ...file.placeOf([...around, ...path], isName),
        });
    };

  const names = namesBy(spell);
  const report = reportAt(root);
  const given = valueAt(file.value, root);
  if (!isRecord(given)) report(`${show(given)} holds no settings, so the defaults apply.`);
  for (const [key, value] of Object.entries(isRecord(given) ? given : {})) {
    const name = names.get(key);
    if (name === undefined) {
      if (key !== '$schema')
        report(unknownName(key, SHARED_SETTINGS.map(spell)), { path: [key], isName: true });
      continue;
    }
    if (value === null) continue;
    if (key !== spell(name)) {
      report(outdated(key, spell(name)), { path: [key], isName: true, isNotice: true });
      if (Object.hasOwn(given as object, spell(name))) continue;
    }
    const { read, expected } = SETTINGS[name];
    const usable = read(value, reportAt([...root, key]));
    if (usable === undefined) report(notUsable(value, expected), { path: [key] });
    else settings[name] = usable;
  }
  const sets = [...root, spell('descriptorSets')];
  return {
    settings,
    problems: problems.sort((a, b) => a.start - b.start),
    placeOfSet: (path) => file.placeOf([...sets, (valueAt(file.value, sets) as unknown[]).indexOf(path)]),
  };
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], value);

function unknownName(key: string, names: readonly string[]): string {
  const advice = didYouMean(key, names, '"') ?? `Known are ${names.join(', ')}.`;
  return `There is no setting ${show(key)}, so this entry is ignored. ${advice}`;
}
