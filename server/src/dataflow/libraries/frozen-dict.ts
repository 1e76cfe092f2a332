import type { Arguments, Evaluator, Value } from '../../evaluator';
import { BUILTINS } from '../../evaluator/builtins';
import { textMatches } from '../../python/text-matches';
import type { Node } from '../../python/tree';

const MAKER = /^flax\.(?:core\.(?:frozen_dict\.)?|linen\.)(?:FrozenDict|freeze)$/;

/** What these dicts do in another way than Python's; then nothing is followed. */
const UNFOLLOWED = /\bisinstance\(|\.(?:copy|pop)\(/;

/** A read-only dict of Flax: a copy of a dict, which reads like one. */
export function frozenMade(callee: string, given: Arguments, node: Node, ev: Evaluator): Value | undefined {
  if (!MAKER.test(callee) || textMatches(ev.tree, UNFOLLOWED)) return undefined;
  const made = BUILTINS.get('dict')!(ev, given, node);
  return made?.kind === 'dict' ? { ...made, isSpecial: true } : undefined;
}
