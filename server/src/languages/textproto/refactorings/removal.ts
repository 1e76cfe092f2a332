import type { Range } from '../../../basics/range';
import type { Edit } from '../../../rules/rule';
import { removeField, spanAt } from '../../../rules/support/edits';
import type { FieldNode, Tree } from '../../../textproto/tree';
import { absolute } from '../changes';
import { commentsIn } from './comments';

/** The edits that remove fields, and the comments that they remove too. */
interface Removal {
  readonly edits: readonly Edit[];
  readonly comments: readonly string[];
}

/** Removes fields, in the order of their places, and the blank lines that would be left in a row. */
export function removeFields(tree: Tree, fields: readonly FieldNode[]): Removal {
  const ranges = joined(
    tree.text,
    fields.map((field): Range => absolute(tree, removeField(tree, field))),
  ).map((range) => withBlankLine(tree.text, range));
  return {
    edits: ranges.map(({ start, end }) => ({ span: spanAt(tree, start, end), newText: '' })),
    comments: ranges.flatMap((range) => commentsIn(tree.text, range)),
  };
}

/** Joins ranges of whole lines with only blanks between them. */
function joined(text: string, ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const { start, end } of ranges) {
    const last = result.at(-1);
    const isJoined = last && text[last.end - 1] === '\n' && /^\s*$/.test(text.slice(last.end, start));
    if (isJoined) result[result.length - 1] = { start: last.start, end };
    else result.push({ start, end });
  }
  return result;
}

function withBlankLine(text: string, { start, end }: Range): Range {
  const [blankBefore = ''] = /(?<=\n|^)[ \t]*\r?\n$/.exec(text.slice(Math.max(0, start - LOOK), start)) ?? [];
  if (blankBefore === '' || text[end - 1] !== '\n') return { start, end };
  if (end === text.length) return { start: start - blankBefore.length, end };
  const [blankBehind = ''] = /^[ \t]*\r?\n/.exec(text.slice(end, end + LOOK)) ?? [];
  return { start, end: end + blankBehind.length };
}

/** Blank lines are short. */
const LOOK = 200;
