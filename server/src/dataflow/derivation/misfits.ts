import { excerpt } from '../../basics/excerpt';
import type { Parameter } from '../../catalogue';
import type { Node } from '../../python/tree';
import type { FieldType } from '../../schema/types';
import type { Inferred } from '../calls/types';
import { Refusal } from './draft';

type Kind = FieldType['kind'];

/** Throws if protobuf for Python certainly refuses to store an argument in a field. */
export function refuseMisfit(
  kind: Kind,
  argument: { readonly parameter: Parameter | undefined; readonly type: Inferred; readonly node: Node },
): void {
  const field = FIELDS[kind];
  const { type, node } = argument;
  if (!field || !argument.parameter) return;
  const { name } = argument.parameter;
  if (PLAIN.has(type.kind) && !field.takes.has(type.kind))
    throw new Refusal(
      `${name} is ${WORDS[type.kind] ?? `a ${type.kind}`}, but the configuration takes ${field.wants} (TypeError).`,
      node,
    );
  if (kind === 'string' && type.kind === 'str' && /\p{Cs}/u.test(type.value ?? ''))
    throw new Refusal(
      `${name} has half of a surrogate pair, which UTF-8 cannot encode (UnicodeEncodeError).`,
      node,
    );
  if (field.fits && type.kind === 'int' && type.value !== undefined && !field.fits(type.value))
    throw new Refusal(
      `${name} is ${excerpt(String(type.value))}, which does not fit: the configuration takes ${field.wants} (${kind === 'float' ? 'OverflowError' : 'ValueError'}).`,
      node,
    );
}

interface Setter {
  readonly takes: ReadonlySet<Inferred['kind']>;
  /** Which integers fit into the field. */
  readonly fits?: (value: bigint) => boolean;
  readonly wants: string;
}

const kinds = (...of: Inferred['kind'][]): ReadonlySet<Inferred['kind']> => new Set(of);
const INTEGERS = kinds('int', 'bool');

const integer = (bits: number): Setter => ({
  takes: INTEGERS,
  fits: (value) => BigInt.asIntN(bits, value) === value,
  wants: `a ${bits}-bit integer`,
});

const FIELDS: Partial<Record<Kind, Setter>> = {
  int32: integer(32),
  int64: integer(64),
  float: {
    takes: kinds('int', 'float', 'bool'),
    fits: (value) => Number.isFinite(Number(value)),
    wants: 'a number',
  },
  bool: { takes: INTEGERS, wants: 'True or False' },
  string: { takes: kinds('str', 'bytes'), wants: 'a string' },
  enum: { takes: kinds('int', 'bool', 'str'), wants: 'True or False' },
};

/** Kinds that are certainly no object of a TensorFlow class. */
export const NO_OBJECTS = kinds(
  ...(['none', 'int', 'float', 'bool', 'str', 'bytes', 'tensor', 'dtype', 'function'] as const),
  ...(['list', 'tuple', 'set', 'dict', 'range', 'class'] as const),
);

/** Kinds that are certainly no custom objects which behave like a number or a string. */
const PLAIN = kinds(
  ...(['none', 'ellipsis', 'int', 'float', 'bool', 'str', 'bytes'] as const),
  ...(['list', 'tuple', 'set', 'dict', 'range', 'function', 'instance', 'class'] as const),
);

const WORDS: Partial<Record<Inferred['kind'], string>> = {
  none: 'None',
  ellipsis: '...',
  int: 'an integer',
  str: 'a string',
  bytes: 'a bytes object',
  bool: 'a bool',
  instance: 'an object',
};
