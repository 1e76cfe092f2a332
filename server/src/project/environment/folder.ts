import type { Environment, Installed } from '../../catalogue/environment';
import type { Library } from '../../catalogue/libraries';
import { libraryOfDistribution } from '../../catalogue/packages';
import { both, either, type Releases } from '../../catalogue/releases';
import { releasesOf, versionsAllowedBy } from '../../catalogue/versions';
import { type Folder, found, inherited, type Search } from '../nearby';
import { type Listing, listingsIn } from './listings';

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
  const listings = (yield* listingsIn(folder)).filter(({ kind }) => !kind?.isOfImage);
  const kinds = [...new Set(listings.map(({ kind }) => kind))].map((kind) =>
    listings.filter((listing) => listing.kind === kind).flatMap(mentionsIn),
  );
  const libraries = new Set(kinds.flat().map(({ library }) => library));
  return Object.fromEntries(
    [...libraries].flatMap((library) => {
      const known = kinds.flatMap((kind) => oneOf(kind.filter((each) => each.library === library)));
      const installation = together(known.filter(({ least, most }) => least || most));
      return installation ? [[library, installation]] : [];
    }),
  );
}

const mentionsIn = ({ source, requirements }: Listing): Mention[] =>
  requirements.flatMap(({ name, clauses }) => {
    const library = libraryOfDistribution(name);
    return library ? { library, source, ...releasesOf(versionsAllowedBy(clauses)) } : [];
  });

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
