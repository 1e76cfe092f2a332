import type { Node } from '../python/tree';
import { dictOf, putEntry, tupleOf } from './containers';
import type { Evaluator } from './evaluator';
import { checkHashes } from './failures';
import { letEscape, UNKNOWN_ENTRIES } from './join';
import { type Arguments, CACHED, dictKeyOf, passing, str, unknown, type Value, valuesOf } from './value';

export const isCaching = (decorator: string) => decorator === CACHED || decorator === 'functools.lru_cache';

/** The default `maxsize` of `lru_cache`. */
const MAX_RESULTS = 128;

export function cached(ev: Evaluator, callee: Value, decorator: Value, node: Node): Value {
  const results = dictOf(ev, node);
  if (decorator.kind === 'made' && !keepsAll(decorator.given)) ev.state.write(results.cell, UNKNOWN_ENTRIES);
  return { kind: 'made', callee: CACHED, given: passing(callee, results), node };
}

function keepsAll({ positional, keywords, hasUnknownArguments }: Arguments): boolean {
  const most = positional[0] ?? keywords.get('maxsize');
  if (hasUnknownArguments || keywords.has('typed')) return false;
  return !most || most.kind === 'none' || (most.kind === 'int' && (most.value ?? 0n) >= MAX_RESULTS);
}

export function callCached(
  ev: Evaluator,
  { given: kept }: Extract<Value, { kind: 'made' }>,
  given: Arguments,
  node: Node,
): Value {
  const [callee, results] = kept.positional;
  if (!callee || results?.kind !== 'dict') return unknown(node, 'call');
  checkHashes(ev, node, valuesOf(given), true);
  const key = given.hasUnknownArguments ? undefined : keyFor(given, node);
  const id = key && dictKeyOf(key);
  const { known, hasUnknownEntries } = results.cell.content;
  const found = id === undefined ? undefined : known.get(id);
  if (found) return found.value;
  if (key && id !== undefined && !hasUnknownEntries && known.size < MAX_RESULTS) {
    const value = ev.call(callee, given, node);
    putEntry(ev, results, key, value);
    return value;
  }
  // The cache may hold a result for these arguments already.
  ev.state.branch([() => letEscape(ev.call(callee, given, node), ev.state), () => {}]);
  ev.state.write(results.cell, { known: results.cell.content.known, hasUnknownEntries: true });
  return unknown(node, 'call');
}

/** A key that distinguishes arguments, if they are known. Some numbers of different types are equal. */
function keyFor(given: Arguments, node: Node): Value | undefined {
  const { positional, keywords } = given;
  if (
    !valuesOf(given).every(
      ({ kind }) => kind === 'int' || kind === 'str' || kind === 'none' || kind === 'class',
    )
  )
    return undefined;
  const named = [...keywords].flatMap(([name, value]) => [str(node, name), value]);
  return tupleOf([...positional, { kind: 'ellipsis', node }, ...named], node);
}
