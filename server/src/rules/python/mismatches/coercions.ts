import type { Parameter, Type } from '../../../catalogue';
import { numberOf, truth } from '../../../dataflow/calls/argument-values';
import type { Inferred } from '../../../dataflow/calls/types';
import type * as python from '../../../python/tree';
import {
  type ArgumentPlace,
  describe,
  type Judge,
  type Mismatch,
  mismatch,
  type Reader,
  wrongType,
} from './mismatch';
import { shownValue, valueSentence } from './shown-value';

/** In what way a value that passes as a number is none that a person means. */
type Oddity = 'flag' | 'fraction' | 'infinite' | 'array' | 'complex';

const UNNOTICED = 'TensorFlow does not notice.';
const LATER = 'TensorFlow notices only later, if at all.';

/** What becomes of an odd number, by who takes it. What is missing is taken as it is meant, or refused. */
const TREATMENTS: Readonly<Record<Reader, Partial<Record<Oddity, string>>>> = {
  op: { flag: UNNOTICED, fraction: 'TensorFlow cuts it to', infinite: UNNOTICED },
  class: { flag: UNNOTICED, fraction: LATER, infinite: UNNOTICED, array: LATER, complex: LATER },
  // Another rule compares values with the types of fields.
  message: {},
};

/** A warning about a number that TensorFlow accepts, but changes, or cannot use. */
export function oddNumber(
  expression: python.Expression,
  value: Inferred,
  type: Type,
  place: ArgumentPlace,
): Mismatch | undefined {
  const oddity = oddityOf(value, type);
  const treatment = oddity && TREATMENTS[place.reader][oddity];
  if (treatment === undefined) return undefined;
  const { subject } = place;
  const warning = (what: string, kind: Mismatch['kind'] = 'type'): Mismatch => ({
    ...mismatch(kind, expression, 'warning', `${subject} ${what}`),
    near: true,
  });
  switch (oddity) {
    case 'flag':
      return warning(
        `should be a number: ${flagText(value)}.${valueSentence(expression, value, place)} ${treatment}`,
      );
    case 'fraction': {
      const shown = shownValue(expression, value, place);
      return place.reader === 'op'
        ? warning(`is ${shown}; ${treatment} ${Math.trunc(numberOf(value)!)}.`)
        : warning(`is ${shown}, but should be a whole number. ${treatment}`);
    }
    case 'infinite':
      return warning(
        `should be a finite number.${valueSentence(expression, value, place)} ${treatment}`,
        'range',
      );
    default:
      return warning(`should be a number, not ${describe(value)}. ${treatment}`);
  }
}

function oddityOf(value: Inferred, type: Type): Oddity | undefined {
  if (value.kind === 'bool' || (value.kind === 'array' && value.dtype === 'bool' && value.scalar))
    return 'flag';
  if (value.kind === 'object') return 'complex';
  if (value.kind === 'array' && !value.scalar) return 'array';
  const number = numberOf(value);
  if (number === undefined) return undefined;
  if (!Number.isFinite(number))
    return type.of === 'float' && type.noLimit === number ? undefined : 'infinite';
  return type.of === 'int' && !Number.isInteger(number) ? 'fraction' : undefined;
}

const flagText = (value: Inferred) =>
  numberOf(value) === undefined
    ? 'a flag counts as 0 or 1'
    : numberOf(value)
      ? 'True counts as 1'
      : 'False counts as 0';

/** A flag takes anything: what is true in Python's sense switches it on. */
export const judgeFlag: Judge<Extract<Type, { of: 'bool' }>> = (expression, value, type, place) => {
  if (type.strict) return value.kind === 'bool' ? [] : [wrongType(expression, value, type, place)];
  if (place.reader !== 'class' || isFlag(value)) return [];
  const counts = isWritten(place.parameter) ? undefined : truth(value);
  const effect = counts === undefined ? LATER : `It counts as ${counts ? 'True' : 'False'}.`;
  return [
    mismatch(
      'type',
      expression,
      'warning',
      `${place.subject} should be True or False, not ${shownValue(expression, value, place)}. ${effect}`,
    ),
  ];
};

/** Whether a field of the configuration gets the value as it is. */
const isWritten = ({ sets, conversion }: Parameter) => sets?.includes('_descriptor.') === true && !conversion;

/** 0 and 1 say as clearly as False and True what is meant. */
function isFlag(value: Inferred): boolean {
  switch (value.kind) {
    case 'bool':
    case 'enum':
      return true;
    case 'int':
    case 'float': {
      const number = numberOf(value);
      return number === undefined || number === 0 || number === 1;
    }
    case 'array':
      return value.scalar === true;
    default:
      return false;
  }
}
