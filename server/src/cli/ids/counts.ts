// How often each id of a table occurs.
import { excerpt } from '../../basics/excerpt';
import { linesOf } from './lines';
import { IdsProblem } from './problem';

type Counts = Map<string, [id: number, count: number][]>;

/**
 * Lines with an id and its count, and before them the name of a table or of a feature that uses it where there are several tables.
 * A line with a count alone is of the next id. The first line may be a header.
 */
export async function readCounts(
  chunks: AsyncIterable<Uint8Array>,
  tables: ReadonlyMap<string, { readonly name: string; readonly vocabularySize: number }>,
): Promise<ReadonlyMap<string, readonly (readonly [number, number])[]>> {
  const byTable: Counts = new Map();
  const only =
    new Set([...tables.values()].map(({ name }) => name)).size === 1 ? [...tables.values()][0] : undefined;
  let row = 0;
  let next = 0;
  const readLine = (line: string) => {
    row++;
    const cells = line
      .trim()
      .split(/\s*[,;\t]\s*|\s+/)
      .map((cell) => cell.replace(/^"(.*)"$/, '$1'));
    if (cells.length === 1 && cells[0] === '') return;
    const numbers = cells.slice(-2).map(Number);
    const count = numbers.at(-1)!;
    if (row === 1 && Number.isNaN(count)) return;
    if (!(count >= 0 && count < Number.POSITIVE_INFINITY))
      throw new IdsProblem(`"${excerpt(cells.at(-1)!)}" is no count: counts are numbers of 0 or more.`, {
        row,
      });
    const table = cells.length > 2 ? tables.get(cells[0]!) : only;
    if (!table)
      throw new IdsProblem(
        cells.length > 2
          ? `There is no table or feature "${excerpt(cells[0]!)}".`
          : 'There are several tables: a line needs the name of one, an id and a count.',
        { row },
      );
    const pairs = byTable.get(table.name) ?? [];
    byTable.set(table.name, pairs);
    const id = cells.length > 1 ? numbers[0]! : next++;
    if (!(Number.isInteger(id) && id >= 0 && id < table.vocabularySize))
      throw new IdsProblem(
        `${Number.isInteger(id) ? `The id ${id}` : `"${excerpt(cells.at(-2)!)}"`} is not in the table "${table.name}", which has the ids 0 to ${table.vocabularySize - 1}.`,
        { row },
      );
    if (count > 0) pairs.push([id, count]);
  };
  for await (const line of linesOf(chunks)) readLine(line);
  for (const [table, pairs] of byTable) {
    pairs.sort(([a], [b]) => a - b);
    const twice = pairs.find(([id], i) => i > 0 && pairs[i - 1]![0] === id);
    if (twice) throw new IdsProblem(`The id ${twice[0]} of the table "${table}" is counted twice.`);
    if (pairs.length === 0) byTable.delete(table);
  }
  return byTable;
}
