import type { Range } from '../../basics/range';
import { type FieldNode, sectionIndexAt, type ValueNode } from '../../textproto/tree';
import type { Snapshot } from '../snapshot';

/** Ever larger ranges around an offset, the smallest first: value, field, the inside of its block, the block … */
export function selectionRanges({ tree, text }: Snapshot, offset: number): Range[] {
  let index = sectionIndexAt(tree, offset);
  // Right behind a field, the cursor still belongs to it.
  if (tree.starts[index] === offset && index > 0) index--;
  const base = tree.starts[index]!;
  const ranges: Range[] = [{ start: 0, end: text.length }];
  const field = tree.sections[index]!.field;
  if (field) {
    for (const { start, end } of nested(field, offset - base)) {
      const range = { start: base + start, end: base + end };
      const outer = ranges.at(-1)!;
      if (range.start !== outer.start || range.end !== outer.end) ranges.push(range);
    }
  }
  return ranges.reverse();
}

function* nested(field: FieldNode | undefined, offset: number): Generator<Range> {
  if (!field || offset < field.start || offset > field.end) return;
  yield field;
  if (offset <= field.nameEnd) yield { start: field.start, end: field.nameEnd };
  else yield* inValue(field.value, offset);
}

function* inValue(value: ValueNode | undefined, offset: number): Generator<Range> {
  if (!value || offset < value.start || offset > value.end) return;
  yield value;
  if (value.kind === 'scalar') {
    const quoted = value.type === 'string' && value.end - value.start > 2;
    if (quoted && offset > value.start && offset < value.end)
      yield { start: value.start + 1, end: value.end - 1 };
    return;
  }
  const inside = { start: value.start + 1, end: value.close >= 0 ? value.close : value.end };
  if (offset < inside.start || offset > inside.end) return;
  yield inside;
  // At a boundary take the later node: ranges must nest.
  const begun = (node: Range) => node.start <= offset;
  if (value.kind === 'list') yield* inValue(value.items.findLast(begun), offset);
  else yield* nested(value.fields.findLast(begun), offset);
}
