// Formulas for the limits of a stack: what a function of the program makes of its name and samples, as data.

/** A constant, one of the two arguments, or an operation as Python has it. */
export type Formula =
  | number
  | string
  | { readonly argument: keyof FormulaArguments }
  | { readonly operator: FormulaOperator; readonly operands: readonly Formula[] };

export interface FormulaArguments {
  /** The name of the stack. */
  readonly name: string;
  /** The vectors that all chips look up in a step. */
  readonly samples: number;
}

type Result = number | string | boolean;

/** Undefined where Python raises an exception. */
type Operation = (...operands: Result[]) => Result | undefined;

/** Of as many numbers as the function has parameters, or of any if it takes them as a list. */
const ofNumbers =
  (compute: (...numbers: number[]) => number): Operation =>
  (...operands) => {
    if (compute.length > 0 && operands.length !== compute.length) return undefined;
    const numbers = operands.map((each) => (typeof each === 'string' ? Number.NaN : Number(each)));
    const result = compute(...numbers);
    return Number.isFinite(result) ? result : undefined;
  };

/** Numbers halfway are rounded to even ones. */
const roundHalfToEven = (x: number) => {
  const floor = Math.floor(x);
  return x - floor === 0.5 ? floor + (floor % 2 === 0 ? 0 : 1) : Math.round(x);
};

/** Texts are compared with texts, and numbers with numbers. */
const inOrder =
  (compare: (a: Result, b: Result) => boolean): Operation =>
  (a, b) =>
    (typeof a === 'string') === (typeof b === 'string') ? compare(a!, b!) : undefined;

const isEqual = (a: Result | undefined, b: Result | undefined): boolean =>
  typeof a === 'string' || typeof b === 'string' ? a === b : Number(a) === Number(b);

const OPERATIONS = {
  '+': ofNumbers((a, b) => a + b),
  '-': ofNumbers((a, b) => a - b),
  '*': ofNumbers((a, b) => a * b),
  '/': ofNumbers((a, b) => a / b),
  '//': ofNumbers((a, b) => Math.floor(a / b)),
  '%': ofNumbers((a, b) => a - b * Math.floor(a / b)),
  '**': ofNumbers((a, b) => a ** b),
  '<': inOrder((a, b) => a < b),
  '<=': inOrder((a, b) => a <= b),
  '>': inOrder((a, b) => a > b),
  '>=': inOrder((a, b) => a >= b),
  '==': isEqual,
  '!=': (a, b) => !isEqual(a, b),
  in: (part, whole) => (typeof whole === 'string' ? whole.includes(String(part)) : undefined),
  not: (a) => !a,
  min: ofNumbers((...all) => Math.min(...all)),
  max: ofNumbers((...all) => Math.max(...all)),
  abs: ofNumbers(Math.abs),
  int: ofNumbers(Math.trunc),
  round: ofNumbers(roundHalfToEven),
  'math.ceil': ofNumbers(Math.ceil),
  'math.floor': ofNumbers(Math.floor),
  'math.sqrt': ofNumbers(Math.sqrt),
  'math.log2': ofNumbers(Math.log2),
} as const satisfies Readonly<Record<string, Operation>>;

/** `if` has a condition, and what it gives if that is true and if not. */
export type FormulaOperator = keyof typeof OPERATIONS | 'if';

export const isOperator = (name: string): name is FormulaOperator => Object.hasOwn(OPERATIONS, name);

/** The limit that a formula gives; undefined if it is no whole number. */
export function limitFrom(formula: Formula, given: FormulaArguments): number | undefined {
  const result = evaluate(formula, given, new Map());
  return typeof result === 'number' && Number.isInteger(result) ? result : undefined;
}

/** Parts that a formula has several times are evaluated once. */
function evaluate(
  formula: Formula,
  given: FormulaArguments,
  known: Map<Formula, Result | undefined>,
): Result | undefined {
  if (typeof formula !== 'object') return formula;
  if ('argument' in formula) return given[formula.argument];
  if (!known.has(formula))
    known.set(
      formula,
      computed(formula, (part) => evaluate(part, given, known)),
    );
  return known.get(formula);
}

function computed(
  { operator, operands }: Extract<Formula, { operator: FormulaOperator }>,
  of: (part: Formula) => Result | undefined,
): Result | undefined {
  if (operator === 'if') {
    const [test, yes, no] = operands;
    const isTrue = of(test!);
    return isTrue === undefined ? undefined : of((isTrue ? yes : no)!);
  }
  const results = operands.map(of);
  return results.includes(undefined)
    ? undefined
    : (OPERATIONS[operator] as Operation)(...(results as Result[]));
}
