import type { Environment, Installed, ReleasesByLibrary } from '../../catalogue/environment';
import type { Library } from '../../catalogue/libraries';
import { both, either, type Releases } from '../../catalogue/releases';
import { type Folder, fileText, found, inherited, namesIn, type Search } from '../nearby';
import { DEPENDENCY_KINDS, installedIn } from './dependency-files';

/** In bytes. Larger files are not read. */
const MAX_DEPENDENCY_FILE = 16 * 1024 * 1024;

/** The largest number of files of one kind that are read in a folder. */
const MAX_FILES = 16;

const ENVIRONMENTS = ['.venv', 'venv', '.env', 'env'];

interface Mention extends Installed {
  readonly library: Library;
}

/** Each library of the nearest folder with files that mention it, up to the folder with the path `last`. */
export const environmentAround = (folder: Folder, last = ''): Search<Environment> =>
  inherited(`environment up to ${last}`, folder, function* (at) {
    const own = yield* found('environment', at, findEnvironment);
    if (!at.parent || at.path === last) return own;
    const outer = yield* environmentAround(at.parent, last);
    return Object.keys(own).length === 0 ? outer : { ...outer, ...own };
  });

/** The libraries that the files of a folder require or contain; without bounds where these contradict each other. */
export function* findEnvironment(folder: Folder): Search<Environment> {
  const names = yield* namesIn(folder);
  const kinds: Mention[][] = [];
  for (const { name: pattern, mentions: mentionsIn } of DEPENDENCY_KINDS) {
    const alternatives: Mention[] = [];
    kinds.push(alternatives);
    for (const name of names.filter((each) => pattern.test(each)).slice(0, MAX_FILES)) {
      const text = yield* fileText(folder, [name], MAX_DEPENDENCY_FILE);
      if (text === undefined) continue;
      alternatives.push(...mentionsFrom(name, mentionsIn(text)));
    }
  }
  const installed: Mention[] = [];
  kinds.push(installed);
  for (const name of ENVIRONMENTS.filter((each) => names.includes(each)))
    installed.push(...mentionsFrom(name, installedIn(yield* sitePackages(folder, name))));
  const libraries = new Set(kinds.flat().map(({ library }) => library));
  return Object.fromEntries(
    [...libraries].flatMap((library) => {
      const known = kinds.flatMap((kind) => oneOf(kind.filter((each) => each.library === library)));
      const installation = together(known.filter(({ least, most }) => least || most));
      return installation ? [[library, installation]] : [];
    }),
  );
}

const mentionsFrom = (source: string, found: readonly ReleasesByLibrary[]): Mention[] =>
  found.flatMap((one) =>
    (Object.keys(one) as Library[]).map((library) => ({ library, source, ...one[library] })),
  );

/** What is installed in a virtual environment: `lib/python3.12/site-packages`, on Windows `Lib/site-packages`. */
function* sitePackages(folder: Folder, environment: string): Search<readonly string[]> {
  const found = [...(yield* namesIn(folder, [environment, 'Lib', 'site-packages']))];
  for (const python of yield* namesIn(folder, [environment, 'lib']))
    if (/^python\d/.test(python))
      found.push(...(yield* namesIn(folder, [environment, 'lib', python, 'site-packages'])));
  return found;
}

/** It is unknown which of several mentions applies: they have different markers, or are in alternative files. */
function oneOf(alternatives: readonly Installed[]): Installed[] {
  if (alternatives.length === 0) return [];
  const releases = alternatives.map((each): Releases => each).reduce(either);
  const sources = [...new Set(alternatives.map(({ source }) => source))];
  return [{ ...releases, source: sources.join(', ') }];
}

function together(mentions: readonly Installed[]): Installed | undefined {
  if (mentions.length === 0) return undefined;
  let all: Releases = {};
  for (const releases of mentions) {
    const more = both(all, releases);
    if (!more)
      return { source: `${mentions.map(({ source }) => source).join(' and ')} contradict each other` };
    all = more;
  }
  const { least, most } = all;
  const decisive = mentions.filter(
    (releases) => (least && releases.least === least) || (most && releases.most === most),
  );
  const exact = decisive.filter((releases) => releases.least === least && releases.most === most);
  const [first] = exact;
  return { ...all, source: first ? first.source : decisive.map(({ source }) => source).join(' and ') };
}
