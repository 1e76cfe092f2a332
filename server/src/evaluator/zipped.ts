import type { Node } from '../python/tree';
import { anyElementOf, iteratorOf, lazyElements, letContentsEscape, tupleOf } from './containers';
import { callUnseen } from './escape';
import type { Evaluator } from './evaluator';
import { letEscape } from './join';
import { type Arguments, none, type Value } from './value';

/** The elements of a source in turn. */
interface ElementSource {
  readonly length: number;
  /** Whether it goes on after these. */
  readonly isEndless: boolean;
  at(index: number): Value;
}

/** `zip(…)`, and `itertools.zip_longest(…)` with its filler. */
export function zipped(ev: Evaluator, sources: readonly Value[], node: Node, filler?: Value): Value {
  const all = sources.map((source) => sourceOf(ev, source));
  const known = all.filter((each) => each !== undefined);
  const lengths = known.map(({ length, isEndless }) => (isEndless ? Infinity : length));
  const count = lengths.length === 0 ? 0 : filler ? Math.max(...lengths) : Math.min(...lengths);
  const isEnough = known.every(({ length, isEndless }) => !isEndless || length >= count);
  if (known.length === all.length && isEnough && Number.isFinite(count)) {
    const rows = Array.from({ length: count }, (_, i) =>
      tupleOf(
        known.map((source) => (i < source.length ? source.at(i) : filler!)),
        node,
      ),
    );
    return iteratorOf(ev, rows, node, sources);
  }
  for (const source of sources) letContentsEscape(ev, source);
  for (const { length, at } of known) for (let i = 0; i < length; i++) letEscape(at(i), ev.state);
  if (filler) letEscape(filler, ev.state);
  const each = () =>
    tupleOf(
      sources.map((source) => anyElementOf(ev, source, node)),
      node,
    );
  return { ...iteratorOf(ev, undefined, node, sources), ...(!filler && { each }) };
}

function sourceOf(ev: Evaluator, source: Value): ElementSource | undefined {
  const list = lazyElements(ev, source);
  const isEndless = source.kind === 'iterator' && source.isEndless === true;
  return list && { length: list.length, isEndless, at: (i) => list[i]! };
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
