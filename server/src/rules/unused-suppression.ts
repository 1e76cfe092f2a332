import { nearest } from '../nearest';
import type { Rule } from './rule';
import type { Suppression } from './suppressions';

/** In absolute offsets; `comment` is there where all of it can go. */
interface UnusedSuppression {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly comment?: { readonly start: number; readonly end: number };
}

export const REMOVE_COMMENT = 'Remove the comment that silences nothing';

export const unusedSuppression = {
  code: 'unused-suppression',
  group: 'editor',
  severity: 'warning',
  summary: 'A comment silences a rule that reports nothing there.',
  details:
    'A silencer that outlives its reason hides the next real mistake. Remove it, or correct the code it names.',
  bad: 'num_hosts: 1  # tpu-embedding: ignore[unknown-field]',
  good: 'num_hosts: 1',
  *find(
    text: string,
    suppressions: readonly Suppression[],
    used: ReadonlySet<unknown>,
    known: ReadonlyMap<string, unknown>,
  ): Generator<UnusedSuppression> {
    for (const suppression of suppressions) {
      const unused = suppression.codes.filter((code) => !used.has(code) && code.code !== this.code);
      const all = unused.length === suppression.codes.length;
      for (const { code, start, end } of unused) {
        yield {
          start,
          end,
          message: explain(code, known),
          ...(all && { comment: commentRange(text, suppression) }),
        };
      }
    }
  },
} satisfies Rule & { find: unknown };

function explain(code: string | undefined, known: ReadonlyMap<string, unknown>): string {
  if (code === undefined) return 'This comment silences nothing. Remove it.';
  if (known.has(code)) return `"${code}" reports nothing here. Remove it from the comment.`;
  const similar = nearest(code, known.keys());
  return `There is no rule "${code}"${similar === undefined ? '.' : `; did you mean "${similar}"?`}`;
}

/** The whole comment with the blanks before it. */
function commentRange(text: string, { start, end }: Suppression): { start: number; end: number } {
  let from = text.lastIndexOf('#', start);
  while (from > 0 && /[ \t]/.test(text[from - 1]!)) from--;
  return { start: from, end: text[end] === ']' ? end + 1 : end };
}
