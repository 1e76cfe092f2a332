import type { Node } from '../python/tree';
import { iteratorOf, lazyElements, letContentsEscape, tupleOf } from './containers';
import { callUnseen } from './escape';
import type { Evaluator } from './evaluator';
import { letEscape } from './join';
import { takerOf } from './lazy';
import { type Arguments, none, type Value } from './value';

/** The elements of a source in turn; a cycle never ends. */
interface ElementSource {
  readonly length: number;
  at(index: number): Value;
}

/** `itertools.cycle`: infinite, so it is followed only inside `zip`. */
export const cycle = (ev: Evaluator, given: Arguments, node: Node): Value =>
  // Any other consumer may have taken elements before.
  takerOf(ev, node) === 'zip'
    ? { kind: 'made', callee: 'itertools.cycle', given, node }
    : callUnseen(ev, given, node);

/** `zip(…)`, and `itertools.zip_longest(…)` with its filler. */
export function zipped(ev: Evaluator, sources: readonly Value[], node: Node, filler?: Value): Value {
  const all = sources.map((source) => sourceOf(ev, source));
  const known = all.filter((each) => each !== undefined);
  const lengths = known.map(({ length }) => length);
  const count = lengths.length === 0 ? 0 : filler ? Math.max(...lengths) : Math.min(...lengths);
  const from = sources.map((source) =>
    source.kind === 'made' ? (source.given.positional[0] ?? source) : source,
  );
  if (known.length === all.length && Number.isFinite(count)) {
    const rows = Array.from({ length: count }, (_, i) =>
      tupleOf(
        known.map((source) => (i < source.length ? source.at(i) : filler!)),
        node,
      ),
    );
    return iteratorOf(ev, rows, node, from);
  }
  for (const source of sources) letContentsEscape(ev, source);
  for (const { length, at } of known)
    for (let i = 0; Number.isFinite(length) && i < length; i++) letEscape(at(i), ev.state);
  if (filler) letEscape(filler, ev.state);
  return iteratorOf(ev, undefined, node, from);
}

function sourceOf(ev: Evaluator, source: Value): ElementSource | undefined {
  const finite = (list: readonly Value[] | undefined): ElementSource | undefined =>
    list && { length: list.length, at: (i) => list[i]! };
  if (source.kind !== 'made' || source.callee !== 'itertools.cycle') return finite(lazyElements(ev, source));
  const { positional, keywords, hasUnknownArguments } = source.given;
  const [first, ...more] = positional;
  const list =
    !first || hasUnknownArguments || keywords.size > 0 || more.length > 0
      ? undefined
      : lazyElements(ev, first);
  return list?.length ? { length: Infinity, at: (i) => list[i % list.length]! } : finite(list);
}

/** `itertools.zip_longest(…)` */
export const zippedLongest = (
  ev: Evaluator,
  { positional, keywords, hasUnknownArguments }: Arguments,
  node: Node,
) =>
  hasUnknownArguments
    ? callUnseen(ev, { positional, keywords, hasUnknownArguments }, node)
    : zipped(ev, positional, node, keywords.get('fillvalue') ?? none(node));
