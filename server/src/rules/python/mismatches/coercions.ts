import type { Parameter, Type } from '../../../catalogue';
import { INFINITE_IN_32_BITS } from '../../../configuration/float32';
import { numberOf, truth, worthOf } from '../../../dataflow/calls/known-values';
import { type Inferred, tensorFacts } from '../../../dataflow/calls/types';
import { runAround } from '../../../dataflow/libraries/strategies';
import { hasNoValueYet } from '../../../dataflow/libraries/tensor-refusals';
import type * as python from '../../../python/tree';
import {
  type ArgumentPlace,
  argumentIn,
  describe,
  hasAxes,
  type Judge,
  type Mismatch,
  mismatch,
  mismatched,
  type Reader,
  takerOf,
  wrongType,
} from './mismatch';
import { shownValue, valueSentence } from './shown-value';

/** In what way a value that passes as a number is none that a person means. */
type Oddity = 'flag' | 'fraction' | 'infinite' | 'large' | 'other';

/** An odd number, in words. */
interface Odd {
  readonly shown: string;
  /** A sentence, or nothing. */
  readonly worth: string;
  readonly described: string;
  readonly number: number;
  /** The library that takes it. */
  readonly taker: string;
}

const unnoticed = (taker: string) => `${taker} does not notice.`;
const later = (taker: string) => `${taker} notices only later, if at all.`;

/** A value that the call takes, but that no field of the configuration does. */
export function refusedWhenWritten(
  kind: Mismatch['kind'],
  expression: python.Expression,
  place: ArgumentPlace,
  problem: (verb: 'should' | 'must') => string,
): Mismatch {
  const { subject } = place;
  const taker = takerOf(place);
  const whenWritten = 'when it writes the configuration';
  return {
    ...mismatch(
      kind,
      expression,
      'warning',
      `${subject} ${problem('should')}. ${taker} notices only ${whenWritten}.`,
    ),
    whenWritten: `${subject} ${problem('must')}: ${taker} raises an exception ${whenWritten}.`,
  };
}

const flag = ({ number, worth, taker }: Odd) =>
  `should be a number: ${number === 0 ? 'False counts as 0' : 'True counts as 1'}.${worth} ${unnoticed(taker)}`;
const infinite = ({ worth, taker }: Odd) => `should be a finite number.${worth} ${unnoticed(taker)}`;
const large = ({ shown }: Odd) =>
  `is ${shown}, which is infinite in the 32 bits that it is stored in. Use a smaller number.`;
const other =
  (consequence: (taker: string) => string) =>
  ({ described, taker }: Odd) =>
    `should be a number, not ${described}. ${consequence(taker)}`;

/** What becomes of an odd number, by who takes it. Fields of messages are compared by a rule of their own. */
const TREATMENTS: Readonly<Record<Reader, Partial<Record<Oddity, (odd: Odd) => string>>>> = {
  op: {
    flag,
    fraction: ({ shown, number, taker }) => `is ${shown}; ${taker} cuts it to ${Math.trunc(number)}.`,
    infinite,
    large,
    other: other(unnoticed),
  },
  class: {
    flag,
    fraction: ({ shown, taker }) => `is ${shown}, but should be an int. ${later(taker)}`,
    infinite,
    large,
    other: other(later),
  },
  message: {},
};

/** A warning about a number that TensorFlow accepts, but changes, or cannot use. */
export function oddNumber(
  expression: python.Expression,
  value: Inferred,
  type: Type,
  place: ArgumentPlace,
): Mismatch | undefined {
  const oddity = oddityOf(value, type, place);
  const said = oddity && TREATMENTS[place.reader][oddity];
  if (!said) return undefined;
  const shown = shownValue(expression, value, place);
  if (oddity === 'fraction' && place.reader === 'class' && isWritten(place.parameter)) {
    const problem = (verb: string) => `is ${shown}, but ${verb} be an int`;
    return { ...refusedWhenWritten('type', expression, place, problem), near: true };
  }
  const what = said({
    shown,
    worth: valueSentence(expression, value, place),
    described: describe(value),
    number: worthOf(value) ?? Number.NaN,
    taker: takerOf(place),
  });
  const kind = oddity === 'infinite' || oddity === 'large' ? 'range' : 'type';
  return { ...mismatch(kind, expression, 'warning', `${place.subject} ${what}`), near: true };
}

const isConstant = (type: Type): boolean => type.of === 'float' && type.constant === true;

const isRational = ({ name }: Extract<Inferred, { kind: 'object' }>) =>
  name === 'Fraction' || name === 'Decimal';

