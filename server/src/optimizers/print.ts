/** Formulas as people read them: `w = w − lr · g / √accumulator`. */
import type { Operation } from './arithmetic';
import type { Assignment, Expression } from './expression';
import { formatFloat32 } from './float32';

/** How tightly an operation binds its operands. */
const COMPARISON = 1;
const SUM = 2;
const PRODUCT = 3;
const SIGN = 4;
const POWER = 5;
const ATOM = 6;

interface Printed {
  readonly text: string;
  readonly binds: number;
}

export function printAssignment({ target, expression }: Assignment): string {
  return `${target} = ${print(expression)}`;
}

/** `leaf` gives the text for a name; by default, the name itself. */
export function print(expression: Expression, leaf: (name: string) => string = (name) => name): string {
  return printed(expression, leaf).text;
}

export function printNumber(value: number): string {
  return formatFloat32(value).replace(/^-/, '−');
}

function printed(expression: Expression, leaf: (name: string) => string): Printed {
  if (expression.kind === 'operation') {
    return styles[expression.operation](expression.operands.map((operand) => printed(operand, leaf)));
  }
  const text = expression.kind === 'number' ? printNumber(expression.value) : leaf(expression.name);
  return { text, binds: text.startsWith('−') ? SIGN : ATOM };
}

const inside = ({ text, binds }: Printed, least: number) => (binds < least ? `(${text})` : text);

/** Groups from the left: the right operand needs brackets where it binds no tighter. */
const infix =
  (sign: string, binds: number) =>
  ([left, right]: readonly Printed[]): Printed => ({
    text: `${inside(left!, binds)} ${sign} ${inside(right!, right!.binds === SIGN ? ATOM : binds + 1)}`,
    binds,
  });

const call =
  (name: string) =>
  (operands: readonly Printed[]): Printed => ({
    text: `${name}(${operands.map(({ text }) => text).join(', ')})`,
    binds: ATOM,
  });

const styles: Readonly<Record<Operation, (operands: readonly Printed[]) => Printed>> = {
  '+': infix('+', SUM),
  '-': infix('−', SUM),
  '*': infix('·', PRODUCT),
  '/': infix('/', PRODUCT),
  '>=': infix('≥', COMPARISON),
  '^': ([base, exponent]) => ({ text: `${inside(base!, ATOM)}^${inside(exponent!, ATOM)}`, binds: POWER }),
  square: ([base]) => ({ text: `${inside(base!, ATOM)}²`, binds: POWER }),
  negate: ([operand]) => ({ text: `−${inside(operand!, POWER)}`, binds: SIGN }),
  sqrt: ([operand]) => ({ text: `√${inside(operand!, ATOM)}`, binds: POWER }),
  abs: ([operand]) => ({ text: `|${operand!.text}|`, binds: ATOM }),
  sign: call('sign'),
  floor: call('floor'),
  min: call('min'),
  max: call('max'),
  choose: ([condition, yes, no]) => ({
    text: `${inside(yes!, SUM)} if ${condition!.text}, else ${inside(no!, SUM)}`,
    binds: 0,
  }),
};
