import type { Words } from './words';

/** How often each row was looked up, in the order of a text, and the rows' names there. */
export interface Counts {
  readonly counts: readonly number[];
  readonly labels: readonly string[];
}

/**
 * Reads a row a line: a count, or an id and a count with a comma, a semicolon, a tab or blanks between. The first line may
 * be a header. Mistakes are reported in a sentence for people.
 */
export function parseCounts(text: string, { t, count }: Words, most: number): Counts | { problem: string } {
  const counts: number[] = [];
  const labels: string[] = [];
  const lines = new Map<string, number>();
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    const at = count(index + 1);
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [before, last] = cells(line.trim());
    const found = Number(last);
    if (last === '' || Number.isNaN(found)) {
      if (counts.length === 0 && lines.size === 0 && !NUMERIC.test(last)) {
        lines.set('', index);
        continue;
      }
      return {
        problem: t('Line {0}: "{1}" is not a count.', at, (last || line.trim()).slice(0, MOST_SHOWN)),
      };
    }
    if (found < 0 || !Number.isFinite(found))
      return { problem: t('Line {0}: a count is 0 or more, {1} found.', at, last) };
    const label = unquoted(before) || String(counts.length);
    const earlier = lines.get(label);
    if (before !== '' && earlier !== undefined)
      return {
        problem: t('Line {0}: the id "{1}" is already in line {2}.', at, label, count(earlier + 1)),
      };
    lines.set(label, index);
    counts.push(found);
    labels.push(label);
    if (counts.length > most)
      return {
        problem: t(
          'At most {0} rows can be simulated, and here are more. Take every tenth, say.',
          count(most),
        ),
      };
  }
  if (counts.every((found) => found === 0))
    return {
      problem: t('No counts found: write one line for each row, such as "42,1500" for an id and its count.'),
    };
  return { counts, labels };
}

/** Characters of an invalid count that a message shows; longer lines are those of another file. */
const MOST_SHOWN = 60;

/** The text before the last cell of a line, and that cell: `a;1,5` has two. */
function cells(line: string): readonly [string, string] {
  const bare = line.replaceAll(/"[^"]*"/g, (quoted) => 'x'.repeat(quoted.length)).replaceAll(/[^\S\t]/g, ' ');
  const sign = ['\t', ';', ','].find((sign) => bare.includes(sign)) ?? ' ';
  const at = bare.lastIndexOf(sign);
  return [line.slice(0, Math.max(at, 0)).trim(), unquoted(line.slice(at + 1).trim())];
}

const unquoted = (cell: string) => cell.replace(/^"(.*)"$/, '$1');

/** The beginning of a number; a header has words instead. */
const NUMERIC = /^[-+]?(?:[\d.]|nan$|inf)/i;
