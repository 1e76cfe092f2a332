import { type CandidateFile, candidateFiles, filesOf, parentOf, relativePath } from '../files/paths';
import type { NamedDocument } from './links';
import type { NamedFile } from './names';

/** The old and the new decoded URI of a file or folder. */
interface Move {
  readonly from: string;
  readonly to: string;
}

/** A path in a program that must change once files have moved. */
export interface MovedPath<D extends NamedDocument> {
  readonly document: D;
  readonly file: NamedFile;
  readonly path: string;
}

/** The paths in programs that must change because files move. A path that may mean several files is left out. */
export function movedPaths<D extends NamedDocument>(
  documents: readonly D[],
  moves: readonly Move[],
): MovedPath<D>[] {
  const moved = (key: string) => {
    const move = moves.find(({ from }) => key === from || key.startsWith(`${from}/`));
    return move ? move.to + key.slice(move.from.length) : key;
  };
  const before = filesOf(documents.map(({ key }) => key));
  const after = filesOf(documents.map(({ key }) => moved(key)));
  return documents.flatMap((document) =>
    document.names.files.flatMap((file): MovedPath<D>[] => {
      const { key: from, folder } = document;
      const [candidate, ...others] = candidateFiles(file.path, { from, folder, ...before });
      if (!candidate || others.length > 0) return [];
      const now = { from: moved(from), file: moved(candidate.file) };
      if (now.from === from && now.file === candidate.file) return [];
      const base = baseAfter(candidate, from, now, moved);
      const isOwn = candidate.isAround && candidate.base === parentOf(from);
      // The program's working directory is unknown, so a path that still works from a folder around it is not changed.
      const countsFromOwn = isOwn && (file.isBeside || file.path.startsWith('..'));
      if (base === parentOf(now.from) && base !== candidate.base && !countsFromOwn) {
        const [found, ...more] = candidateFiles(file.path, { from: now.from, folder, ...after });
        if (found?.isAround && found.file === now.file && more.length === 0) return [];
      }
      const path = spelled(file.path, base, now.file, candidate.isAround);
      return path === undefined || path === file.path ? [] : [{ document, file, path }];
    }),
  );
}

/** The folder that the path is relative to afterwards: a program takes its own folder along. */
function baseAfter(
  { base, isAround }: CandidateFile,
  from: string,
  now: { readonly from: string },
  moved: (key: string) => string,
): string {
  const next = moved(base);
  if (!isAround) return next;
  const isOwn = base === parentOf(from);
  return !isOwn && now.from.startsWith(`${next}/`) ? next : parentOf(now.from);
}

/** The new path in the style of the old one; undefined if it would lead out of a folder that may not exist. */
function spelled(before: string, base: string, file: string, isAround: boolean): string | undefined {
  const path = relativePath(base, file);
  if (!isAround && path.startsWith('../')) return undefined;
  const [dots = ''] = isAround ? [] : (/^(?:\.\.?\/)+/.exec(before) ?? []);
  if (dots !== '') return dots + path;
  if (/^(?:\/|[a-z]:)/i.test(before.replaceAll('\\', '/'))) return before.startsWith('/') ? `/${path}` : path;
  const own = before.startsWith('./') && !path.startsWith('../') ? `./${path}` : path;
  return before.includes('\\') && !before.includes('/') ? own.replaceAll('/', '\\') : own;
}
