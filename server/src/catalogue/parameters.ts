import type { Library } from './libraries';
import { parseParameter, type SignatureParameter } from './tensorflow/registry';
import type { InstanceType, Parameter, Role, Type } from './types';

/** The documentation of a parameter, without its name and default. */
export type ParameterWords = Omit<Parameter, 'name' | 'kind' | 'required' | 'default'>;

/** The parameters of a signature with their documentation. Those behind `*` are keyword-only, and `**` takes any others, as in Python. */
export function describedParameters(
  owner: string,
  signature: readonly SignatureParameter[],
  words: Readonly<Record<string, ParameterWords>>,
): Parameter[] {
  const star = signature.findIndex(({ name }) => name === '*');
  return signature.flatMap(({ name: written, default: value }, i) => {
    if (i === star) return [];
    const takesOthers = written.startsWith('**');
    const name = takesOthers ? written.slice(2) : written;
    const described = words[name];
    if (!described) throw new Error(`${owner}.${name} is not documented.`);
    return {
      name,
      kind: takesOthers ? 'var-keyword' : star >= 0 && i > star ? 'keyword-only' : 'positional-or-keyword',
      required: value === undefined && !takesOthers,
      ...(value !== undefined && { default: value }),
      ...(value === 'None' && { nullable: true }),
      ...described,
    };
  });
}

/** Parses `a, *, b=1`; a default must not contain a comma. */
export const signature = (text: string): SignatureParameter[] =>
  text === '' ? [] : text.split(', ').map(parseParameter);

export const FLOAT: Type = { of: 'float' };
export const INT: Type = { of: 'int' };
export const BOOL: Type = { of: 'bool' };
export const STR: Type = { of: 'str' };
export const TENSOR: Type = { of: 'tensor' };
export const NONE: Type = { of: 'none' };
/** A table, a feature or another part that a library takes. */
export const part = (role: Role, library: Library = 'tensorflow'): InstanceType => ({
  of: 'instance',
  role,
  library,
});
export const union = (...types: readonly Type[]): Type => ({ of: 'union', types });
