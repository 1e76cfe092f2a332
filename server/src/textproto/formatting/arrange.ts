import { compareCodePoints } from '../../basics/compare';
import type { Directives } from './directives';
import type { Item, Literal } from './layout';

/** Removes duplicate values and sorts, as the directives ask. */
export function arrange(items: readonly Item[], directives: Directives): readonly Item[] {
  const order = orderOf(directives);
  const removes = directives.switches.has('remove_duplicate_values_for_repeated_fields');
  return order || removes ? arranged(items, { order, removes, directives }) : items;
}

/** Compares two items: negative if the first goes first. */
type Compare = (a: Item, b: Item) => number;

interface Order {
  readonly among: Compare | undefined;
  /** Of neighbours with one name. */
  readonly namesakes: Compare;
}

interface Arrangement {
  readonly order: Order | undefined;
  readonly removes: boolean;
  readonly directives: Directives;
}

function arranged(items: readonly Item[], arrangement: Arrangement): Item[] {
  const { order, removes } = arrangement;
  const kept = (removes ? withoutDuplicates(items) : items).map((item) => arrangedInside(item, arrangement));
  if (!order) return kept;
  if (order.among) kept.sort(order.among);
  const sorted: Item[] = [];
  for (let begin = 0, end = 0; begin < kept.length; begin = end) {
    while (end < kept.length && kept[end]!.name === kept[begin]!.name) end++;
    for (const item of kept.slice(begin, end).sort(order.namesakes)) sorted.push(item);
  }
  return sorted;
}

function arrangedInside(item: Item, arrangement: Arrangement): Item {
  const { value } = item;
  const { switches } = arrangement.directives;
  if (value?.kind === 'message' || value?.kind === 'messages')
    return { ...item, value: { ...value, items: arranged(value.items, arrangement) } };
  if (value?.kind !== 'scalars' || !switches.has('sort_repeated_fields_by_content')) return item;
  const sign = switches.has('reverse_sort') ? -1 : 1;
  const parts = value.parts.toSorted((a, b) => sign * compareCodePoints(a.text, b.text));
  return { ...item, value: { ...value, parts } };
}

/** A blank line before a removed item moves to the next item. */
function withoutDuplicates(items: readonly Item[]): Item[] {
  const seen = new Set<string>();
  const kept: Item[] = [];
  let blank = false;
  for (const item of items) {
    const part = onlyPart(item);
    const key = part && `${item.name}\n${part.text}`;
    if (key !== undefined && seen.has(key)) {
      blank ||= item.before[0] === '';
      continue;
    }
    if (key !== undefined) seen.add(key);
    kept.push(blank && item.before[0] !== '' ? { ...item, before: ['', ...item.before] } : item);
    blank = false;
  }
  return kept;
}

function onlyPart({ value }: Item): Literal | undefined {
  return (value?.kind === 'scalar' || value?.kind === 'scalars') && value.parts.length === 1
    ? value.parts[0]
    : undefined;
}

function orderOf({ switches, sortSubfields }: Directives): Order | undefined {
  const byName = switches.has('sort_fields_by_field_name');
  const byContent = switches.has('sort_repeated_fields_by_content');
  if (!byName && !byContent && sortSubfields.length === 0) return undefined;
  const sign = switches.has('reverse_sort') ? -1 : 1;
  const keys = [...(byContent ? [onlyPart] : []), ...sortSubfields.map(subfield)];
  return {
    among: byName ? (a, b) => sign * compareCodePoints(a.name, b.name) : undefined,
    namesakes(a, b) {
      for (const key of keys) {
        const [left, right] = [key(a), key(b)];
        const order =
          left && right ? compareCodePoints(left.text, right.text) : Number(!!left) - Number(!!right);
        if (order !== 0) return sign * order;
      }
      return 0;
    },
  };
}

/** Finds the value of an item at `field.path.to.value`, or at `value` in any field, if there is exactly one. */
function subfield(spec: string): (item: Item) => Literal | undefined {
  const steps = spec.split('.');
  const field = steps.length > 1 ? steps.shift() : undefined;
  return (item) => {
    if (field !== undefined && field !== '' && item.name !== field) return undefined;
    let found: readonly Item[] = [item];
    for (const step of steps) found = found.flatMap(itemsIn).filter(({ name }) => name === step);
    return found.length === 1 ? onlyPart(found[0]!) : undefined;
  };
}

const itemsIn = ({ value }: Item): readonly Item[] =>
  value?.kind === 'message' || value?.kind === 'messages' ? value.items : [];
