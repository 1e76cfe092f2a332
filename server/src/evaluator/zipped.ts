import type { Node, Tree } from '../python/tree';
import { anyElementOf, iteratorOf, lazyElements, letContentsEscape, tupleOf } from './containers';
import { callUnseen } from './escape';
import type { Evaluator } from './evaluator';
import { fails, isJudged, isStraight } from './failures';
import { letEscape } from './join';
import { refused } from './refusals';
import { type Arguments, type IteratorValue, none, type Value } from './value';

/** `zip(…, strict=True)` of sources that have different numbers of elements, which fails where it is taken to its end. */
export function checkStrict(ev: Evaluator, sources: readonly Value[], node: Node): void {
  if (!isExhausted(node, ev.tree)) return;
  const lengths = sources.map((source) => sourceOf(ev, source));
  const [first] = lengths;
  const other = lengths.find((each) => each && first && each.length !== first.length);
  if (other && !lengths.some((each) => each?.isEndless) && isJudged(ev, ...sources) && isStraight(ev))
    fails(
      ev,
      node,
      refused(`\`zip\` is strict here, and gets ${first!.length} and ${other.length} elements`, 'ValueError'),
    );
}

/** Whether the code around an iterator certainly takes all its elements. */
function isExhausted(node: Node, tree: Tree): boolean {
  const { parent } = node;
  switch (parent?.kind) {
    case 'block':
      return (
        parent.keyword === 'for' &&
        !parent.body.some(({ start, end }) => LEAVING.test(tree.text.slice(start, end)))
      );
    case 'generator': {
      const { parent: around } = parent;
      return around?.kind === 'comprehension' && around.generators[0] === parent
        ? around.form !== 'generator' || isExhausted(around, tree)
        : false;
    }
    case 'positional': {
      const call = parent.parent;
      if (call?.kind !== 'call' || call.callee.kind !== 'name') return false;
      return (
        COLLECTING.has(call.callee.name) || (call.callee.name === 'enumerate' && isExhausted(call, tree))
      );
    }
    default:
      return false;
  }
}

/** What may leave a loop before its end. */
const LEAVING = /\b(?:break|return|raise|yield|await|\w*exit)\b/;

const COLLECTING: ReadonlySet<string> = new Set('dict frozenset list set sorted sum tuple'.split(' '));

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
    const ending = lengths.indexOf(count);
    const isAsked = (i: number) => filler !== undefined || i === ending || !hasEnd(sources[i]!);
    const isTaken = (i: number) => known[i]!.length <= count && !known[i]!.isEndless && isAsked(i);
    return { ...iteratorOf(ev, rows, node, sources), ...(count > 0 && showingSources(sources, isTaken)) };
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

/** Shows how sources make their elements: all of those whose last one is taken as well. */
function showingSources(
  sources: readonly Value[],
  isTaken: (index: number) => boolean,
): Pick<IteratorValue, 'show'> {
  const shows = sources.flatMap((source, i) => {
    const show = source.kind === 'iterator' ? source.show : undefined;
    return show ? [(isWhole: boolean) => show(isWhole && isTaken(i))] : [];
  });
  return shows.length > 0 ? { show: (isWhole) => shows.forEach((show) => void show(isWhole)) } : {};
}

/** Whether code stands behind the last element, which runs only if one more is asked for. */
export const hasEnd = (source: Value): boolean => source.kind === 'iterator' && source.hasEnd === true;

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