function oddityOf(value: Inferred, type: Type, place: ArgumentPlace): Oddity | undefined {
  switch (value.kind) {
    case 'bool':
      return 'flag';
    case 'object':
      if (!isRational(value) || (place.reader === 'class' && (type.of === 'int' || isConstant(type))))
        return 'other';
      break;
    case 'dtype':
    case 'bytes':
      return 'other';
    case 'tensor':
      return place.reader === 'class' && type.of === 'float' && (isConstant(type) || hasAxes(value))
        ? 'other'
        : undefined;
    case 'array':
      if (value.scalar && value.dtype === 'bool') return 'flag';
      // An array without axes is an int to those who ask for one.
      if (!value.scalar) return value.shape?.length === 0 && isConverted(type, place) ? undefined : 'other';
  }
  const number = worthOf(value);
  if (type.of === 'int' && place.reader === 'class' && isFloat(value) && isWritten(place.parameter))
    return 'fraction';
  if (number === undefined) return undefined;
  if (!Number.isFinite(number))
    return type.of === 'float' && type.noLimit === number ? undefined : 'infinite';
  if (type.of === 'float' && Math.abs(number) >= INFINITE_IN_32_BITS) return 'large';
  return type.of === 'int' && !Number.isInteger(number) ? 'fraction' : undefined;
}

/** Whether a number becomes one of Python's own, or a tensor without axes. */
const isConverted = (type: Type, { reader }: ArgumentPlace): boolean =>
  reader === 'op' || (type.of === 'float' && type.scalar === true);

export const isFloat = (value: Inferred) =>
  value.kind === 'float' || (value.kind === 'array' && /^float/.test(value.dtype ?? ''));

/** Whether a field of the configuration, which takes no other type, gets the value as it is. */
export const isWritten = ({ sets, conversion, nullable }: Parameter) =>
  (sets?.includes('_descriptor.') === true || sets === 'pipeline_execution_with_tensor_core') &&
  !conversion &&
  !nullable;

/** A flag takes anything: what is true in Python's sense switches it on. */
export const judgeFlag: Judge<Extract<Type, { of: 'bool' }>> = (expression, value, type, place) => {
  if (type.strict) return value.kind === 'bool' ? [] : [wrongType(expression, value, type, place)];
  if (type.accepts !== undefined && truth(value) === !type.accepts)
    return mismatched('choice', expression, place, `must be ${type.accepts ? 'True' : 'False'}.`);
  if (place.reader !== 'class' || isFlag(value, place)) return [];
  if (type.decides && isUndecidedInGraph(expression, place))
    return mismatched(
      'type',
      expression,
      place,
      'is a tensor, which has no value while the graph is made. Give True or False of Python.',
    );
  const isField = isWritten(place.parameter);
  const problem = (verb: string) => `${verb} be True or False, not ${shownValue(expression, value, place)}`;
  if (isField && NO_NUMBERS.has(value.kind)) return [refusedWhenWritten('type', expression, place, problem)];
  const counts = isField || isEnumerated(place.parameter) ? undefined : truth(value);
  const effect = counts === undefined ? later(takerOf(place)) : `It counts as ${counts ? 'True' : 'False'}.`;
  return [mismatch('type', expression, 'warning', `${place.subject} ${problem('should')}. ${effect}`)];
};

/** Whether an argument certainly is a tensor of the graph that a call outside of a replica is in. */
function isUndecidedInGraph(expression: python.Expression, place: ArgumentPlace): boolean {
  const { call, file } = place;
  const around = call.event?.place?.around;
  const value = argumentIn(place);
  return (
    value !== undefined &&
    tensorFacts(value) !== undefined &&
    around !== undefined &&
    !runAround(around) &&
    hasNoValueYet(value, expression, { around, tree: file.tree })
  );
}

/** What protobuf does not take for a truth value. */
const NO_NUMBERS: ReadonlySet<Inferred['kind']> = new Set([
  ...(['none', 'float', 'str', 'bytes', 'list', 'tuple', 'dict', 'set'] as const),
]);

/** Whether a flag becomes a value of an enum, which takes whole numbers and truth values of Python only. */
const isEnumerated = ({ conversion }: Parameter) => conversion === 'enabled';

/** 0 and 1 say as clearly as False and True what is meant. */
function isFlag(value: Inferred, { parameter }: ArgumentPlace): boolean {
  switch (value.kind) {
    case 'bool':
    case 'enum':
      return true;
    case 'int':
    case 'float':
    case 'array': {
      if (value.kind === 'array' && (!value.scalar || (value.dtype === 'bool' && isEnumerated(parameter))))
        return false;
      if (isFloat(value) && (isWritten(parameter) || isEnumerated(parameter))) return false;
      const number = numberOf(value);
      return number === undefined || number === 0 || number === 1;
    }
    default:
      return false;
  }
}
