import type { Node } from '../python/tree';
import { dictOf, putEntry, tupleOf } from './containers';
import type { Evaluator } from './evaluator';
import { letEscape, OPEN } from './join';
import { CACHED, type Given, keyOf, passing, str, unknown, type Value } from './value';

export const isCaching = (decorator: string) => decorator === CACHED || decorator === 'functools.lru_cache';

/** The default `maxsize` of `lru_cache`. */
const MAX_RESULTS = 128;

export function cached(ev: Evaluator, callee: Value, decorator: Value, node: Node): Value {
  const results = dictOf(ev, node);
  if (decorator.kind === 'made' && !keepsAll(decorator.given)) ev.state.write(results.cell, OPEN);
  return { kind: 'made', by: CACHED, given: passing(callee, results), node };
}

function keepsAll({ positional, keywords, isOpen }: Given): boolean {
  const most = positional[0] ?? keywords.get('maxsize');
  if (isOpen || keywords.has('typed')) return false;
  return !most || most.kind === 'none' || (most.kind === 'int' && (most.value ?? 0n) >= MAX_RESULTS);
}

export function callCached(
  ev: Evaluator,
  { given: kept }: Extract<Value, { kind: 'made' }>,
  given: Given,
  node: Node,
): Value {
  const [callee, results] = kept.positional;
  if (!callee || results?.kind !== 'dict') return unknown(node, 'call');
  const key = given.isOpen ? undefined : keyFor(given, node);
  const by = key && keyOf(key);
  const { known, isOpen } = results.cell.content;
  const found = by === undefined ? undefined : known.get(by);
  if (found) return found.value;
  if (key && by !== undefined && !isOpen && known.size < MAX_RESULTS) {
    const value = ev.call(callee, given, node);
    putEntry(ev, results, key, value);
    return value;
  }
  // The cache may hold a result for these arguments already.
  ev.state.branch([() => letEscape(ev.call(callee, given, node), ev.state), () => {}]);
  ev.state.write(results.cell, { known: results.cell.content.known, isOpen: true });
  return unknown(node, 'call');
}

/** A key that distinguishes arguments; undefined where it is unknown. Some numbers of different types are equal. */
function keyFor({ positional, keywords }: Given, node: Node): Value | undefined {
  const all = [...positional, ...keywords.values()];
  if (!all.every(({ kind }) => kind === 'int' || kind === 'str' || kind === 'none' || kind === 'class'))
    return undefined;
  const named = [...keywords].flatMap(([name, value]) => [str(node, name), value]);
  return tupleOf([...positional, { kind: 'ellipsis', node }, ...named], node);
}
