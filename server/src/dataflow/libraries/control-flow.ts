import type { Value } from '../../evaluator';
import { NO_ARGUMENTS, unknown } from '../../evaluator/value';
import { textMatches } from '../../python/text-matches';
import { about } from './by-package';
import { BRANCH, inGraph, isInGraph, RUNS_EAGERLY } from './strategies';

/** `tf.cond` in a graph, which calls both of its functions once, each in a graph of its own. */
export const conditionInGraph = about<Value>(
  (name) => CONDITION.test(name),
  (_name, given, node, ev) => {
    const { positional, keywords, hasUnknownArguments } = given;
    if (hasUnknownArguments) return undefined;
    if (!isInGraph(ev.around) || textMatches(ev.tree, RUNS_EAGERLY)) return undefined;
    const manager: Value = { kind: 'made', callee: BRANCH, given, node };
    for (const branch of [
      positional[1] ?? keywords.get('true_fn'),
      positional[2] ?? keywords.get('false_fn'),
    ])
      if (branch) inGraph(manager, branch, NO_ARGUMENTS, node, ev);
    return unknown(node, 'call');
  },
);

const CONDITION = /^tensorflow\.(?:compat\.v2\.)?cond$/;
