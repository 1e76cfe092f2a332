// Validates the arguments of a tool against the tool's schema.
import { excerpt } from '../../basics/excerpt';
import { didYouMean } from '../../basics/nearest';
import { isRecord } from '../../basics/record';
import { UsageError } from '../../basics/usage-error';
import type { JsonSchema, ObjectSchema } from './schema';

/** Arguments by name, without those that are missing or null. */
export type Arguments = ReadonlyMap<string, unknown>;

/** The code that reads them is recursive, so it cannot follow the depth that JSON allows. */
const MAX_DEPTH = 100;

/** Throws a UsageError that says what is wrong with which argument. */
export function readArguments(
  { properties, required = [] }: ObjectSchema,
  given: unknown,
  /** The prefix for the names of an argument's members. */
  within = '',
): Arguments {
  if (given !== undefined && !isRecord(given)) throw new UsageError('The arguments must be an object.');
  if (isTooDeep(given)) throw new UsageError(`The arguments are nested more than ${MAX_DEPTH} deep.`);
  const read = new Map<string, unknown>();
  for (const [name, value] of Object.entries(given ?? {})) {
    if (value === null) continue;
    if (!Object.hasOwn(properties, name))
      throw new UsageError(
        `There is no argument "${within}${excerpt(name)}". ${adviceAbout(name, Object.keys(properties))}`,
      );
    const wanted = mismatch(properties[name]!, value);
    if (wanted !== undefined)
      throw new UsageError(`${within}${name} takes ${wanted}, not ${excerpt(JSON.stringify(value))}.`);
    read.set(name, value);
  }
  const missing = required.find((name) => !read.has(name));
  if (missing !== undefined)
    throw new UsageError(`The argument ${within}${missing} is missing: ${properties[missing]!.description}`);
  return read;
}

/** What was expected instead of a value; undefined if the value is right. */
function mismatch(schema: JsonSchema, value: unknown): string | undefined {
  const { type, enum: words, minimum = -Infinity, maximum = Infinity, anyOf } = schema;
  if (anyOf) {
    const wanted = anyOf.map((each) => mismatch(each, value));
    return wanted.includes(undefined) ? undefined : wanted.join(', or ');
  }
  switch (type) {
    case 'string':
      if (words) return words.some((word) => word === value) ? undefined : `one of ${words.join(', ')}`;
      return typeof value === 'string' ? undefined : 'text';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'true or false';
    case 'integer':
    case 'number': {
      const isRight = type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value);
      if (isRight && (value as number) >= minimum && (value as number) <= maximum) return undefined;
      return `${type === 'integer' ? 'a whole number' : 'a number'}${rangeText(minimum, maximum)}`;
    }
    case 'array':
      return Array.isArray(value) ? undefined : 'a list';
    default:
      return isRecord(value) ? undefined : 'an object';
  }
}

function rangeText(minimum: number, maximum: number): string {
  if (minimum === -Infinity) return '';
  return maximum === Infinity ? ` from ${minimum} on` : ` from ${minimum} to ${maximum}`;
}

/** For a name that is none of these. */
export const adviceAbout = (name: string, names: readonly string[]): string =>
  didYouMean(name, names) ?? `There are ${names.join(', ')}.`;

/** No recursion: JSON may nest deeper than the call stack allows. */
function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
    if (level.length === 0) return false;
  }
  return true;
}
