import { detached } from '../../basics/detached';
import { excerpt } from '../../basics/excerpt';
import { once } from '../../basics/once';
import type { FieldNode, MessageNode, Section, ValueNode } from '../../textproto/tree';
import type { OutlineSymbol, SectionAnswers } from '../answers';
import type { Snapshot } from '../snapshot';

/** Outlines of huge texts lack the deepest levels, as an editor cannot show more. */
const MAX_SYMBOLS = 5_000;

interface SectionOutline {
  /** How many symbols it has on each level. */
  readonly counts: readonly number[];
  /** The symbols down to the level that was shown last. */
  symbols: readonly OutlineSymbol[];
  levels: number;
}

/** The fields of a text as an outline. A block with a `name` field is shown with that name. */
export function outline({ tree }: Snapshot): SectionAnswers<OutlineSymbol>[] {
  const sections = tree.sections.map(outlineOf);
  const levels = levelsThatFit(sections);
  const parts: SectionAnswers<OutlineSymbol>[] = [];
  let room = MAX_SYMBOLS;
  for (let i = 0; i < sections.length && room > 0; i++) {
    const { field } = tree.sections[i]!;
    if (!field) continue;
    const own = sections[i]!;
    const start = tree.starts[i]!;
    if (own.levels !== levels) {
      own.symbols = new Outline(tree.text, start, levels).symbols(field);
      own.levels = levels;
    }
    const answers = own.symbols.length > room ? own.symbols.slice(0, room) : own.symbols;
    room -= answers.length;
    parts.push({ start, answers });
  }
  return parts;
}

/** Cached while edits elsewhere leave the section unchanged. */
const outlineOf = once(
  (section: Section): SectionOutline => ({ counts: countsOf(section), symbols: [], levels: 0 }),
);

function countsOf({ field }: Section): readonly number[] {
  const counts: number[] = [];
  const count = (field: FieldNode, level: number) => {
    for (const value of valuesOf(field)) {
      counts[level] = (counts[level] ?? 0) + 1;
      if (value?.kind === 'message') for (const child of value.fields) count(child, level + 1);
    }
  };
  if (field) count(field, 0);
  return counts;
}

/** How many levels of a text have no more symbols than fit; the first is always shown. */
function levelsThatFit(sections: readonly SectionOutline[]): number {
  const totals: number[] = [];
  for (const { counts } of sections)
    for (let level = 0; level < counts.length; level++) totals[level] = (totals[level] ?? 0) + counts[level]!;
  let levels = 0;
  for (let shown = 0; levels < totals.length; levels++) {
    shown += totals[levels]!;
    if (shown > MAX_SYMBOLS) break;
  }
  return Math.max(levels, 1);
}

/** The values of a field that get a symbol: its value, or each of the messages in a list. */
function valuesOf({ value }: FieldNode): readonly (ValueNode | undefined)[] {
  const isList = value?.kind === 'list' && value.items.some((item) => item.kind === 'message');
  return isList ? value.items : [value];
}

/** The outline of one section, in its own offsets. */
class Outline {
  constructor(
    private readonly source: string,
    /** Absolute start of the section. */
    private readonly base: number,
    private readonly levels: number,
  ) {}

  symbols(field: FieldNode, level = 1): OutlineSymbol[] {
    return valuesOf(field).map((value) => this.symbol(field, value, level));
  }

  private symbol(field: FieldNode, value: ValueNode | undefined, level: number): OutlineSymbol {
    const message = value?.kind === 'message' ? value : undefined;
    const title = message && this.title(message);
    const inList = value !== undefined && value !== field.value;
    const [start, end] = inList ? [value.start, value.end] : [field.start, field.end];
    const children = level < this.levels ? (message?.fields ?? []) : [];
    return {
      name: excerpt(title?.name || field.name || '?'),
      detail: title ? excerpt(field.name) : value && !message ? this.text(value) : '',
      kind: KINDS.get(field.name) ?? (message ? 'message' : 'field'),
      start,
      end,
      nameStart: title?.start ?? start,
      nameEnd: title?.end ?? (inList ? start + 1 : field.nameEnd),
      children: children.flatMap((child) => this.symbols(child, level + 1)),
    };
  }

  /** The string in a block's `name` field. */
  private title(message: MessageNode) {
    const value = message.fields.find(({ name }) => name === 'name')?.value;
    if (value?.kind !== 'scalar' || value.type !== 'string') return undefined;
    const name = this.text(value).replaceAll(/^["']|["']$/g, '');
    return name === '' ? undefined : { name, start: value.start, end: value.end };
  }

  private text({ start, end }: ValueNode): string {
    const { source, base } = this;
    const text = detached(source.slice(base + start, base + Math.min(end, start + MAX_DETAIL)));
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
