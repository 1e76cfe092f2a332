import { oncePerWord } from '../basics/once';
import type { Node } from '../python/tree';
import { equal, float, int, itemsOf, type Value } from './value';

export type Numeric = Extract<Value, { kind: 'int' | 'float' }>;

/** In arithmetic a truth value is 0 or 1. */
export function asNumber(value: Value): Numeric | undefined {
  if (value.kind === 'int' || value.kind === 'float') return value;
  if (value.kind !== 'bool') return undefined;
  return int(value.node, value.value === undefined ? undefined : value.value ? 1n : 0n) as Numeric;
}

/** The value of a number literal as Python reads it; undefined if it is no number. */
export const readNumber = (text: string, node: Node): Value | undefined => numberWritten(text)?.(node);

const numberWritten = oncePerWord((text): ((node: Node) => Value) | undefined => {
  const digits = text.replaceAll('_', '');
  if (/^(?:\d+|0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+)$/.test(digits)) {
    // Python refuses `010`.
    const isRefused = /^0\d*[1-9]/.test(digits) || digits.length > 100;
    const value = isRefused ? undefined : BigInt(digits);
    return (node) => int(node, value);
  }
  const value = Number(digits);
  if (/^(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(digits)) return (node) => float(node, value);
  return /j$/i.test(digits) ? (node) => ({ kind: 'complex', node }) : undefined;
});

export function negated(value: Numeric, node: Node): Value {
  return value.kind === 'int'
    ? int(node, value.value === undefined ? undefined : -value.value)
    : float(node, value.value === undefined ? undefined : -value.value);
}

/** Undefined if Python raises, or the result's kind is not known. */
export function arithmetic(a: Numeric, operator: string, b: Numeric, node: Node): Value | undefined {
  if (a.kind === 'int' && b.kind === 'int' && operator !== '/') {
    if (a.value === undefined || b.value === undefined)
      return operator === '**' ? undefined : int(node, undefined);
    return ofInts(a.value, operator, b.value, node);
  }
  const isKnown = a.value !== undefined && b.value !== undefined;
  const x = Number(a.value);
  const y = Number(b.value);
  if (!isKnown && (operator === '*' || operator === '/' || operator === '+'))
    return {
      ...float(node, undefined, nearly(almost(a), operator, almost(b))),
      ...(isPart(a, operator, b) && { isNonzero: true }),
    };
  switch (operator) {
    case '+':
      return float(node, isKnown ? x + y : undefined);
    case '-':
      return float(node, isKnown ? x - y : undefined);
    case '*':
      return float(node, isKnown ? x * y : undefined);
    case '/':
      if (!isKnown) return float(node, undefined);
      if (y === 0) return undefined;
      return float(
        node,
        a.kind === 'int' && b.kind === 'int' ? quotient(a.value as bigint, b.value as bigint) : x / y,
      );
    case '//':
    case '%':
      return isKnown && y === 0 ? undefined : float(node, isKnown ? floorOf(x, operator, y) : undefined);
    case '**':
      if (!isKnown) return nearPower(a, b, node);
      // A negative number to a fractional power is complex.
      if (x < 0 || (x === 0 && y < 0)) return undefined;
      return Number.isFinite(x ** y) ? float(node, exactPower(x, y), x ** y) : undefined;
    default:
      return undefined;
  }
}

/** A number, or almost that number. */
export const almost = (number: Numeric): number | undefined =>
  number.value !== undefined ? Number(number.value) : number.kind === 'float' ? number.near : undefined;

/** Whether this is a whole number other than 0, divided by another one: however great that is, something is left. */
const isPart = (a: Numeric, operator: string, b: Numeric): boolean =>
  operator === '/' && a.kind === 'int' && b.kind === 'int' && a.value !== undefined && a.value !== 0n;

/** The result for numbers that are almost known; a sum only of positive ones, so that no digits are lost. */
function nearly(x: number | undefined, operator: '*' | '/' | '+', y: number | undefined): number | undefined {
  if (x === undefined || y === undefined) return undefined;
  if (operator === '*') return x * y;
  if (operator === '/') return y === 0 ? undefined : x / y;
  return x > 0 && y > 0 ? x + y : undefined;
}

/** A power of which only almost the base or the exponent is known: a positive base makes it a float. */
function nearPower(a: Numeric, b: Numeric, node: Node): Value | undefined {
  const [x, y] = [almost(a), almost(b)];
  const isPositive = x !== undefined && x > 0;
  if (!isPositive || (a.kind === 'int' && b.kind === 'int')) return undefined;
  // A high power multiplies the error of its base.
  return float(node, undefined, y !== undefined && Math.abs(y) <= 64 ? x ** y : undefined);
}

/** What rounding gives for a number that is almost known, if the last digits do not matter. */
export function roundedAlike(near: number, round: (x: number) => number | undefined): number | undefined {
  const margin = Math.abs(near) * 1e-9;
  const low = round(near - margin);
  return Math.abs(near) < 2 ** 52 && low === round(near + margin) ? low : undefined;
}

/** More than any difference between a number and a half in its digits. */
const MORE_DIGITS = 30;

/** `round(value, digits)`: Python rounds a half to the even side, JavaScript away from 0. */
export function roundedTo(value: Numeric, digits: number | undefined, node: Node): Value {
  if (value.kind === 'int') return int(node, digits !== undefined && digits >= 0 ? value.value : undefined);
  const { value: x } = value;
  const isKnown =
    x !== undefined && digits !== undefined && Math.abs(x) < 1e21 && digits >= 0 && digits <= 50;
  if (!isKnown) return float(node, undefined);
  // A zero keeps its sign.
  if (x === 0) return float(node, x);
  return float(node, Number(withDigits(x, digits)));
}

/** A number with so many digits after its point, of which a half leads to the even one. */
export function withDigits(x: number, digits: number): string {
  const text = x.toFixed(digits + MORE_DIGITS);
  const kept = text.slice(0, -MORE_DIGITS).replace(/\.$/, '');
  const isHalf = /^50*$/.test(text.slice(-MORE_DIGITS));
  return isHalf && /[02468]$/.test(kept) ? kept : x.toFixed(digits);
}

/** Divides large integers exactly, then rounds. */
function quotient(a: bigint, b: bigint): number | undefined {
  const isExact = (n: bigint) => n >= -(2n ** 53n) && n <= 2n ** 53n;
  return isExact(a) && isExact(b) ? Number(a) / Number(b) : undefined;
}

/** Python rounds down, and a remainder has the divisor's sign. */
function floorOf(x: number, operator: string, y: number): number | undefined {
  if (!Number.isFinite(x) || !Number.isFinite(y)) return undefined;
  let rest = x % y;
  if (rest !== 0 && rest < 0 !== y < 0) rest += y;
  if (operator === '%') return rest === 0 ? (y < 0 ? -0 : 0) : rest;
  const quotient = Math.round((x - rest) / y);
  // A zero gets the sign that the quotient had before rounding.
  if (quotient === 0) return 1 / (x / y) < 0 ? -0 : 0;
  return Math.abs(quotient) < 2 ** 52 ? quotient : undefined;
}

/** V8 and C round some powers differently, so only exact ones count. */
function exactPower(x: number, y: number): number | undefined {
  if (y === 0) return 1;
  if (y === 1) return x;
  const result = x ** y;
  if (y === 0.5 || y === 0.25 || y === 0.75) return exactRoot(x, y * 4);
  return Number.isInteger(x) && Number.isInteger(y) && y > 0 && result < 2 ** 53 ? result : undefined;
}

function ofInts(a: bigint, operator: string, b: bigint, node: Node): Value | undefined {
  switch (operator) {
    case '+':
      return int(node, a + b);
    case '-':
      return int(node, a - b);
    case '*':
      return int(node, a * b);
    case '//':
    case '%': {
      if (b === 0n) return undefined;
      const rest = ((a % b) + b) % b;
      return int(node, operator === '%' ? rest : (a - rest) / b);
    }
    case '**':
      if (b < 0n) return a === 0n ? undefined : float(node, undefined, Number(a) ** Number(b));
      return int(node, b <= 256n && a < 2n ** 64n && a > -(2n ** 64n) ? a ** b : undefined);
    case '<<':
      return b < 0n ? undefined : int(node, b <= 256n ? a << b : undefined);
    case '>>':
      return b < 0n ? undefined : int(node, b <= 512n ? a >> b : undefined);
    case '&':
      return int(node, a & b);
    case '|':
      return int(node, a | b);
    case '^':
      return int(node, a ^ b);
    default:
      return undefined;
  }
}

/** The fourth root of a number to some power, if it is a whole number. */
function exactRoot(x: number, power: number): number | undefined {
  if (!Number.isSafeInteger(x)) return undefined;
  const root = BigInt(Math.round(x ** (power / 4)));
  return root ** 4n === BigInt(x) ** BigInt(power) ? Number(root) : undefined;
}

/** Whether one number is less than another. */
function isLess(a: Numeric, b: Numeric): boolean | undefined {
  const x = a.value;
  const y = b.value;
  if (x === undefined || y === undefined) return undefined;
  return x < y;
}

/** A number as Python writes it; for numbers whose digits are the same in JavaScript. */
export function numberText(
  value: Numeric | { kind: 'bool'; value: boolean | undefined },
): string | undefined {
  if (value.value === undefined) return undefined;
  if (value.kind === 'bool') return value.value ? 'True' : 'False';
  if (value.kind === 'int') return String(value.value);
  const x = value.value;
  if (!Number.isFinite(x)) return Number.isNaN(x) ? 'nan' : x > 0 ? 'inf' : '-inf';
  if (Object.is(x, -0)) return '-0.0';
  const [, sign = '', digits = '', exponent] = /^(-?)([\d.]+)(?:e([+-]\d+))?$/.exec(String(x)) ?? [];
  const size = Math.abs(x);
  // Python uses exponents from 1e16 on, and below 1e-4.
  if (x !== 0 && (size >= 1e16 || size < 1e-4)) {
    const [mantissa, power] = x.toExponential().split('e') as [string, string];
    const value = Number(power);
    const padded = String(Math.abs(value)).padStart(2, '0');
    return `${mantissa}e${value < 0 ? '-' : '+'}${padded}`;
  }
  if (exponent !== undefined) return undefined;
  return `${sign}${digits.includes('.') ? digits : `${digits}.0`}`;
}

/** How two numbers are ordered that are almost known, unless they are so close that the last digits matter. */
function orderOfNear(x: number | undefined, y: number | undefined) {
  if (x === undefined || y === undefined) return undefined;
  if (!(Math.abs(x - y) > Math.max(Math.abs(x), Math.abs(y)) * 1e-9)) return undefined;
  return { less: x < y, same: false, greater: x > y };
}

/** Whether an integer of which only the least value is known is greater than another. */
const isAbove = (a: Value, b: Value): boolean =>
  a.kind === 'int' && a.least !== undefined && b.kind === 'int' && b.value !== undefined && a.least > b.value;

/** How two values that are known are ordered. */
export function orderOf(
  left: Value,
  right: Value,
): { less: boolean; same: boolean; greater: boolean } | undefined {
  const a = asNumber(left);
  const b = asNumber(right);
  if (a && b) {
    if (isAbove(a, b)) return { less: false, same: false, greater: true };
    if (isAbove(b, a)) return { less: true, same: false, greater: false };
    if (a.value === undefined || b.value === undefined) return orderOfNear(almost(a), almost(b));
    const less = isLess(a, b);
    const greater = isLess(b, a);
    const same = equal(a, b);
    return less === undefined || greater === undefined || same === undefined
      ? undefined
      : { less, same, greater };
  }
  if (left.kind === 'str' && right.kind === 'str' && left.value !== undefined && right.value !== undefined) {
    // JavaScript compares UTF-16 units, Python characters.
    if (/[\ud800-\udfff]/.test(left.value + right.value)) return undefined;
    return {
      less: left.value < right.value,
      same: left.value === right.value,
      greater: left.value > right.value,
    };
  }
  const one = itemsOf(left);
  const two = itemsOf(right);
  if (left.kind === right.kind && one && two) {
    for (const [i, element] of one.entries()) {
      const other = two[i];
      if (!other) break;
      const order = orderOf(element, other);
      if (!order) return undefined;
      if (!order.same) return order;
    }
    const a = one.length;
    const b = two.length;
    return { less: a < b, same: a === b, greater: a > b };
  }
  return undefined;
}
