// Functions of ragged tensors that give dense ones where no axis is ragged.
import { pathInTensorFlow } from '../../catalogue/names';
import type { Arguments, Value } from '../../evaluator';
import { argumentAt, itemsOf, numberOf } from '../../evaluator/value';
import type { Inferred } from '../calls/types';
import { partialDtype } from './partial-dtypes';
import { partialSizes } from './partial-shapes';
import { convertedShape } from './tensor-shapes';

/** The dense tensor that a function of ragged ones gives; `unknown` if it may be either. */
export function denseInstead(name: string, given: Arguments): Inferred | undefined {
  const path = pathInTensorFlow(name);
  const isDense = given.hasUnknownArguments ? undefined : DENSE.get(path ?? '');
  switch (isDense?.(given)) {
    case 'dense':
      return { kind: 'tensor', dtype: partialDtype(name, given), shape: partialSizes(name, given) };
    case 'either':
      return { kind: 'unknown' };
    default:
      return undefined;
  }
}

type Density = 'dense' | 'either' | undefined;

const givenAt = (given: Arguments, position: number, name: string): Value | undefined => {
  const value = argumentAt(given, position, name);
  return value?.kind === 'none' ? undefined : value;
};

function densityOfConstant(given: Arguments): Density {
  const rank = givenAt(given, 2, 'ragged_rank');
  if (rank) {
    const number = numberOf(rank);
    return number === undefined ? 'either' : number === 0 ? 'dense' : undefined;
  }
  if (givenAt(given, 3, 'inner_shape')) return 'either';
  const sizes = partialSizes('tensorflow.ragged.constant', given);
  return sizes && sizes.length < 2 ? 'dense' : undefined;
}

const densityOfStack = (given: Arguments): Density => {
  const values = itemsOf(argumentAt(given, 0, 'values'));
  return values?.every((value) => convertedShape(value)?.length === 0) ? 'dense' : undefined;
};

const DENSE: ReadonlyMap<string, (given: Arguments) => Density> = new Map([
  ['ragged.constant', densityOfConstant],
  ['ragged.stack', densityOfStack],
]);
