import { parameterFor, type Setting } from '../../catalogue';
import type { Expression } from '../../python/tree';
import { numberOf } from './known-values';
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

/** The number that a call has for a setting, if it is known. */
export const numberFor = (call: ApiCall, setting: Setting): number | undefined =>
  numberOf(settingOf(call, setting));
