import { callableIn, findEntry, type Type } from '../../../catalogue';
import { typeOfFunction } from '../../../dataflow/calls/types';
import type { ClassValue, Value } from '../../../evaluator';
import { memberOf } from '../../../evaluator/attributes';
import type { Expression } from '../../../python/tree';
import { type ArgumentPlace, isWhole, type Mismatch } from './mismatch';
import { judgeArity, scheduleAsRate } from './objects';

/** Judges an object or a class of the program where something that can be called is wanted. */
export function judgeOwnCallable(expression: Expression, type: Type, place: ArgumentPlace): Mismatch[] {
  const wanted = callableIn(type);
  const value = wanted && argumentIn(place);
  if (value?.kind !== 'instance' && value?.kind !== 'class') return [];
  const isObject = value.kind === 'instance';
  const called = isObject ? memberOf(value.cls, '__call__') : memberOf(value, '__init__');
  const isFollowed = called?.kind === 'function' && (isObject || value.form === 'plain');
  const arity = isFollowed
    ? judgeArity(expression, typeOfFunction(called.definition, 1), wanted!, place)
    : [];
  const needsStep = wanted!.arguments?.length === 0 && isObject && isSchedule(value.cls);
  return needsStep && (arity.length > 0 || !called) ? [scheduleAsRate(expression, place)] : arity;
}

/** The value of the whole argument at that time. */
export function argumentIn(place: ArgumentPlace): Value | undefined {
  const { binding, event } = place.call;
  const argument = binding.arguments.get(place.parameter.name);
  return argument && isWhole(place) ? event?.arguments[argument.index]?.value : undefined;
}

const isSchedule = ({ inherited }: ClassValue) =>
  inherited.some((base) => base.kind === 'reference' && findEntry(base.name)?.group === 'keras-schedule');
