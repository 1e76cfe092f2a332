import { inRange, isFor, isInstance, type Parameter, type Type } from '../../catalogue';
import type { InScope } from './in-scope';
import { numberOf } from './known-values';
import type { Inferred, TypeOf } from './types';

/** How to write a variable in scope as a value of a type; undefined unless it is certainly of that type. */
export function sourceOfType(type: Type, candidate: InScope, typeOf: TypeOf) {
  const { source } = candidate;
  switch (type.of) {
    case 'serialized':
      if (candidate.type.kind === 'bytes') return source;
      return candidate.entry?.message === type.message ? `${source}.SerializeToString()` : undefined;
    case 'message':
      return candidate.entry?.message === type.message ? source : undefined;
    case 'other':
      return type.name === 'Message' && candidate.entry?.message !== undefined ? source : undefined;
    default:
      return isOf(type, candidate.type, typeOf, 0) ? source : undefined;
  }
}

/** Whether one name is a part of the other, word by word. */
export const isAlike = (a: string, b: string): boolean =>
  `_${a}_`.includes(`_${b}_`) || `_${b}_`.includes(`_${a}_`);

/** Usual variable names for an argument that do not resemble the argument's name. */
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    inputs: ['gradients', 'grads'],
    learning_rates: ['rates'],
  }),
);

const FEATURES = ['features', 'feature_config', 'feature_configs'];

/** Whether a variable is meant for a parameter, judged by its name and whether it is a list. */
export function isMeantFor(parameter: Parameter, candidate: InScope): boolean {
  const { name, type } = parameter;
  const others = isFor(parameter, 'features') ? FEATURES : SYNONYMS.get(name);
  const plain = candidate.name.replace(/^_+/, '');
  const isCalledSo = plain === name || others?.includes(plain) === true;
  if (!isCalledSo || candidate.entry) return false;
  const { kind } = candidate.type;
  return (
    kind === 'unknown' || (type.of === 'list' && kind === 'list' && candidate.type.elements === undefined)
  );
}

const MAX_DEPTH = 8;

/** Whether a value is certainly of a type. */
function isOf(type: Type, value: Inferred, typeOf: TypeOf, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  const all = (elements: readonly Parameters<TypeOf>[0][] | undefined, item: Type) =>
    elements !== undefined &&
    elements.length > 0 &&
    elements.every((element) => isOf(item, typeOf(element), typeOf, depth + 1));
  switch (type.of) {
    case 'int':
    case 'float': {
      const number = value.kind === 'int' || value.kind === type.of ? numberOf(value) : undefined;
      return number !== undefined && inRange(number, { ...type.expects, ...type.accepts });
    }
    case 'bool':
      return value.kind === 'bool';
    case 'str': {
      const names = type.accepts ?? type.expects;
      return value.kind === 'str' && (!names || (value.value !== undefined && names.includes(value.value)));
    }
    case 'tensor':
      if (value.kind !== 'tensor' || (type.dtypes && !(value.dtype && type.dtypes.includes(value.dtype))))
        return false;
      return type.rank === undefined || value.shape === undefined || value.shape.length === type.rank;
    case 'list':
      if (value.kind !== 'list' && value.kind !== 'tuple') return false;
      return all(value.elements, type.item) || (value.length === 0 && !type.minLength);
    case 'instance':
      return value.kind === 'instance' && isInstance(type, value.entry);
    case 'structure':
      if (value.kind === 'dict')
        return all(
          value.entries?.map((entry) => entry.value),
          type,
        );
      if (value.kind === 'list' || value.kind === 'tuple') return all(value.elements, type);
      return isOf(type.item, value, typeOf, depth + 1);
    case 'dict':
      if (value.kind !== 'dict') return false;
      return all(
        value.entries?.map((entry) => entry.value),
        type.value,
      );
    case 'union':
      return type.types.some((member) => isOf(member, value, typeOf, depth + 1));
    default:
      return false;
  }
}
