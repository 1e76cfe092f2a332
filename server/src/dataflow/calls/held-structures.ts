import { Attached } from '../../basics/attached';
import { once } from '../../basics/once';
import type { Entry, Parameter } from '../../catalogue';
import type { Arguments, Value } from '../../evaluator';
import type { Call } from '../../python/tree';
import { likeArgument } from '../libraries/nested-results';
import { valueOfParameter } from './arguments';
import { type Structure, structureOf, UNKNOWN } from './structure';

/** The structure of an argument when the call is made. */
export interface HeldStructure {
  readonly parameter: Parameter;
  readonly actual: Structure;
  /** What it is nested like; unknown for an argument that others are nested like. */
  readonly expected: Structure;
}

/** The structures of the arguments of a call. */
export function heldStructures(
  entry: Entry,
  given: Arguments,
  node: Call,
  object: Value | undefined,
): readonly HeldStructure[] {
  const nested = nestedParameters(entry);
  return nested.length > 0 ? structuresOf(nested, entry, given, node, object) : NONE;
}

function structuresOf(
  nested: readonly Parameter[],
  entry: Entry,
  given: Arguments,
  node: Call,
  object: Value | undefined,
): readonly HeldStructure[] {
  const structures = nested.flatMap((parameter) => {
    const value = valueOfParameter(entry, parameter.name, given, node);
    const actual = value && structureOf(value);
    if (!actual || actual.kind === 'unknown') return [];
    const { like } = parameter.nested ?? {};
    return { parameter, actual, expected: like ? expectedOf(like, entry, given, node, object) : UNKNOWN };
  });
  if (structures.length > 0) heldBy.set(given, structures);
  return structures;
}

const NONE: readonly HeldStructure[] = [];

const nestedParameters = once(({ parameters }: Entry) =>
  parameters.filter(({ nested, type }) => nested ?? type.of === 'structure'),
);

/** What was found, by the arguments of the call. */
const heldBy = new Attached<Arguments, readonly HeldStructure[]>();

function expectedOf(
  like: string,
  entry: Entry,
  given: Arguments,
  node: Call,
  object: Value | undefined,
): Structure {
  const value = likeArgument(like, entry, given, node, object);
  const now = value ? structureOf(value) : UNKNOWN;
  const isKnown = now.kind === 'leaf' || (now.kind === 'branch' && now.members !== undefined);
  if (isKnown || object?.kind !== 'made') return now;
  // Unseen code that gets the object leaves its configuration as it was.
  return heldBy.get(object.given)?.find(({ parameter }) => parameter.name === like)?.actual ?? now;
}
