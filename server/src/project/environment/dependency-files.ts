import { isRecord } from '../../basics/record';
import type { ReleasesByLibrary } from '../../catalogue/environment';
import { allowedOf, DISTRIBUTIONS, requirementOf } from './requirement';

/** Files of one kind are alternatives. Files of different kinds apply together. */
interface DependencyKind {
  readonly name: RegExp;
  /** The same as a glob. */
  readonly glob: string;
  /** Each mention of a library in such a file. */
  readonly mentions: (text: string) => readonly ReleasesByLibrary[];
}

export const DEPENDENCY_KINDS: readonly DependencyKind[] = [
  { name: /requirements[\w.-]*\.txt$/i, glob: '*requirements*.txt', mentions: inLines },
  { name: /^constraints[\w.-]*\.txt$/i, glob: 'constraints*.txt', mentions: inLines },
  { name: /^environment[\w.-]*\.ya?ml$/i, glob: 'environment*.{yml,yaml}', mentions: inList },
  { name: /^setup\.cfg$/, glob: 'setup.cfg', mentions: inSections },
  { name: /^pyproject\.toml$/, glob: 'pyproject.toml', mentions: inProject },
  {
    name: /^(?:uv|poetry|pdm)\.lock$|^pylock[\w.-]*\.toml$/,
    glob: '{uv.lock,poetry.lock,pdm.lock,pylock*.toml}',
    mentions: inLock,
  },
  { name: /^Pipfile\.lock$/, glob: 'Pipfile.lock', mentions: inPipfileLock },
];

/** Globs for the names of the files that determine the libraries. */
export const DEPENDENCY_GLOBS: readonly string[] = [
  ...DEPENDENCY_KINDS.map(({ glob }) => glob),
  `site-packages/{${beginnings(DISTRIBUTIONS).join(',')}}*.dist-info/METADATA`,
];

/** The shortest prefixes of all names, as installed folders spell them. */
function beginnings(names: readonly string[]): readonly string[] {
  const isFirst = (name: string) => !names.some((other) => other !== name && name.startsWith(other));
  return names.filter(isFirst).map((name) => name.replaceAll('-', '_'));
}

/** The libraries in a folder `site-packages`, by the names in it. */
export const installedIn = (names: readonly string[]): readonly ReleasesByLibrary[] =>
  names.flatMap((name) => {
    const [, distribution = '', version = ''] = /^([\w.]+)-(\d[^-]*)\.dist-info$/.exec(name) ?? [];
    return allowedOf(distribution, `==${version}`) ?? [];
  });

const linesOf = (text: string) => text.split(/\r?\n/);

function inLines(text: string): readonly ReleasesByLibrary[] {
  return linesOf(text).flatMap((line) => requirementOf(line) ?? []);
}

/** `- conda-forge::tensorflow>=2.10` */
function inList(text: string): readonly ReleasesByLibrary[] {
  return linesOf(text).flatMap((line) => {
    const [, item] = /^\s*-\s*["']?(?:[\w./-]+::)?([^"'\s][^"']*)/.exec(line) ?? [];
    return (item !== undefined && requirementOf(item)) || [];
  });
}

/** `install_requires = tensorflow>=2.10`, or the same on lines of its own. */
function inSections(text: string): readonly ReleasesByLibrary[] {
  return linesOf(text).flatMap((line) => requirementOf(line.replace(/^[\w.-]+\s*=(?!=)/, '')) ?? []);
}

/** Strings and comments. */
const QUOTED = /"([^"\n]*)"|'([^'\n]*)'|#[^\n]*/g;

/** Lists of requirements, wherever a table or a key is called dependencies, and Poetry's tables of versions by name. */
function inProject(text: string): readonly ReleasesByLibrary[] {
  let table = '';
  let key = '';
  return linesOf(text).flatMap((line) => {
    const [, header] = /^\s*\[+([^[\]]*)\]+\s*(?:#|$)/.exec(line) ?? [];
    if (header !== undefined) {
      table = header.trim();
      key = '';
      return [];
    }
    const [assignment = '', name] = /^\s*["']?([\w.-]+)["']?\s*=(?!=)/.exec(line) ?? [];
    key = name ?? key;
    if (!/(?:dependencies|dependency-groups)$/.test(table) && !/dependencies$/.test(key)) return [];
    const texts = [...line.slice(assignment.length).matchAll(QUOTED)].flatMap(([, a, b]) => a ?? b ?? []);
    if (!table.startsWith('tool.poetry')) return texts.flatMap((each) => requirementOf(each) ?? []);
    const [, version] = /\bversion\s*=\s*["']([^"']*)/.exec(line) ?? [undefined, texts[0]];
    return (version !== undefined && allowedOf(key, version)) || [];
  });
}

/** Lock files in TOML name a package and its version on two lines. */
function inLock(text: string): readonly ReleasesByLibrary[] {
  return [...text.matchAll(/^name = "([^"\n]+)"\r?\nversion = "([^"\n]+)"/gm)].flatMap(
    ([, name = '', version]) => allowedOf(name, `==${version}`) ?? [],
  );
}

function inPipfileLock(text: string): readonly ReleasesByLibrary[] {
  const groups = recordOf(parsed(text));
  return Object.entries(groups).flatMap(([group, packages]) =>
    group === '_meta'
      ? []
      : Object.entries(recordOf(packages)).flatMap(
          ([name, { version }]) => (typeof version === 'string' && allowedOf(name, version)) || [],
        ),
  );
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** The entries that are records themselves. */
function recordOf(value: unknown): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const entries = isRecord(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.flatMap(([name, each]) => (isRecord(each) ? [[name, each]] : [])));
}
