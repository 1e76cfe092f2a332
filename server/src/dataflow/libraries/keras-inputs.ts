// What layers and operations of Keras that work on one tensor do not take: the dict that a layer for many features gives.
import {
  KERAS_JOINING,
  KERAS_LAYERS_WITHOUT_DICTS,
  KERAS_OPERATIONS_WITHOUT_DICTS,
} from '../../catalogue/keras-operations';
import { lastPart } from '../../catalogue/names';
import type { Arguments, Failure, Value } from '../../evaluator';
import { refusedValue } from '../../evaluator/refusals';
import { entriesOf } from '../../evaluator/value';
import { isPlain } from '../calls/structure';

/** A layer that is called with a dict of tensors. */
export function inputFailure(object: Value, name: string, given: Arguments): Failure | undefined {
  if (name !== '__call__' || object.kind !== 'made' || !KERAS_LAYERS_WITHOUT_DICTS.has(object.callee))
    return undefined;
  const [input] = given.positional;
  const count = input ? entriesIn(input) : 0;
  // Some take the only tensor of a dict.
  if (count > 1 || (count === 1 && object.callee.endsWith('.Dense'))) return severalIn(object.callee);
  return input?.kind === 'view' ? severalIn(object.callee, 'a view of a dict') : undefined;
}

/** An operation on a dict of tensors. */
export function operationFailure(name: string, given: Arguments): Failure | undefined {
  const count = KERAS_OPERATIONS_WITHOUT_DICTS.has(name)
    ? Math.max(...given.positional.slice(0, 2).map(entriesIn))
    : 0;
  if (count === 1) return oneIn(name);
  if (count > 1) return severalIn(name);
  const isOfView = KERAS_JOINING.has(name) && given.positional[0]?.kind === 'view';
  return isOfView ? severalIn(name, 'a view of a dict') : undefined;
}

/** How many entries a dict has. */
const entriesIn = (value: Value): number =>
  value.kind === 'dict' && isPlain(value) ? (entriesOf(value)?.length ?? 0) : 0;

const oneIn = (callee: string): Failure =>
  refusedValue(`\`${lastPart(callee)}\` gets a dict that holds a tensor. Take that by its key`);

const severalIn = (callee: string, what = 'a dict'): Failure =>
  refusedValue(
    `\`${lastPart(callee)}\` gets ${what} with the tensors of several features. Take one of them by its key, or join them: \`keras.ops.concatenate(list(embedded.values()), axis=-1)\``,
  );
