import { excerpt } from '../../basics/excerpt';
import { type Parameter, parameterFor, type Setting } from '../../catalogue';
import type { Value } from '../../evaluator';
import type { Node } from '../../python/tree';
import { argumentValue } from '../calls/argument-values';
import { eventWithArguments } from '../calls/observations';
import { type ApiCall, argumentOf, callOfEvent } from '../calls/python-file';
import type { Inferred, TypeOf } from '../calls/types';
import type { Draft, Json } from './draft';
import { refuseMisfit } from './misfits';

/** The argument or default for a field of the configuration, in one execution of a call. */
export interface FieldArgument {
  /** Undefined if the callable has no parameter for the field. */
  readonly parameter: Parameter | undefined;
  /** The type of its argument or else of its default. */
  readonly type: Inferred;
  /** The types of expressions at that time. */
  readonly typeOf: TypeOf;
  /** Where it is written; the callee for a default. */
  readonly node: Node;
  readonly value: Value | undefined;
  /** Why it is unknown, if the value itself does not tell. */
  readonly reason?: string | undefined;
}

/** The argument for a setting; of type None if the callable has no parameter for it. */
export function fieldArgumentFor(call: ApiCall, setting: Setting): FieldArgument {
  const parameter = parameterFor(call.entry, setting);
  return parameter
    ? fieldArgument(call, parameter)
    : { parameter, type: NONE, typeOf: call.typeOf, node: call.node.callee, value: undefined };
}

const NONE: Inferred = { kind: 'none' };

export function fieldArgument(call: ApiCall, parameter: Parameter): FieldArgument {
  const { name } = parameter;
  const expression = argumentOf(call, name);
  const bound = call.binding.arguments.get(name);
  return {
    parameter,
    type: argumentValue(call, name),
    typeOf: call.typeOf,
    node: expression ?? call.node.callee,
    value: bound && call.event?.arguments[bound.index]?.value,
    ...(call.event
      ? !bound && !call.binding.open && { reason: 'No argument gives it.' }
      : { reason: 'No path through the program to this call was found.' }),
  };
}

/** The call that made an object, with the event in which it did. */
export function makerOf(type: Inferred): ApiCall | undefined {
  const event = type.kind === 'instance' && type.given ? eventWithArguments(type.given) : undefined;
  return event && callOfEvent(event);
}

/** Sets a field to an unchanged argument; an undefined `value` is unknown. */
export function setScalar(
  draft: Draft,
  path: string,
  argument: FieldArgument,
  value: Json | undefined,
): void {
  if (value !== undefined) draft.set(path, value, argument.node);
  else markUnknown(draft, path, argument);
}

/** Sets a field to a string argument, given as str or as bytes. */
export function setText(draft: Draft, path: string, argument: FieldArgument): void {
  const { type } = argument;
  refuseMisfit('string', argument);
  const isText = type.kind === 'str' || (type.kind === 'bytes' && isAscii(type.value));
  setScalar(draft, path, argument, isText ? type.value : undefined);
}

const isAscii = (bytes = '') => [...bytes].every((byte) => byte < '\x80');

/** Marks a field as unknown because its argument is. */
export function markUnknown(draft: Draft, path: string, argument: FieldArgument): void {
  const { reason, node } = whyUnknown(argument);
  draft.setUnknown(path, reason, node);
}

/** Why an argument is unknown, as a sentence, with the node that is the cause. */
function whyUnknown({ value, node, reason }: FieldArgument): {
  readonly reason: string;
  readonly node: Node;
} {
  if (reason !== undefined) return { reason, node };
  if (!value) return { reason: 'A * or ** argument may set it.', node };
  const origin = { node: value.node };
  switch (value.kind) {
    case 'unknown':
      return { reason: REASONS[value.why], ...origin };
    case 'oneOf':
      return { reason: 'It is one of several values, depending on a condition.', ...origin };
    case 'reference':
      return { reason: `It is ${excerpt(value.name)}, which is defined in another file.`, ...origin };
    case 'made':
      return { reason: `It is what ${excerpt(value.callee)} returns, which is not followed.`, ...origin };
    default:
      return { reason: WORKED_OUT, ...origin };
  }
}

export const WORKED_OUT = 'It is computed from unknown values.';

const REASONS: Readonly<Record<Extract<Value, { kind: 'unknown' }>['why'], string>> = {
  parameter: 'It is an argument of a function that this file does not call.',
  call: 'It comes from a call that is not followed.',
  loop: 'A loop changes it.',
  branch: 'It depends on a condition.',
  changed: 'Code that cannot be followed may have changed it.',
  unbound: 'It may be undefined here.',
  limit: 'The program is too long to be analyzed completely.',
  syntax: 'The source has a syntax error there.',
};
