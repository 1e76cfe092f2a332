import type { PythonFile } from '../../../dataflow/calls/python-file';
import type { FileNames } from '../../../project/names/names';
import { allOfKind, type Tree } from '../../../python/tree';
import type { EmbeddedText } from '../embedded/embedded-text';
import { Collected } from './collected';
import { collectEmbeddings } from './embeddings';
import { namedFiles } from './files';
import { collectMessages } from './messages';
import { collectUses } from './uses';

export { writePath, writeString } from './writing';

/** The tables and features that a program makes, holds in texts, or names in ops. */
export function namesInPython(file: PythonFile, embedded: readonly EmbeddedText[]): FileNames {
  const collected = new Collected();
  const made = new Map<object, ReturnType<typeof collectEmbeddings>[number]>(
    collectEmbeddings(file, collected).map((each) => [each, each]),
  );
  for (const [object, each] of collectMessages(file, embedded, collected)) made.set(object, each);
  collectUses(file, made, collected);
  const things = collected.things.map((thing) => ({
    ...thing,
    places: [...thing.places.values()].sort((a, b) => Number(b.declares) - Number(a.declares)),
  }));
  return { things, configurations: made.size, files: namedFiles(file.tree), imports: importsOf(file.tree) };
}

/** The dotted names that the statements of a program import. */
const importsOf = (tree: Tree): string[] => [
  ...new Set(
    allOfKind(tree, 'import').flatMap(({ from, star, names }) => {
      const prefix = from === undefined || from.endsWith('.') ? (from ?? '') : `${from}.`;
      return star ? [from!] : names.map(({ name }) => prefix + name);
    }),
  ),
];
