import { excerpt } from '../../basics/excerpt';
import { nearest } from '../../basics/nearest';
import type { Range } from '../../basics/range';
import type { CallProblem, TextFix } from '../python/call-rule';
import type { RuleInfo } from '../rule';
import { trustIn } from '../support/fixes';
import { MARK, type SuppressedCode, type Suppression } from '../support/suppressions';

export const unusedSuppression = {
  code: 'unused-suppression',
  severity: 'warning',
  summary: 'A comment silences a rule that reports nothing there.',
  details:
    'A comment that is no longer needed may hide the next real mistake. Remove it, or correct the rule code in it.',
  bad: 'num_hosts: 1  # tpu-embedding: ignore[unknown-field]',
  good: 'num_hosts: 1',
  /** In absolute offsets, for every language. */
  *find(
    text: string,
    suppressions: readonly Suppression[],
    used: ReadonlySet<unknown>,
    known: ReadonlyMap<string, unknown>,
  ): Generator<CallProblem> {
    for (const suppression of suppressions) {
      const { codes, start, end } = suppression;
      const isUnused = (code: SuppressedCode) => !used.has(code) && code.code !== this.code;
      const kept = codes.filter((code) => !isUnused(code)).map(({ code }) => code);
      const removal = () => (kept.length === 0 ? commentRemoval(text, suppression) : listOf(codes, kept));
      const problem = (place: Range, message: string, similar?: string): CallProblem => ({
        start: place.start,
        end: place.end,
        message,
        tag: 'unnecessary',
        fixes: () => {
          if (similar === undefined) return [{ ...removal(), preferred: true, safe: true }];
          const changes = [{ start: place.start, end: place.end, newText: similar }];
          const trust = trustIn(similar, text.slice(place.start, place.end), known.keys());
          return [{ title: `Replace with "${similar}"`, changes, ...trust }, removal()];
        },
      });
      if (codes.length === 0) yield problem({ start, end }, 'The brackets name no rule.');
      for (const entry of codes.filter(isUnused)) {
        const { code } = entry;
        if (code === undefined) yield problem(entry, 'This comment silences nothing. Remove it.');
        else if (known.has(code))
          yield problem(entry, `"${excerpt(code)}" reports nothing here. Remove it from the comment.`);
        else {
          const similar = nearest(code, known.keys());
          const advice = similar === undefined ? '.' : `; did you mean "${similar}"?`;
          yield problem(entry, `There is no rule "${excerpt(code)}"${advice}`, similar);
        }
      }
    }
  },
} satisfies RuleInfo & { find: unknown };

/** The list of a comment with only the codes that silence something. */
function listOf(codes: readonly SuppressedCode[], kept: readonly (string | undefined)[]): TextFix {
  const changes = [{ start: codes[0]!.start, end: codes.at(-1)!.end, newText: kept.join(', ') }];
  return { title: 'Remove what silences nothing', changes };
}

/** Removes the comment with the blanks before it. If the comment says more, only the suppression is removed. */
function commentRemoval(text: string, { start, end }: Suppression): TextFix {
  const mark = text.lastIndexOf(MARK, start);
  const number = text.lastIndexOf('#', mark);
  const newline = text.indexOf('\n', end);
  const lineEnd = newline < 0 ? text.length : newline;
  const isAlone = text.slice(number + 1, mark).trim() === '' && text.slice(end, lineEnd).trim() === '';
  const range = isAlone ? wholeComment(text, number, end, lineEnd) : { start: mark, end };
  return { title: 'Remove the comment that silences nothing', changes: [{ ...range, newText: '' }] };
}

/** A comment with its line, if it stands alone, else with the blanks before it. */
function wholeComment(text: string, number: number, end: number, lineEnd: number): Range {
  let start = number;
  while (start > 0 && /[ \t]/.test(text[start - 1]!)) start--;
  const ownLine = start === 0 || text[start - 1] === '\n';
  return ownLine ? { start, end: Math.min(lineEnd + 1, text.length) } : { start, end };
}
