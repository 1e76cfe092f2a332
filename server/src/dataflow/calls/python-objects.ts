import type { Value } from '../../evaluator';
import type { Inferred } from './types';

/** Objects of Python's own classes, none of which is a number, a text or a tensor to all who want one: their classes by what makes them. */
const CLASSES: ReadonlyMap<string, string> = new Map([
  ...['object', 'bytearray', 'memoryview', 'slice'].map((name) => [`builtins.${name}`, name] as const),
  ['fractions.Fraction', 'Fraction'],
  ['decimal.Decimal', 'Decimal'],
]);

type Made = Extract<Value, { kind: 'made' }>;

/** What is known of an object of a class of Python's own. */
export function pythonObject({ callee, given }: Made): Inferred | undefined {
  const name = CLASSES.get(callee);
  if (name === undefined) return undefined;
  const isWhole = given.keywords.size === 0 && !given.hasUnknownArguments;
  const number = isWhole ? NUMBERS.get(name)?.(given.positional.map(numberIn)) : undefined;
  return { kind: 'object', name, ...(number !== undefined && { number }) };
}

export const isPythonObject = (value: Value): value is Made =>
  value.kind === 'made' && value.facts === undefined && CLASSES.has(value.callee);

/** Whether such an object is of a class; undefined for one that may take objects of others. */
export function isOfOwnClass({ callee }: Made, cls: string): boolean | undefined {
  if (cls === callee || cls === 'builtins.object') return true;
  return cls.startsWith('builtins.') || CLASSES.has(cls) ? false : undefined;
}

/** The numbers that such objects stand for. */
const NUMBERS: ReadonlyMap<string, (given: readonly (number | undefined)[]) => number | undefined> = new Map([
  ['Fraction', (given) => quotient(given[0], given.length > 1 ? given[1] : 1)],
  ['Decimal', ([number]) => number],
]);

const quotient = (numerator: number | undefined, denominator: number | undefined): number | undefined =>
  numerator === undefined || denominator === undefined || denominator === 0
    ? undefined
    : numerator / denominator;

function numberIn(value: Value): number | undefined {
  switch (value.kind) {
    case 'int':
    case 'float':
      return value.value === undefined ? undefined : Number(value.value);
    case 'str':
      return value.value !== undefined && /^[+-]?\d+(?:\.\d+)?$/.test(value.value)
        ? Number(value.value)
        : undefined;
    default:
      return undefined;
  }
}
