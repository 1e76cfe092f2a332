// Sizes of buffers for ids, which statistics hold by the names of stacks.
import { excerpt } from '../../basics/excerpt';
import { inLookups } from '../../catalogue/jax-tpu-embedding/words';
import type { Failure, OfMethod, Value } from '../../evaluator';
import { refusedValue } from '../../evaluator/refusals';
import { argumentAt, entriesOf } from '../../evaluator/value';
import { textMatches } from '../../python/text-matches';
import { instanceOf } from '../calls/types';
import { argumentOfMaker } from './constructor-arguments';

const SET = 'set_required_buffer_size_per_device';
const STATISTICS = inLookups('SparseDenseMatmulInputStats');

/** A size of all SparseCores of a device that is shared by as many as there are numbers for the stack, where there are none. */
export const bufferFailure: OfMethod<Failure> = (object, name, given, _node, { state, tree }) => {
  if (name !== SET || object.kind !== 'made' || state.escapedObjects.has(object.given)) return undefined;
  const isOwn = instanceOf(object)?.entry.id === STATISTICS && !object.given.hasUnknownArguments;
  const isAlone = !given.hasUnknownArguments && argumentAt(given, 2, 'num_sc_per_device') === undefined;
  const stack = argumentAt(given, 0, 'table_name');
  if (!isOwn || !isAlone || stack?.kind !== 'str' || stack.value === undefined) return undefined;
  const sizes = argumentOfMaker(object, 'required_buffer_size_per_sc');
  const isKnown = instanceOf(object)?.call && !textMatches(tree, sizes ? SETS_OFTEN : SETS_ELSEWHERE);
  return isKnown && (!sizes || lacks(sizes, stack.value))
    ? refusedValue(
        `There is no buffer size for '${excerpt(stack.value)}' yet, by which the SparseCores could be counted: give \`num_sc_per_device\` as well`,
      )
    : undefined;
};

const SETS_OFTEN = /\bset_required_buffer_size_per_device\b[\s\S]*\bset_required_buffer_size_per_device\b/;
const SETS_ELSEWHERE = new RegExp(`\\brequired_buffer_size_per_sc\\b|${SETS_OFTEN.source}`);

const lacks = (dict: Value, name: string): boolean =>
  dict.kind === 'dict' &&
  entriesOf(dict)?.every(({ key }) => key.kind === 'str' && key.value !== undefined && key.value !== name) ===
    true;
