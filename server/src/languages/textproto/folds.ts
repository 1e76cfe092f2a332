import { Kind } from '../../textproto/lexer';
import { type FieldNode, type Section, type Tree, tokensOf, type ValueNode } from '../../textproto/tree';
import type { Fold, SectionAnswers } from '../answers';
import type { Snapshot } from '../snapshot';

/** The folds of one section, in its own offsets. They do not depend on the text around. */
interface SectionFolds {
  readonly folds: readonly Fold[];
  /** The comments that open or close a region, which may hold many sections. */
  readonly marks: readonly { readonly start: number; readonly opens: boolean }[];
}

/** Cached while edits elsewhere leave the section unchanged. */
const known = new WeakMap<Section, SectionFolds>();

/** Blocks and lists, runs of comment lines, and `# region` … `# endregion`, of more than one line. */
export function folds({ tree }: Snapshot): SectionAnswers<Fold>[] {
  const found: SectionAnswers<Fold>[] = [];
  const regions: number[] = [];
  tree.sections.forEach((section, i) => {
    const base = tree.starts[i]!;
    let own = known.get(section);
    if (!own) {
      own = foldsOf(tree, section, base);
      known.set(section, own);
    }
    found.push({ start: base, answers: own.folds });
    for (const mark of own.marks) {
      const at = base + mark.start;
      if (mark.opens) {
        regions.push(at);
        continue;
      }
      const open = regions.pop();
      if (open !== undefined) found.push({ start: 0, answers: [{ start: open, end: at, kind: 'region' }] });
    }
  });
  return found;
}

function foldsOf(tree: Tree, section: Section, base: number): SectionFolds {
  const text = tree.text.slice(base, base + section.length);
  const blocks = section.field ? blockFolds(section.field) : [];
  const { folds, marks } = text.includes('#')
    ? commentFolds(text, tokensOf(tree, section), base === 0)
    : { folds: [], marks: [] };
  const isLong = ({ start, end }: Fold) => /[\n\r]/.test(text.slice(start, end));
  return { folds: [...blocks, ...folds].filter(isLong), marks };
}

function blockFolds(field: FieldNode): Fold[] {
  const found: Fold[] = [];
  const visit = (value: ValueNode | undefined) => {
    if (!value || value.kind === 'scalar') return;
    // The line of the closing bracket stays visible.
    found.push({ start: value.start, end: value.close >= 0 ? value.close : value.end, kind: 'block' });
    if (value.kind === 'list') value.items.forEach(visit);
    else for (const child of value.fields) visit(child.value);
  };
  visit(field.value);
  return found;
}

function commentFolds(text: string, tokens: ReturnType<typeof tokensOf>, isFirst: boolean): SectionFolds {
  const found: Fold[] = [];
  const marks: { start: number; opens: boolean }[] = [];
  let run: { start: number; end: number } | undefined;
  const close = () => {
    if (run) found.push({ ...run, kind: 'comment' });
    run = undefined;
  };
  let ownLine = isFirst;
  for (const { kind, start, end } of tokens) {
    if (kind === Kind.Comment && ownLine) {
      const mark = /^#\s*(end)?region\b/.exec(text.slice(start, end));
      if (mark) {
        close();
        marks.push({ start, opens: !mark[1] });
      } else if (run) run.end = end;
      else run = { start, end };
    } else if (kind === Kind.Whitespace) {
      const breaks = text.slice(start, end).split('\n').length - 1;
      ownLine = breaks > 0;
      if (breaks > 1) close();
    } else {
      ownLine = false;
      close();
    }
  }
  close();
  return { folds: found, marks };
}
