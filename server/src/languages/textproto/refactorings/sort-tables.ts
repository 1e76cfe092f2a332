import type { Range } from '../../../basics/range';
import { fieldOf, type Table } from '../../../configuration/configuration';
import type { Edit } from '../../../rules/rule';
import { insertField, spanAt } from '../../../rules/support/edits';
import { spanOf, type Tree } from '../../../textproto/tree';
import { type Refactor, rangeWithSeparator } from './proposal';
import { isAtStyle } from './style';

/** Sorts by name. Tables move with their comments, and each `table_id` means the same table afterwards. */
export const sortTables: Refactor = (place) => {
  const { tables, features, tree, bound, derived } = place;
  if (tables.length < 2 || !isAtStyle(place) || tables.some(({ name }) => !name)) return;
  if (features.some(({ tableId }) => tableId === undefined)) return;
  const sorted = tables.toSorted((a, b) => compare(a.name!, b.name!));
  if (sorted.every(({ id }, i) => id === i)) return;
  const isListed = tables.some(({ field }) => field.node.value?.kind !== 'message');
  const places = isListed ? [] : tables.map((table) => linesOf(tree, table));
  const isApart = !isListed && places.every((lines) => lines !== undefined);
  return {
    title: derived.style === 'table' ? 'Sort tables, and with them outputs, by name' : 'Sort tables by name',
    ofWhole: true,
    ...(!isApart && { disabled: 'Tables move with their lines, but some share a line with other fields.' }),
    edits: () => [
      ...moved(tree, places as Range[], sorted),
      ...features.flatMap(({ tableId, message }): Edit[] => {
        const id = sorted.findIndex((table) => table.id === tableId);
        const written = fieldOf(message, 'table_id')?.values.at(-1);
        if (id < 0 || id === tableId) return [];
        return [
          written
            ? { span: spanOf(written.node), newText: `${id}` }
            : insertField(bound, message, `table_id: ${id}`),
        ];
      }),
    ],
  };
};

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function moved(tree: Tree, places: readonly Range[], sorted: readonly Table[]): Edit[] {
  return places.flatMap(({ start, end }, i): Edit[] => {
    const from = places[sorted[i]!.id]!;
    if (from.start === start) return [];
    return [{ span: spanAt(tree, start, end), newText: tree.text.slice(from.start, from.end) }];
  });
}

/** The range of a table with the comments right above and after it; undefined if other fields share its lines. */
function linesOf(tree: Tree, { field }: Table): Range | undefined {
  const { text } = tree;
  const { start, end } = rangeWithSeparator(tree, field.node);
  const before = text.slice(0, start);
  const line = before.lastIndexOf('\n') + 1;
  const [rest = ''] = /^[ \t]*(#[^\r\n]*)?(?=\r?\n|$)/.exec(text.slice(end)) ?? ['\0'];
  if (rest === '\0' || before.slice(line).trim() !== '') return undefined;
  return { start: withComments(text, line), end: end + rest.trimEnd().length };
}

/** The start of the comments right above a line, without those about the file. */
function withComments(text: string, line: number): number {
  let from = line;
  while (from > 0) {
    const above = from === 1 ? 0 : text.lastIndexOf('\n', from - 2) + 1;
    const comment = text.slice(above, from).trim();
    if (!comment.startsWith('#') || OF_FILE.test(comment)) break;
    from = above;
  }
  return from;
}

const OF_FILE = /^#\s*(proto-|txtpbfmt:|tpu-embedding:\s*ignore-file)/;
