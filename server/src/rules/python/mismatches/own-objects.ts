import { type Entry, findEntry, type Type } from '../../../catalogue';
import { ownCallable } from '../../../dataflow/calls/types-of-values';
import { isRewritten } from '../../../evaluator/attributes';
import type { ClassValue } from '../../../evaluator/value';
import type { Expression } from '../../../python/tree';
import { type ArgumentPlace, argumentIn, type Mismatch } from './mismatch';
import { judgeInstance } from './objects';

/** Judges an object that can be called, or one of a class derived from Keras, where an object of a library is wanted. */
export function judgeOwnObject(expression: Expression, type: Type, place: ArgumentPlace): Mismatch[] {
  const value = type.of === 'instance' ? argumentIn(place) : undefined;
  if (type.of !== 'instance' || value?.kind !== 'instance') return [];
  const base = onlyBase(value.cls);
  const found = GROUPS.has(base?.group ?? '')
    ? ({ kind: 'instance', entry: base!, call: undefined } as const)
    : ownCallable(value);
  return found ? judgeInstance(expression, found, type, place) : [];
}

const GROUPS: ReadonlySet<string> = new Set(['keras-optimizer', 'keras-schedule']);

/** The one class from outside that a class is derived from: a second one may be what is wanted. */
function onlyBase(cls: ClassValue): Entry | undefined {
  const [base, ...others] = cls.inherited.filter(({ kind }) => kind !== 'class');
  const entry = base?.kind === 'reference' ? findEntry(base.name) : undefined;
  return others.length === 0 && !isRewritten(cls) ? entry : undefined;
}
