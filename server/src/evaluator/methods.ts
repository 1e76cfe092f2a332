import { type ClassValue, type FunctionValue, isProperty, type Value } from './value';

/** The methods that can be called on an object after its construction. */
export const methodsOf = ({ members, inherited }: ClassValue): readonly FunctionValue[] =>
  [members, ...inherited.flatMap((each) => (each.kind === 'class' ? each.members : []))].flatMap(
    ({ content }) =>
      [...content.known.values()].flatMap((member) =>
        member.kind === 'function' ? (isConstructor(member) ? [] : member) : accessorsOf(member),
      ),
  );

const accessorsOf = (member: Value): readonly FunctionValue[] =>
  isProperty(member) ? member.given.positional.filter((each) => each.kind === 'function') : [];

export const nameOf = ({ definition }: FunctionValue) =>
  definition.kind === 'function' ? definition.name : '';

export const isConstructor = (method: FunctionValue) => nameOf(method) === '__init__';
