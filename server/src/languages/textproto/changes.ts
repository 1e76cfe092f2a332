import type { TextEdit } from '../../basics/range';
import type { Edit } from '../../rules/rule';
import { startOf, type Tree } from '../../textproto/tree';

export function absolute(tree: Tree, { span: { section, start, end }, newText }: Edit): TextEdit {
  const base = startOf(tree, section);
  return { start: base + start, end: base + end, newText };
}

/** Joins adjacent changes, so that their order does not matter. */
export function joinTouching(changes: readonly TextEdit[]): TextEdit[] {
  const joined: TextEdit[] = [];
  for (const change of changes.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = joined.at(-1);
    if (!last || last.end < change.start) {
      joined.push(change);
      continue;
    }
    const areBothInserted = last.start === change.end;
    const before = areBothInserted ? last.newText.replace(/ $/, '') : last.newText;
    joined[joined.length - 1] = { start: last.start, end: change.end, newText: before + change.newText };
  }
  return joined;
}
