import type { Snapshot } from '../analysis';
import { Kind } from '../textproto/lexer';
import { type FieldNode, tokensOf, type ValueNode } from '../textproto/tree';

/** Absolute offsets of the first and the last character to fold. */
export interface Fold {
  readonly start: number;
  readonly end: number;
  readonly kind: 'block' | 'comment' | 'region';
}

/** Blocks and lists, runs of comment lines, and `# region` … `# endregion`. Ranges may be of one line. */
export function folds({ tree }: Snapshot): Fold[] {
  const found: Fold[] = [];
  const regions: number[] = [];
  tree.sections.forEach((section, i) => {
    const base = tree.starts[i]!;
    if (section.field) blockFolds(section.field, base, found);
    commentFolds(tree.text, base, tokensOf(tree, section), regions, found);
  });
  return found;
}

function blockFolds(field: FieldNode, base: number, found: Fold[]): void {
  const visit = (value: ValueNode | undefined) => {
    if (!value || value.kind === 'scalar') return;
    // The line of the closing bracket stays in sight.
    const end = value.close >= 0 ? value.close : value.end;
    found.push({ start: base + value.start, end: base + end, kind: 'block' });
    if (value.kind === 'list') value.items.forEach(visit);
    else for (const child of value.fields) visit(child.value);
  };
  visit(field.value);
}

function commentFolds(
  text: string,
  base: number,
  tokens: ReturnType<typeof tokensOf>,
  regions: number[],
  found: Fold[],
): void {
  let run: { start: number; end: number } | undefined;
  const close = () => {
    if (run) found.push({ ...run, kind: 'comment' });
    run = undefined;
  };
  let ownLine = base === 0;
  for (const { kind, start, end } of tokens) {
    const from = base + start;
    if (kind === Kind.Comment && ownLine) {
      const comment = text.slice(from, base + end);
      if (/^#\s*region\b/.test(comment)) regions.push(from);
      else if (/^#\s*endregion\b/.test(comment)) {
        const open = regions.pop();
        if (open !== undefined) found.push({ start: open, end: from, kind: 'region' });
      } else if (run) {
        run.end = base + end;
        continue;
      } else {
        run = { start: from, end: base + end };
        continue;
      }
      close();
    } else if (kind === Kind.Whitespace) {
      const breaks = text.slice(from, base + end).split('\n').length - 1;
      ownLine = breaks > 0;
      if (breaks > 1) close();
    } else {
      ownLine = false;
      close();
    }
  }
  close();
}
