import { nearest } from '../nearest';
import { type Span, sectionIndexAt, type Tree } from '../textproto/tree';
import type { Problem, Rule } from './rule';
import type { Suppression } from './suppressions';

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
    tree: Tree,
    suppressions: readonly Suppression[],
    used: ReadonlySet<unknown>,
    known: ReadonlyMap<string, unknown>,
  ): Generator<Problem> {
    for (const suppression of suppressions) {
      const unused = suppression.codes.filter((code) => !used.has(code) && code.code !== this.code);
      const all = unused.length === suppression.codes.length;
      for (const { code, start, end } of unused) {
        yield {
          span: absoluteSpan(tree, start, end),
          message: explain(code, known),
          tag: 'unnecessary',
          fixes: () =>
            [
              {
                title: 'Remove the comment that silences nothing',
                edits: all ? [{ span: commentSpan(tree, suppression), newText: '' }] : [],
                preferred: true,
                safe: true,
              },
            ].filter(({ edits }) => edits.length > 0),
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

function absoluteSpan(tree: Tree, start: number, end: number): Span {
  const index = sectionIndexAt(tree, start);
  const base = tree.starts[index]!;
  return { section: tree.sections[index]!, start: start - base, end: end - base };
}

/** The whole comment with the blanks before it. */
function commentSpan(tree: Tree, { start, end }: Suppression): Span {
  const { text } = tree;
  let from = text.lastIndexOf('#', start);
  while (from > 0 && /[ \t]/.test(text[from - 1]!)) from--;
  const to = text[end] === ']' ? end + 1 : end;
  return absoluteSpan(tree, from, to);
}
