/**
 * The language that update formulas are written in: `name = expression`, with `+ - * / ^`, comparison by `>=`,
 * numbers, names (dots allowed) and the functions of `arithmetic.ts`. `*` and `/` group from the left, so a
 * formula says in which order float32 rounds.
 */
import { type Operation, operations } from './arithmetic';
import { flush } from './flush';

export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'operation'; readonly operation: Operation; readonly operands: readonly Expression[] };

export interface Assignment {
  readonly target: string;
  readonly expression: Expression;
}

const TOKEN = /\s*(\d+(?:\.\d+)?(?:e-?\d+)?|[A-Za-z_][\w.]*|>=|[-+*/^(),=])/y;

/** Reads one line. Throws if it is not an assignment: formulas are ours, so that is a programming error. */
export function parseAssignment(line: string): Assignment {
  const tokens = tokenize(line);
  let at = 0;
  const next = () => tokens[at++] ?? fail(line, 'ends early');
  const accept = (...wanted: string[]) => (wanted.includes(tokens[at] ?? '') ? next() : undefined);
  const expect = (wanted: string) => accept(wanted) ?? fail(line, `lacks ${wanted}`);

  const leftToRight = (inner: () => Expression, ...names: Operation[]) => {
    let left = inner();
    for (let name = accept(...names); name; name = accept(...names)) {
      left = apply(name as Operation, left, inner());
    }
    return left;
  };
  const comparison = (): Expression => leftToRight(sum, '>=');
  const sum = (): Expression => leftToRight(product, '+', '-');
  const product = (): Expression => leftToRight(signed, '*', '/');
  const signed = (): Expression => (accept('-') ? apply('negate', signed()) : power());
  const power = (): Expression => {
    const base = atom();
    if (!accept('^')) return base;
    const exponent = atom();
    return exponent.kind === 'number' && exponent.value === 2
      ? apply('square', base)
      : apply('^', base, exponent);
  };
  const atom = (): Expression => {
    const token = next();
    if (token === '(') {
      const inner = comparison();
      expect(')');
      return inner;
    }
    if (/^\d/.test(token)) return { kind: 'number', value: Math.fround(Number(token)) };
    if (!/^\w/.test(token)) fail(line, `has a stray ${token}`);
    if (!accept('(')) return { kind: 'name', name: token };
    const operands = [comparison()];
    while (accept(',')) operands.push(comparison());
    expect(')');
    if (!Object.hasOwn(operations, token)) fail(line, `calls ${token}`);
    return apply(token as Operation, ...operands);
  };

  const target = next();
  expect('=');
  const expression = comparison();
  return at === tokens.length ? { target, expression } : fail(line, 'goes on');
}

/** The names that an expression reads. */
export function namesIn(expression: Expression): string[] {
  if (expression.kind === 'name') return [expression.name];
  return expression.kind === 'operation' ? expression.operands.flatMap(namesIn) : [];
}

/** The value for one cell, in float32 after every operation. */
export function evaluate(expression: Expression, value: (name: string) => number): number {
  if (expression.kind === 'number') return expression.value;
  if (expression.kind === 'name') return flush(value(expression.name));
  const [a = 0, b = 0, c = 0] = expression.operands.map((operand) => evaluate(operand, value));
  return operations[expression.operation].cell(a, b, c);
}

function apply(operation: Operation, ...operands: Expression[]): Expression {
  return { kind: 'operation', operation, operands };
}

function tokenize(line: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < line.length) {
    tokens.push(TOKEN.exec(line)?.[1] ?? fail(line, 'has a character that means nothing'));
  }
  return tokens;
}

function fail(line: string, why: string): never {
  throw new SyntaxError(`The formula "${line}" ${why}.`);
}
