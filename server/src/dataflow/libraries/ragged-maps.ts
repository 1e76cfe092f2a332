import { pathInTensorFlow } from '../../catalogue/names';
import type { Value } from '../../evaluator';
import { passing, unknown } from '../../evaluator/value';
import { about } from './by-package';
import { methodOfRagged, partialKind, partOfRagged } from './op-outputs';

/** `tf.ragged.map_flat_values(op, …)`, which calls `op` with the values of ragged tensors and keeps their rows. */
export const mappedValues = about<Value>(
  (name) => pathInTensorFlow(name) === 'ragged.map_flat_values',
  (_name, given, node, ev) => {
    const [op, ...all] = given.positional;
    if (given.hasUnknownArguments) return undefined;
    const isRagged = (value: Value) => partialKind(value) === 'RaggedTensor';
    const source = all.find(isRagged);
    if (!op || !source || given.keywords.size > 0) return undefined;
    const valuesOf = (value: Value) => partOfRagged(value, 'flat_values', node) ?? unknown(node, 'call');
    const result = ev.call(op, passing(...all.map((each) => (isRagged(each) ? valuesOf(each) : each))), node);
    return methodOfRagged(source, 'with_flat_values', passing(result), node);
  },
);
