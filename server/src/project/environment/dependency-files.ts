import type { Range } from '../../basics/range';
import { isRecord } from '../../basics/record';
import { isKnownPackage, LIBRARY_DISTRIBUTIONS, normalized } from '../../catalogue/packages';
import { type Requirement, requirementIn, requirementOf } from './requirement';

/** Files of one kind are alternatives. Files of different kinds apply together. */
export interface DependencyKind {
  readonly name: RegExp;
  /** The same as a glob. */
  readonly glob: string;
  /** Each package that such a file names, and the version of Python. */
  readonly requirements: (text: string) => readonly Requirement[];
  /** It lists what is installed, with what that depends on. */
  readonly isLock?: true;
  /** It may be of another program than those around it. */
  readonly isOfImage?: true;
}

export const REQUIREMENTS: DependencyKind = {
  name: /requirements[\w.-]*\.txt$/i,
  glob: '*requirements*.txt',
  requirements: inLines,
};

export const DEPENDENCY_KINDS: readonly DependencyKind[] = [
  REQUIREMENTS,
  { name: /^constraints[\w.-]*\.txt$/i, glob: 'constraints*.txt', requirements: inLines },
  { name: /^environment[\w.-]*\.ya?ml$/i, glob: 'environment*.{yml,yaml}', requirements: inList },
  { name: /^setup\.cfg$/, glob: 'setup.cfg', requirements: inSections },
  { name: /^pyproject\.toml$/, glob: 'pyproject.toml', requirements: inProject },
  {
    name: /^(?:uv|poetry|pdm)\.lock$|^pylock[\w.-]*\.toml$/,
    glob: '{uv.lock,poetry.lock,pdm.lock,pylock*.toml}',
    requirements: inLock,
    isLock: true,
  },
  { name: /^Pipfile\.lock$/, glob: 'Pipfile.lock', requirements: inPipfileLock, isLock: true },
  { name: /^\.python-version$/, glob: '.python-version', requirements: inPythonVersion },
  {
    name: /^(?:Dockerfile|Containerfile)(?:[.-][\w.-]+)?$|\.dockerfile$/i,
    glob: '{Dockerfile*,Containerfile*,*.[dD]ockerfile}',
    requirements: inImage,
    isOfImage: true,
  },
];

/** The kind of a file, by its name. */
export const dependencyKindOf = (name: string): DependencyKind | undefined =>
  DEPENDENCY_KINDS.find((kind) => kind.name.test(name));

/** Globs for the names of all files that name packages. */
export const DEPENDENCY_FILES: readonly string[] = DEPENDENCY_KINDS.map(({ glob }) => glob);

/** Globs for the names of the files that determine the libraries of a program. */
export const DEPENDENCY_GLOBS: readonly string[] = [
  ...DEPENDENCY_KINDS.filter(({ isOfImage }) => !isOfImage).map(({ glob }) => glob),
  `site-packages/{${beginnings(LIBRARY_DISTRIBUTIONS).join(',')}}*.dist-info/METADATA`,
];

/** The shortest prefixes of all names, as installed folders spell them. */
function beginnings(names: readonly string[]): readonly string[] {
  const isFirst = (name: string) => !names.some((other) => other !== name && name.startsWith(other));
  return names.filter(isFirst).map((name) => name.replaceAll('-', '_'));
}

/** The packages in a folder `site-packages`, by the names in it. */
export const installedIn = (names: readonly string[]): readonly Requirement[] =>
  names.flatMap((name) => {
    const [, distribution, version] = /^([\w.]+)-(\d[^-]*)\.dist-info$/.exec(name) ?? [];
    return distribution === undefined ? [] : requirementOf(distribution, `==${version}`);
  });

/** Python itself, whose version a tool writes without an operator. */
export const pythonRequirement = (version: string, place?: Range): Requirement =>
  requirementOf(
    'python',
    /^\d/.test(version) ? `==${version}${isExact(version) ? '' : '.*'}` : version,
    place,
  );

const isExact = (version: string) => version.split('.').length > 2;

interface Line {
  readonly text: string;
  readonly start: number;
}

const linesOf = (text: string): readonly Line[] =>
  [...text.matchAll(/[^\r\n]+/g)].map(({ 0: line, index }) => ({ text: line, start: index }));

function inLines(text: string): readonly Requirement[] {
  return linesOf(text).flatMap((line) => requirementIn(line.text, line.start) ?? []);
}

/** `- conda-forge::tensorflow>=2.10` */
function inList(text: string): readonly Requirement[] {
  return linesOf(text).flatMap((line) => {
    const [, bullet = '', item] = /^(\s*-\s*["']?(?:[\w./-]+::)?)([^"'\s][^"']*)/.exec(line.text) ?? [];
    return (item !== undefined && requirementIn(item, line.start + bullet.length)) || [];
  });
}

/** A table or section of a file, and the key whose value a line belongs to. */
interface KeyedLine extends Line {
  readonly table: string;
  readonly key: string;
}

