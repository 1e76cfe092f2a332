import type { Value } from '../../evaluator';
import { listOf, tupleOf } from '../../evaluator/containers';
import { fails, isCertain } from '../../evaluator/failures';
import { refused } from '../../evaluator/refusals';
import { argumentAt, itemsOf, unknown } from '../../evaluator/value';
import { about } from './by-package';

const CLIPPING = /^tensorflow\.(?:compat\.v[12]\.)?clip_by_global_norm$/;

/** What `tf.clip_by_global_norm` gives: a list of the clipped tensors, and their norm. */
export const clippedTogether = about<Value>(
  (name) => CLIPPING.test(name),
  (_name, given, node, ev) => {
    const all = argumentAt(given, 0, 't_list');
    if (given.hasUnknownArguments || !all) return undefined;
    const reason =
      '`clip_by_global_norm` takes a list of tensors, and this is a dict. Give the list of its values';
    if (all.kind === 'dict' && isCertain(ev, all)) fails(ev, node, refused(reason));
    return tupleOf([listOf(ev, itemsOf(all), node), unknown(node, 'call')], node);
  },
);
