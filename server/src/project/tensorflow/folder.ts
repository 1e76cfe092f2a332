import { both, either, type Releases } from '../../catalogue/releases';
import type { TargetTensorflow } from '../../catalogue/target';
import { type Folder, fileText, namesIn, nearest, type Search } from '../nearby';
import { DEPENDENCY_KINDS, installedIn } from './dependency-files';

/** In bytes. Larger files are not read. */
const MAX_DEPENDENCY_FILE = 16 * 1024 * 1024;

/** The largest number of files of one kind that are read in a folder. */
const MAX_FILES = 16;

const ENVIRONMENTS = ['.venv', 'venv', '.env', 'env'];

interface Mention {
  readonly source: string;
  readonly releases: Releases;
}

/** The TensorFlow of the nearest folder with files that mention it, up to the folder with the path `last`. */
export const tensorflowAround = (folder: Folder, last?: string): Search<TargetTensorflow | undefined> =>
  nearest('TensorFlow', folder, findTensorflow, last);

/**
 * The TensorFlow that the files of a folder require or contain; without bounds if they contradict each other, undefined if they
 * do not mention it.
 */
export function* findTensorflow(folder: Folder): Search<TargetTensorflow | undefined> {
  const names = yield* namesIn(folder);
  const mentions: Mention[] = [];
  for (const { name: pattern, mentions: mentionsIn } of DEPENDENCY_KINDS) {
    const alternatives: Mention[] = [];
    for (const name of names.filter((each) => pattern.test(each)).slice(0, MAX_FILES)) {
      const text = yield* fileText(folder, [name], MAX_DEPENDENCY_FILE);
      if (text === undefined) continue;
      for (const releases of mentionsIn(text)) alternatives.push({ source: name, releases });
    }
    mentions.push(...oneOf(alternatives));
  }
  const installed: Mention[] = [];
  for (const name of ENVIRONMENTS.filter((each) => names.includes(each)))
    for (const releases of installedIn(yield* sitePackages(folder, name)))
      installed.push({ source: name, releases });
  mentions.push(...oneOf(installed));
  return together(mentions.filter(({ releases: { least, most } }) => least || most));
}

/** What is installed in a virtual environment: `lib/python3.12/site-packages`, on Windows `Lib/site-packages`. */
function* sitePackages(folder: Folder, environment: string): Search<readonly string[]> {
  const found = [...(yield* namesIn(folder, [environment, 'Lib', 'site-packages']))];
  for (const python of yield* namesIn(folder, [environment, 'lib']))
    if (/^python\d/.test(python))
      found.push(...(yield* namesIn(folder, [environment, 'lib', python, 'site-packages'])));
  return found;
}

/** It is unknown which of several mentions applies: they have different markers, or are in alternative files. */
function oneOf(alternatives: readonly Mention[]): Mention[] {
  const [first] = alternatives;
  if (!first) return [];
  const releases = alternatives.map((each) => each.releases).reduce(either);
  const sources = [...new Set(alternatives.map(({ source }) => source))];
  return [{ source: sources.join(', '), releases }];
}

function together(mentions: readonly Mention[]): TargetTensorflow | undefined {
  if (mentions.length === 0) return undefined;
  let all: Releases = {};
  for (const { releases } of mentions) {
    const more = both(all, releases);
    if (!more)
      return { source: `${mentions.map(({ source }) => source).join(' and ')} contradict each other` };
    all = more;
  }
  const { least, most } = all;
  const decisive = mentions.filter(
    ({ releases }) => (least && releases.least === least) || (most && releases.most === most),
  );
  const exact = decisive.filter(({ releases }) => releases.least === least && releases.most === most);
  const [first] = exact;
  return { ...all, source: first ? first.source : decisive.map(({ source }) => source).join(' and ') };
}
