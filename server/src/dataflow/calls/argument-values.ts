import { parameterFor, type Setting } from '../../catalogue';
import type { Expression } from '../../python/tree';
import { type ApiCall, argumentOf } from './python-file';
import type { Inferred } from './types';

/** The value of a parameter in a call: of its argument or else of its default. Unknown where a star argument may set it. */
export function argumentValue(call: ApiCall, parameter: string): Inferred {
  const expression = argumentOf(call, parameter);
  if (expression) return call.typeOf(expression);
  const { default: source } = call.entry.parameters.find(({ name }) => name === parameter) ?? {};
  return call.binding.open || source === undefined ? { kind: 'unknown' } : defaultValue(source);
}

/** An argument that is written in a call. */
interface WrittenArgument {
  readonly name: string;
  readonly node: Expression;
  readonly value: Inferred;
}

/** The argument for a setting, if the call has one. */
export function argumentFor(call: ApiCall, setting: Setting): WrittenArgument | undefined {
  const name = parameterFor(call.entry, setting)?.name;
  const node = name === undefined ? undefined : argumentOf(call, name);
  return node && { name: name!, node, value: call.typeOf(node) };
}

/** The value of a setting in a call; None for a callable without a parameter for it. */
export function settingOf(call: ApiCall, setting: Setting): Inferred {
  const parameter = parameterFor(call.entry, setting);
  return parameter ? argumentValue(call, parameter.name) : { kind: 'none' };
}

/** Defaults are simple literals. */
function defaultValue(source: string): Inferred {
  if (source === 'None') return { kind: 'none' };
  if (source === 'True' || source === 'False') return { kind: 'bool', value: source === 'True' };
  if (/^-?\d+$/.test(source)) return { kind: 'int', value: BigInt(source) };
  if (/^-?[\d.]+(?:e-?\d+)?$/.test(source)) return { kind: 'float', value: Number(source) };
  const text = /^(['"])(.*)\1$/.exec(source)?.[2];
  return text === undefined ? { kind: 'unknown' } : { kind: 'str', value: text };
}

/** The value as a number, with truth values as 0 and 1. */
export function numberOf(value: Inferred): number | undefined {
  if (value.kind === 'int') return value.value === undefined ? undefined : Number(value.value);
  if (value.kind === 'float' || value.kind === 'array') return value.value;
  return value.kind === 'bool' && value.value !== undefined ? Number(value.value) : undefined;
}

/** The number that a value stands for, one of Python's own classes of numbers included. */
export const worthOf = (value: Inferred): number | undefined =>
  value.kind === 'object' ? value.number : numberOf(value);

/** The number that a call has for a setting, if it is known. */
export const numberFor = (call: ApiCall, setting: Setting): number | undefined =>
  numberOf(settingOf(call, setting));

/** The value as an integer, with truth values as 0 and 1. */
export function wholeNumber(value: Inferred): bigint | undefined {
  if (value.kind === 'int') return value.value;
  return value.kind === 'bool' && value.value !== undefined ? BigInt(value.value) : undefined;
}

/** Whether a value is true in Python's sense. */
export function truth(value: Inferred): boolean | undefined {
  switch (value.kind) {
    case 'none':
      return false;
    case 'int':
    case 'float':
    case 'bool':
      return value.value === undefined
        ? undefined
        : Boolean(Number(value.value) || Number.isNaN(Number(value.value)));
    case 'str':
    case 'bytes':
      return value.value === undefined ? undefined : value.value !== '';
    case 'set':
      return value.elements && value.elements.length > 0;
    case 'dict':
      return value.entries && value.entries.length > 0;
    case 'list':
    case 'tuple':
    case 'range':
      return value.length === undefined ? undefined : value.length > 0;
    case 'function':
    case 'routine':
    case 'class':
    case 'instance':
      return true;
    default:
      return undefined;
  }
}
