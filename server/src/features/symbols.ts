import type { Snapshot } from '../analysis';
import { type FieldNode, type MessageNode, startOf, type Tree, type ValueNode } from '../textproto/tree';

/** An entry of the outline; ranges are absolute. */
export interface OutlineSymbol {
  readonly name: string;
  readonly detail: string;
  readonly kind: 'table' | 'feature' | 'message' | 'field';
  readonly start: number;
  readonly end: number;
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly children: readonly OutlineSymbol[];
}

/** Outlines of huge texts end here, as an editor cannot show more. */
const MAX_SYMBOLS = 10_000;

/** The fields of a text as an outline; a block that names itself goes by that name. */
export function outline({ tree }: Snapshot): OutlineSymbol[] {
  const walk = new Outline(tree);
  return tree.sections.flatMap((section) =>
    section.field ? walk.symbols(section.field, startOf(tree, section)) : [],
  );
}

class Outline {
  private count = 0;

  constructor(private readonly tree: Tree) {}

  symbols(field: FieldNode, base: number): OutlineSymbol[] {
    const { value } = field;
    if (value?.kind === 'list' && value.items.some((item) => item.kind === 'message')) {
      return value.items.flatMap((item) => this.symbol(field, item, base));
    }
    return this.symbol(field, value, base);
  }

  private symbol(field: FieldNode, value: ValueNode | undefined, base: number): OutlineSymbol[] {
    if (++this.count > MAX_SYMBOLS) return [];
    const message = value?.kind === 'message' ? value : undefined;
    const title = message && this.title(message, base);
    const inList = value !== undefined && value !== field.value;
    const [start, end] = inList ? [value.start, value.end] : [field.start, field.end];
    return [
      {
        name: title?.name || field.name || '?',
        detail: title ? field.name : value && !message ? this.text(value, base) : '',
        kind: KINDS.get(field.name) ?? (message ? 'message' : 'field'),
        start: base + start,
        end: base + end,
        nameStart: base + (title?.start ?? start),
        nameEnd: base + (title?.end ?? (inList ? start + 1 : field.nameEnd)),
        children: message ? message.fields.flatMap((child) => this.symbols(child, base)) : [],
      },
    ];
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