const HEADER = /^\s*\[+([^[\]]*)\]+\s*(?:#|$)/;
const KEY = /^\s*["']?([\w.-]+)["']?\s*=(?!=)/;

/** Each line without its key. A value may go on in the lines below. */
function keyedLines(text: string): readonly KeyedLine[] {
  let table = '';
  let key = '';
  return linesOf(text).flatMap((line) => {
    const [, header] = HEADER.exec(line.text) ?? [];
    if (header !== undefined) {
      table = header.trim();
      key = '';
      return [];
    }
    const [assignment = '', name = key] = KEY.exec(line.text) ?? [];
    key = name;
    return { text: line.text.slice(assignment.length), start: line.start + assignment.length, table, key };
  });
}

/** `install_requires = tensorflow>=2.10`, or the same on lines of its own. */
function inSections(text: string): readonly Requirement[] {
  return keyedLines(text).flatMap(({ text: value, start, table, key }) => {
    if (table === 'options' && key === 'python_requires') return pythonRequirement(value.trim());
    if (table === 'options.extras_require') return requirementIn(value, start, key) ?? [];
    return (table === 'options' && key === 'install_requires' && requirementIn(value, start)) || [];
  });
}

/** Strings and comments. */
const QUOTED = /"([^"\n]*)"|'([^'\n]*)'|#[^\n]*/g;

/** Lists of requirements, wherever a table or a key is called dependencies, and Poetry's tables of versions by name. */
function inProject(text: string): readonly Requirement[] {
  return keyedLines(text).flatMap(({ text: value, start, table, key }) => {
    const quoted = [...value.matchAll(QUOTED)].flatMap(({ 1: double, 2: single, index }) => {
      const content = double ?? single;
      return content === undefined ? [] : { content, start: start + index + 1 };
    });
    if (table === 'project' && key === 'requires-python')
      return quoted.map(({ content, start }) => pythonRequirement(content, rangeAt(start, content)));
    const isTable = /(?:dependencies|dependency-groups)$/.test(table);
    if (!isTable && !/dependencies$/.test(key)) return [];
    const isOptional = isTable && table !== 'tool.poetry.dependencies';
    if (!table.startsWith('tool.poetry'))
      return quoted.flatMap(
        ({ content, start }) => requirementIn(content, start, isOptional ? key : '') ?? [],
      );
    const [, version] = /\bversion\s*=\s*["']([^"']*)/.exec(value) ?? [undefined, quoted[0]?.content];
    const found = quoted.find(({ content }) => content === version);
    if (!found) return [];
    return {
      ...requirementOf(key, found.content, rangeAt(found.start, found.content)),
      condition: isOptional ? table : '',
    };
  });
}

const rangeAt = (start: number, text: string): Range => ({ start, end: start + text.length });

/** Lock files in TOML name a package and its version on two lines, and Python before or behind all packages. */
function inLock(text: string): readonly Requirement[] {
  const packages = [...text.matchAll(/^name = "([^"\n]+)"\r?\nversion = "([^"\n]+)"/gm)].map(
    ({ 0: all, 1: name = '', 2: version = '', index }) =>
      requirementOf(name, `==${version}`, rangeAt(index + all.length - version.length - 1, version)),
  );
  const [before = ''] = text.split('[[package', 1);
  const metadata = text.lastIndexOf('\n[metadata]');
  const around = metadata < 0 ? before : before + text.slice(metadata);
  const [, python] = /^(?:requires-python|python-versions) = "([^"\n]+)"/m.exec(around) ?? [];
  return python === undefined ? packages : [...packages, pythonRequirement(python)];
}

function inPipfileLock(text: string): readonly Requirement[] {
  const { _meta: meta, ...groups } = recordOf(parsed(text));
  const { python_version: python } = recordOf(meta?.['requires']) as { python_version?: unknown };
  const packages = Object.entries(groups).flatMap(([group, packages]) =>
    Object.entries(recordOf(packages)).flatMap(([name, { version }]) => {
      if (typeof version !== 'string' || !isKnownPackage(normalized(name))) return [];
      const start = Math.max(0, text.indexOf(JSON.stringify(name)));
      const condition = group === 'default' ? '' : group;
      return { ...requirementOf(name, version, rangeAt(start, JSON.stringify(name))), condition };
    }),
  );
  return typeof python === 'string' ? [...packages, pythonRequirement(python)] : packages;
}

/** The first line that names a version, as pyenv and uv write it. */
function inPythonVersion(text: string): readonly Requirement[] {
  const [, blank = '', version] = /^(\s*(?:cpython-)?)(\d+(?:\.\d+)+)/m.exec(text) ?? [];
  if (version === undefined) return [];
  return [pythonRequirement(version, rangeAt(text.indexOf(version, blank.length), version))];
}

/** `FROM python:3.12-slim`, and what `pip install` names in the instructions of an image. */
function inImage(text: string): readonly Requirement[] {
  const pythons = [...text.matchAll(/^FROM\s+(?:--\S+\s+)?(?:\S*\/)?python:(\d+\.\d+(?:\.\d+)?)/gim)];
  const installs = text.matchAll(/\bpip3?\s+install\b((?:\\\r?\n|[^\r\n&;|])*)/g);
  return [
    ...pythons.map(({ 0: all, 1: version = '', index }) =>
      pythonRequirement(version, rangeAt(index + all.length - version.length, version)),
    ),
    ...[...installs].flatMap(({ 0: all, 1: words = '', index }) =>
      [...words.matchAll(/"([^"\n]*)"|'([^'\n]*)'|[^\s\\"']+/g)].flatMap((word) => {
        const content = word[1] ?? word[2] ?? word[0];
        const start = index + all.length - words.length + word.index + word[0].indexOf(content);
        return requirementIn(content, start) ?? [];
      }),
    ),
  ];
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
