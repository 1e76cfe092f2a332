import { type Entry, findEntry, type Type } from '../../../catalogue';
import { isRewritten } from '../../../evaluator/attributes';
import type { ClassValue } from '../../../evaluator/value';
import type { Expression } from '../../../python/tree';
import { type ArgumentPlace, argumentIn, type Mismatch } from './mismatch';
import { judgeInstance } from './objects';

/** Judges an object of a class that the program derives from a Keras optimizer where another object is wanted. */
export function judgeOwnObject(expression: Expression, type: Type, place: ArgumentPlace): Mismatch[] {
  const value = type.of === 'instance' ? argumentIn(place) : undefined;
  const base = value?.kind === 'instance' ? onlyBase(value.cls) : undefined;
  if (type.of !== 'instance' || base?.group !== 'keras-optimizer') return [];
  return judgeInstance(expression, { kind: 'instance', entry: base, call: undefined }, type, place);
}

/** The one class from outside that a class is derived from: a second one may be what is wanted. */
function onlyBase(cls: ClassValue): Entry | undefined {
  const [base, ...others] = cls.inherited.filter(({ kind }) => kind !== 'class');
  const entry = base?.kind === 'reference' ? findEntry(base.name) : undefined;
  return others.length === 0 && !isRewritten(cls) ? entry : undefined;
}
