import { type FileMeant, filesMeant, filesOf, parentOf, relativePath } from '../files/paths';
import type { NamedDocument } from './links';
import type { NamedFile } from './names';

/** A file or folder that gets another place or name, by its decoded URIs. */
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

/** The paths by which programs name the files that move, or that they leave behind; only those that mean one file for certain. */
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
      const [meant, ...others] = filesMeant(file.path, { from, folder, ...before });
      if (!meant || others.length > 0) return [];
      const now = { from: moved(from), file: moved(meant.file) };
      if (now.from === from && now.file === meant.file) return [];
      const base = baseAfter(meant, from, now, moved);
      const isOwn = meant.isAround && meant.base === parentOf(from);
      // The program's working directory is unknown, so a path that still works from a folder around it is not changed.
      const countsFromOwn = isOwn && (file.isBeside || file.path.startsWith('..'));
      if (base === parentOf(now.from) && base !== meant.base && !countsFromOwn) {
        const [found, ...more] = filesMeant(file.path, { from: now.from, folder, ...after });
        if (found?.isAround && found.file === now.file && more.length === 0) return [];
      }
      const path = spelled(file.path, base, now.file, meant.isAround);
      return path === undefined || path === file.path ? [] : [{ document, file, path }];
    }),
  );
}

/** Where the path counts from afterwards: a program takes its own folder along. */
function baseAfter(
  { base, isAround }: FileMeant,
  from: string,
  now: { readonly from: string },
  moved: (key: string) => string,
): string {
  const next = moved(base);
  if (!isAround) return next;
  const isOwn = base === parentOf(from);
  return !isOwn && now.from.startsWith(`${next}/`) ? next : parentOf(now.from);
}

/** In the style of the path before; undefined where it would lead out of a folder that is not known to be there. */
function spelled(before: string, base: string, file: string, isAround: boolean): string | undefined {
  const path = relativePath(base, file);
  if (!isAround && path.startsWith('../')) return undefined;
  const [dots = ''] = isAround ? [] : (/^(?:\.\.?\/)+/.exec(before) ?? []);
  if (dots !== '') return dots + path;
  if (/^(?:\/|[a-z]:)/i.test(before.replaceAll('\\', '/'))) return before.startsWith('/') ? `/${path}` : path;
  const own = before.startsWith('./') && !path.startsWith('../') ? `./${path}` : path;
  return before.includes('\\') && !before.includes('/') ? own.replaceAll('/', '\\') : own;
}
