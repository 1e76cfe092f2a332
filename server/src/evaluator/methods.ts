import { type ClassValue, type FunctionValue, isProperty, type Value } from './value';

/** The methods that can be called on an object after its construction. */
export function methodsOf(cls: ClassValue): readonly FunctionValue[] {
  const methods: FunctionValue[] = [];
  for (const each of [cls, ...cls.inherited])
    if (each.kind === 'class')
      for (const member of each.members.content.known.values())
        if (member.kind !== 'function') methods.push(...accessorsOf(member));
        else if (!isConstructor(member)) methods.push(member);
  return methods;
}

const accessorsOf = (member: Value): readonly FunctionValue[] =>
  isProperty(member) ? member.given.positional.filter((each) => each.kind === 'function') : [];

export const nameOf = ({ definition }: FunctionValue) =>
  definition.kind === 'function' ? definition.name : '';

export const isConstructor = (method: FunctionValue) => nameOf(method) === '__init__';
