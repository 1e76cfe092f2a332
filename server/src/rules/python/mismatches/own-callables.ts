import { excerpt } from '../../../basics/excerpt';
import { callableIn, findEntry, type Type } from '../../../catalogue';
import { typeOfFunction } from '../../../dataflow/calls/types';
import type { ClassValue } from '../../../evaluator';
import { memberOf } from '../../../evaluator/attributes';
import { lacksHash } from '../../../evaluator/hash-of-class';
import type { Expression } from '../../../python/tree';
import { type ArgumentPlace, argumentIn, type JudgeItem, type Mismatch, mismatch, takerOf } from './mismatch';
import { judgeArity, judgeFunction, scheduleAsRate } from './objects';

/** Judges an object or a class of the program where something that can be called is wanted. */
export function judgeOwnCallable(
  expression: Expression,
  type: Type,
  place: ArgumentPlace,
  judge: JudgeItem,
): Mismatch[] {
  const wanted = callableIn(type);
  const value = wanted && argumentIn(place);
  if (value?.kind !== 'instance' && value?.kind !== 'class') return [];
  const isObject = value.kind === 'instance';
  const called = isObject ? memberOf(value.cls, '__call__') : memberOf(value, '__init__');
  const isFollowed = called?.kind === 'function' && (isObject || value.form === 'plain');
  const definition = isFollowed ? typeOfFunction(called.definition, 1) : undefined;
  const arity = definition ? judgeArity(expression, definition, wanted!, place) : [];
  const needsStep = wanted!.arguments?.length === 0 && isObject && isSchedule(value.cls);
  if (needsStep && (arity.length > 0 || !called)) return [scheduleAsRate(expression, place)];
  const found = definition && isObject ? judgeFunction(expression, definition, wanted!, place, judge) : arity;
  return isObject && wanted!.becomesKey && called && lacksHash(value.cls)
    ? [...found, withoutHash(expression, value.cls, place)]
    : found;
}

/** An object that can be called, but is no key of a dict. */
const withoutHash = (expression: Expression, { name }: ClassValue, place: ArgumentPlace): Mismatch => ({
  ...mismatch(
    'type',
    expression,
    'warning',
    `On a TPU, ${takerOf(place)} makes ${place.subject} a key of a dict, but \`${excerpt(name)}\` has no hash because it defines equality. Give the class a \`__hash__\`, as \`@dataclass(eq=False)\` does.`,
  ),
  near: true,
});

const isSchedule = ({ inherited }: ClassValue) =>
  inherited.some((base) => base.kind === 'reference' && findEntry(base.name)?.group === 'keras-schedule');
