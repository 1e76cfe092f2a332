import { excerpt } from '../../text/excerpt';
import type { FieldNode, MessageNode, Tree, ValueNode } from '../../textproto/tree';
import type { OutlineSymbol } from '../answers';
import type { Snapshot } from '../snapshot';

/** Outlines of huge texts lack the deepest levels, as an editor cannot show more. */
const MAX_SYMBOLS = 5_000;

/** The fields of a text as an outline; a block that names itself goes by that name. */
export function outline({ tree }: Snapshot): OutlineSymbol[] {
  const walk = new Outline(tree, levelsThatFit(tree));
  const found: OutlineSymbol[] = [];
  for (const [i, { field }] of tree.sections.entries()) {
    if (field) found.push(...walk.symbols(field, tree.starts[i]!));
    if (found.length >= MAX_SYMBOLS) return found.slice(0, MAX_SYMBOLS);
  }
  return found;
}

/** How many levels of a text have no more symbols than fit; the first is always shown. */
function levelsThatFit({ sections }: Tree): number {
  const counts: number[] = [];
  const count = (field: FieldNode, level: number) => {
    for (const value of valuesOf(field)) {
      counts[level] = (counts[level] ?? 0) + 1;
      if (value?.kind === 'message') for (const child of value.fields) count(child, level + 1);
    }
  };
  for (const { field } of sections) if (field) count(field, 0);
  let levels = 0;
  for (let shown = 0; levels < counts.length; levels++) {
    shown += counts[levels]!;
    if (shown > MAX_SYMBOLS) break;
  }
  return Math.max(levels, 1);
}

/** What of a field has a symbol: its value, or each of the messages in a list. */
function valuesOf({ value }: FieldNode): readonly (ValueNode | undefined)[] {
  const isList = value?.kind === 'list' && value.items.some((item) => item.kind === 'message');
  return isList ? value.items : [value];
}

class Outline {
  constructor(
    private readonly tree: Tree,
    private readonly levels: number,
  ) {}

  symbols(field: FieldNode, base: number, level = 1): OutlineSymbol[] {
    return valuesOf(field).map((value) => this.symbol(field, value, base, level));
  }

  private symbol(field: FieldNode, value: ValueNode | undefined, base: number, level: number): OutlineSymbol {
    const message = value?.kind === 'message' ? value : undefined;
    const title = message && this.title(message, base);
    const inList = value !== undefined && value !== field.value;
    const [start, end] = inList ? [value.start, value.end] : [field.start, field.end];
    const children = level < this.levels ? (message?.fields ?? []) : [];
    return {
      name: excerpt(title?.name || field.name || '?'),
      detail: title ? excerpt(field.name) : value && !message ? this.text(value, base) : '',
      kind: KINDS.get(field.name) ?? (message ? 'message' : 'field'),
      start: base + start,
      end: base + end,
      nameStart: base + (title?.start ?? start),
      nameEnd: base + (title?.end ?? (inList ? start + 1 : field.nameEnd)),
      children: children.flatMap((child) => this.symbols(child, base, level + 1)),
    };
  }

  /** The string in a block's `name` field. */
  private title(message: MessageNode, base: number) {
    const value = message.fields.find(({ name }) => name === 'name')?.value;
    if (value?.kind !== 'scalar' || value.type !== 'string') return undefined;
    const name = this.text(value, base).replaceAll(/^["']|["']$/g, '');
    return name === '' ? undefined : { name, start: value.start, end: value.end };
  }

  private text({ start, end }: ValueNode, base: number): string {
    const text = this.tree.text.slice(base + start, base + Math.min(end, start + MAX_DETAIL));
    return end - start > MAX_DETAIL ? `${text}…` : text;
  }
}

const MAX_DETAIL = 60;

const KINDS: ReadonlyMap<string, OutlineSymbol['kind']> = new Map(
  Object.entries<OutlineSymbol['kind']>({
    table_descriptor: 'table',
    feature_descriptor: 'feature',
  }),
);
