import type { Entry } from '../../catalogue';
import { resolve, visibleNames } from '../../python/names';
import type { Tree } from '../../python/tree';

/** A name that can be used at an offset, and the dotted name that it refers to. */
export type Import = readonly [name: string, target: string];

/** The imported names that are usable at an offset. */
export function importsAt(tree: Tree, offset: number): readonly Import[] {
  return visibleNames(tree, offset).flatMap(({ name, kind, target, value }) => {
    const path = kind === 'import' ? target : value && resolve(tree, value);
    return path === undefined ? [] : [[name, path] as const];
  });
}

/** The shortest expression for an entry, if an import leads to it. */
export function shortestPath({ qualifiedNames }: Entry, imports: readonly Import[]): string | undefined {
  let shortest: string | undefined;
  for (const [name, target] of imports) {
    for (const full of qualifiedNames) {
      if (full !== target && !full.startsWith(`${target}.`)) continue;
      const path = name + full.slice(target.length);
      if (shortest === undefined || path.length < shortest.length) shortest = path;
    }
  }
  return shortest;
}
