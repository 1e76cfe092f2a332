/**
 * Reads protobuf's JSON form. A reader takes a value and its path, and returns what it read or throws a SpecError
 * that a person can act on.
 */
import { nearest } from '../basics/nearest';
import { camelCase } from './camel-case';

export type Reader<T> = (value: unknown, path: string) => T;

/** The input is wrong at `path`, such as `steps[3].gradients[1]`; the message names the path. */
export class SpecError extends Error {
  constructor(
    readonly path: string,
    problem: string,
  ) {
    super(path === '' ? problem : `${path}: ${problem}`);
  }
}

type Fields = Readonly<Record<string, Reader<unknown>>>;
type Values<F extends Fields> = { readonly [K in keyof F]?: ReturnType<F[K]> };

/**
 * An object whose fields have their protobuf names, in snake case or camel case. Missing and null fields are left out; a null of `nullable` is kept.
 * Each group of `oneofs` may have one member at most.
 */
export function message<F extends Fields>(
  fields: F,
  oneofs: readonly (readonly string[])[] = [],
  nullable: readonly string[] = [],
): Reader<Values<F>> {
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      const form = formOf(Object.keys(fields), value);
      throw new SpecError(
        path,
        `an object expected, ${kindOf(value)} found${form ? `; write ${JSON.stringify(form)}` : ''}`,
      );
    }
    const values: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(value)) {
      const name = key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      if (!Object.hasOwn(fields, name)) throw new SpecError(path, unknownField(key, Object.keys(fields)));
      if (Object.hasOwn(values, name)) throw new SpecError(path, `${name} is given twice`);
      if (inner === null && nullable.includes(name)) values[name] = null;
      else if (inner !== null && inner !== undefined) values[name] = fields[name]!(inner, member(path, key));
    }
    for (const oneof of oneofs) {
      const chosen = oneof.filter((name) => Object.hasOwn(values, name));
      if (chosen.length > 1) throw new SpecError(path, `only one of ${chosen.join(' and ')} may be set`);
    }
    return values as Values<F>;
  };
}

/** A hint for numbers written instead of an object that holds them. */
function formOf(fields: readonly string[], value: unknown): object | undefined {
  const [first, second] = fields;
  if (first === 'constant' && numberOf(value) !== undefined) return { constant: value };
  const isPair = Array.isArray(value) && value.length === 2;
  return isPair && first === 'lower' && second === 'upper' ? { lower: value[0], upper: value[1] } : undefined;
}

/** The elements of an array. */
export function list<T>(element: Reader<T>): Reader<T[]> {
  return (value, path) => array(value, path).map((inner, i) => element(inner, `${path}[${i}]`));
}

export function array(value: unknown, path: string, depth: 1 | 2 = 1): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const meant = depth === 1 ? [value] : [[value]];
  const form = numberOf(value) === undefined ? '' : `; write ${JSON.stringify(meant)}`;
  throw new SpecError(path, `an array expected, ${kindOf(value)} found${form}`);
}

/** A number that float32 can hold, rounded to it; "NaN", "Infinity" and "-Infinity" are strings in JSON. */
export const float: Reader<number> = (value, path) => {
  const number = numberOf(value);
  if (number === undefined) throw new SpecError(path, `a number expected, ${kindOf(value)} found`);
  const rounded = Math.fround(number);
  // Only the words mean infinity: a number that is infinite was too large for double precision, too.
  if (Math.abs(rounded) === Number.POSITIVE_INFINITY && value !== `${rounded}`) {
    const found = Number.isFinite(number) ? number : 'the number';
    throw new SpecError(path, `${found} is too large for float32, which ends at 3.4028235e+38`);
  }
  return rounded;
};

/** A whole number of 32 bits. */
export const int32: Reader<number> = (value, path) => {
  const number = numberOf(value);
  if (number === undefined) throw new SpecError(path, `a whole number expected, ${kindOf(value)} found`);
  if ((number | 0) !== number)
    throw new SpecError(path, `a whole number of 32 bits expected, ${number} found`);
  return number;
};

export const bool: Reader<boolean> = (value, path) => {
  if (typeof value !== 'boolean') throw new SpecError(path, `true or false expected, ${kindOf(value)} found`);
  return value;
};

/** A value of an enum by its name or its number, which is its place in `names`. */
export function oneOf<T extends string>(...names: readonly T[]): Reader<T> {
  return (value, path) => {
    const name = typeof value === 'number' ? names[value] : names.find((name) => name === value);
    if (name) return name;
    throw new SpecError(path, `one of ${names.join(', ')} expected, ${kindOf(value)} found`);
  };
}

/** Accepts any value. */
export const anything: Reader<unknown> = (value) => value;

function member(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  if (/^(?:NaN|-?Infinity|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)$/.test(value)) return Number(value);
  return undefined;
}

function unknownField(key: string, names: readonly string[]): string {
  const name = nearest(key, names);
  const style = key.includes('_') ? (name: string) => name : camelCase;
  const hint = name
    ? `Did you mean "${style(name) === key ? name : style(name)}"?`
    : names.length > 0
      ? `It has ${names.map(style).join(', ')}.`
      : 'It has no fields.';
  return `there is no field ${quoted(key)}. ${hint}`;
}

/** The kind of a value, in words. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'string' ? quoted(value) : String(value);
}

/** A string on one line, cut if it is long. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
