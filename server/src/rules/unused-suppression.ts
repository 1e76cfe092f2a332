import { nearest } from '../nearest';
import type { Span, Tree } from '../textproto/tree';
import { removeText, spanAt } from './edits';
import type { Fix, Problem, Rule } from './rule';
import { MARK, type SuppressedCode, type Suppression } from './suppressions';

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
      const { codes, start, end } = suppression;
      const isUnused = (code: SuppressedCode) => !used.has(code) && code.code !== this.code;
      const kept = codes.filter((code) => !isUnused(code)).map(({ code }) => code);
      const removal = kept.length === 0 ? commentRemoval(tree, suppression) : listOf(tree, codes, kept);
      const problem = (span: Span, message: string, similar?: string): Problem => ({
        span,
        message,
        tag: 'unnecessary',
        fixes: () => {
          const removing = { ...removal, preferred: similar === undefined, safe: similar === undefined };
          return similar === undefined
            ? [removing]
            : [
                { title: `Replace with "${similar}"`, edits: [{ span, newText: similar }], preferred: true },
                removing,
              ];
        },
      });
      if (codes.length === 0) yield problem(spanAt(tree, start, end), 'The brackets name no rule.');
      for (const { code, start, end } of codes.filter(isUnused)) {
        const span = spanAt(tree, start, end);
        if (code === undefined) yield problem(span, 'This comment silences nothing. Remove it.');
        else if (known.has(code))
          yield problem(span, `"${code}" reports nothing here. Remove it from the comment.`);
        else {
          const similar = nearest(code, known.keys());
          const advice = similar === undefined ? '.' : `; did you mean "${similar}"?`;
          yield problem(span, `There is no rule "${code}"${advice}`, similar);
        }
      }
    }
  },
} satisfies Rule & { find: unknown };

/** The list of a comment with the codes that are of use. */
function listOf(
  tree: Tree,
  codes: readonly SuppressedCode[],
  kept: readonly (string | undefined)[],
): Pick<Fix, 'title' | 'edits'> {
  const span = spanAt(tree, codes[0]!.start, codes.at(-1)!.end);
  return { title: 'Remove what silences nothing', edits: [{ span, newText: kept.join(', ') }] };
}

/** Takes the comment away with the blanks before it, or, where it says more, only what is meant for us. */
function commentRemoval(tree: Tree, { start, end }: Suppression): Pick<Fix, 'title' | 'edits'> {
  const { text } = tree;
  const mark = text.lastIndexOf(MARK, start);
  const number = text.lastIndexOf('#', mark);
  const newline = text.indexOf('\n', end);
  const rest = text.slice(end, newline < 0 ? undefined : newline);
  const isAlone = text.slice(number + 1, mark).trim() === '' && rest.trim() === '';
  const edit = isAlone ? removeText(tree, number, end) : { span: spanAt(tree, mark, end), newText: '' };
  return { title: 'Remove the comment that silences nothing', edits: [edit] };
}
