import type { Range, TextEdit } from '../../../basics/range';
import type { NamedFile } from '../../../project/names/names';
import { nodeAt, type Tree } from '../../../python/tree';

/** Writes another path in the place of the one that a string ends with; undefined where it cannot hold that. */
export function writePath(
  tree: Tree,
  { start, end, path }: NamedFile,
  newPath: string,
): TextEdit[] | undefined {
  const node = nodeAt(tree, start);
  if (node.kind !== 'string' || node.fields.length === 0) return writeString(tree, { start, end }, newPath);
  const { bodyEnd } = node.parts.at(-1)!;
  const at = bodyEnd - path.length;
  const fits = tree.text.slice(at, bodyEnd) === path && !/[\\{}"'\n]/.test(newPath);
  return fits ? [{ start: at, end: bodyEnd, newText: newPath }] : undefined;
}

/** Writes another name in the place of a string; undefined where its pieces have anything between them. */
export function writeString(tree: Tree, { start, end }: Range, name: string): TextEdit[] | undefined {
  const node = nodeAt(tree, start);
  if (node.kind !== 'string') return undefined;
  const [first, ...others] = node.parts;
  if (!first || !node.parts.every(({ closed }) => closed)) return undefined;
  const isBytes = first.prefix.includes('b');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them.
  if (isBytes && !/^[\x00-\x7f]*$/.test(name)) return undefined;
  const quote = first.quote[0]!;
  const isPlain = !/[\\{}"']/.test(name);
  const body = name.replaceAll(/[\\"']/g, (char) => (char === '\\' || char === quote ? `\\${char}` : char));
  if (others.length === 0 && (isPlain || !/[rft]/.test(first.prefix)))
    return [{ start: first.bodyStart, end: first.bodyEnd, newText: body }];
  const between = node.parts.slice(1).map((part, i) => tree.text.slice(node.parts[i]!.end, part.start));
  if (between.some((gap) => /[^\s\\]/.test(gap))) return undefined;
  return [{ start, end, newText: `${isBytes ? 'b' : ''}${quote}${body}${quote}` }];
}
