// A learning rate that a program computes: a Python lambda, as text.

import { excerpt } from '../../basics/excerpt';
import { SpecError } from '../../optimizers';
import { parsePython } from '../../python/parser';
import type { Expression } from '../../python/tree';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The specification with a number in each step for a learning rate that is a lambda of arithmetic, such as
 * `lambda step: 0.1 * 0.9 ** step`. Throws a SpecError for other texts, and where the lambda takes a step that is null.
 */
export function withRates(spec: JsonObject): JsonObject {
  const { optimizer, steps } = spec as { optimizer?: { arguments?: JsonObject } | null; steps?: unknown };
  const text = optimizer?.arguments?.['learning_rate'];
  if (typeof text !== 'string' || !Array.isArray(steps)) return spec;
  const rate = rateFunction(text);
  return {
    ...spec,
    steps: steps.map((given: JsonObject | null, index) => {
      const step = given?.['step'] === undefined ? index : given['step'];
      return { ...given, learningRate: rate(typeof step === 'number' ? step : undefined) };
    }),
  };
}

/** The learning rate of a step; NaN stands for what the text does not say. */
function rateFunction(text: string): (step: number | undefined) => number {
  const refuse = (why: string): never => {
    throw new SpecError(
      'optimizer.arguments.learning_rate',
      `${why}, ${JSON.stringify(excerpt(text))} found`,
    );
  };
  const [statement] = parsePython(text).module.body;
  const lambda = statement?.kind === 'expression' ? statement.value : undefined;
  if (lambda?.kind !== 'lambda' || lambda.parameters.length > 1)
    return refuse('a number or a lambda with at most one parameter expected');
  const [parameter] = lambda.parameters;
  return (step) => {
    if (parameter && step === undefined)
      refuse('the program passes no step: a lambda without a parameter expected');
    const rate = arithmetic(lambda.body, (name) =>
      name === parameter?.name && step !== undefined ? step : Number.NaN,
    );
    return Number.isNaN(rate) ? refuse('arithmetic of numbers and the step expected') : rate;
  };
}

/** The value of arithmetic; NaN for anything else. */
function arithmetic(node: Expression, named: (name: string) => number): number {
  switch (node.kind) {
    case 'number':
      return Number(node.text.replaceAll('_', ''));
    case 'name':
      return named(node.name);
    case 'unary':
      return node.operator === '-' ? -arithmetic(node.operand, named) : Number.NaN;
    case 'binary': {
      const [first = Number.NaN, ...others] = node.operands.map((operand) => arithmetic(operand, named));
      return others.reduce(
        (left, right, i) => OPERATORS.get(node.operators[i]!)?.(left, right) ?? Number.NaN,
        first,
      );
    }
    default:
      return Number.NaN;
  }
}

const OPERATORS: ReadonlyMap<string, (a: number, b: number) => number> = new Map([
  ['+', (a, b) => a + b],
  ['-', (a, b) => a - b],
  ['*', (a, b) => a * b],
  ['/', (a, b) => a / b],
  ['**', (a, b) => a ** b],
]);
