// Facts from the files in the folders around a text. Each is a search: a generator that asks about files and folders, so
// that the same search serves a caller that reads them at once and a caller that waits for answers.
import type { Schema } from '../schema/types';

/** A folder around a text. */
export interface Folder {
  /** Its path or URI, as questions name it. */
  readonly place: string;
  /** Its absolute path, with slashes but without one at the end. */
  readonly path: string;
  /** The folder around it; undefined at the root of its file system. */
  readonly parent: Folder | undefined;
}

/** Folders by their places. Each is one object for all searches, because long paths are slow to make and to hash. */
export class Folders {
  private readonly known = new Map<string, Folder>();

  constructor(private readonly pathOf: (place: string) => string) {}

  /** The folder at the first of some places, of which each is around the one before. */
  at(places: Iterable<string>): Folder | undefined {
    const inner: string[] = [];
    let folder: Folder | undefined;
    for (const place of places) {
      folder = this.known.get(place);
      if (folder) break;
      inner.push(place);
    }
    for (const place of inner.reverse()) {
      folder = { place, path: this.pathOf(place), parent: folder };
      this.known.set(place, folder);
    }
    return folder;
  }
}

/** A question about what is in a folder. `path` leads from the folder to a file or another folder, name by name. */
export type Question = { readonly folder: Folder } & (
  | { readonly ask: 'names' | 'exists'; readonly path: readonly string[] }
  | { readonly ask: 'text'; readonly path: readonly string[]; readonly maxBytes: number }
  | { readonly ask: 'schema'; readonly named: string }
  /** What a search finds for the folder, which is the same for all texts. If it is inherited, folders around count, too. */
  | {
      readonly ask: 'fact';
      readonly what: string;
      readonly search: (folder: Folder) => Search<unknown>;
      readonly isInherited: boolean;
    }
);

/** The caller runs a search: it answers each question, and gets the result. */
export type Search<Result> = Generator<Question, Result, unknown>;

/** The names in a folder; none if it cannot be read. */
export function* namesIn(folder: Folder, path: readonly string[] = []): Search<readonly string[]> {
  return ((yield { ask: 'names', folder, path }) as readonly string[] | undefined) ?? [];
}

/** The text of a file; undefined if it cannot be read or is too large. */
export function* fileText(
  folder: Folder,
  path: readonly string[],
  maxBytes: number,
): Search<string | undefined> {
  return (yield { ask: 'text', folder, path, maxBytes }) as string | undefined;
}

/**
 * The message types of the descriptor set at a path that a user wrote, or a sentence about the problem; undefined if the folder
 * is not trusted.
 */
export function* schemaOf(folder: Folder, named: string): Search<Schema | string | undefined> {
  return (yield { ask: 'schema', folder, named }) as Schema | string | undefined;
}

const factOf = (isInherited: boolean) =>
  function* <Fact>(what: string, folder: Folder, search: (folder: Folder) => Search<Fact>): Search<Fact> {
    return (yield { ask: 'fact', what, folder, search, isInherited }) as Fact;
  };

/** A fact of a folder alone, found once for all texts. */
export const found = factOf(false);

/** A fact of a folder and those around it: the search asks for that of the next one, so that each is asked once. */
export const inherited = factOf(true);

/** The fact of the first folder that has one, up to the one with the path `last`. `what` names the kind of fact. */
export const nearest = <Fact>(
  what: string,
  folder: Folder,
  search: (folder: Folder) => Search<Fact | undefined>,
  last = '',
): Search<Fact | undefined> =>
  inherited(`${what} up to ${last}`, folder, function* (at) {
    const own = yield* found(what, at, search);
    const isLast = !at.parent || at.path === last;
    return own !== undefined || isLast ? own : yield* nearest(what, at.parent, search, last);
  });

/** The path of the outermost of some tops around a folder; without one, that of the folder. */
export const topAround = ({ path }: Folder, tops: readonly string[]): string =>
  tops.filter((top) => `${path}/`.startsWith(`${top}/`)).sort((a, b) => a.length - b.length)[0] ?? path;

/** The path of the root of the repository around a folder; outside of one, as `topAround`. */
export function* repositoryOrTop(folder: Folder, tops: readonly string[]): Search<string> {
  return (yield* nearest('repository', folder, repositoryAt)) ?? topAround(folder, tops);
}

function* repositoryAt(folder: Folder): Search<string | undefined> {
  return (yield { ask: 'exists', folder, path: ['.git'] }) ? folder.path : undefined;
}
