// Methods of the program's objects that unseen code calls.

import type { Node } from '../python/tree';
import { memberOf } from './attributes';
import { callUnseen } from './escape';
import type { Evaluator } from './evaluator';
import { letEscape } from './join';
import { repeat } from './loops';
import { methodsOf } from './outside-calls';
import {
  type Arguments,
  type ClassValue,
  type FunctionValue,
  type InstanceValue,
  UNKNOWN_ARGUMENTS,
  type Value,
} from './value';

/** Runs an inherited method of a base from elsewhere, which may call the methods that the program defines for the object. */
export function callByBase(ev: Evaluator, object: InstanceValue, given: Arguments, node: Node): Value {
  // What the object calls on itself is followed no further.
  if (!ev.activations.some(({ owner }) => owner && isOf(object, owner)))
    callBack(ev, object, methodsOf(object.cls), node);
  return callUnseen(ev, given, node);
}

/** Writes to the objects of the program among some values, as to files. */
export function writeTo(ev: Evaluator, values: readonly Value[], node: Node): void {
  for (const value of values)
    if (value.kind === 'instance') {
      const members = WRITING.map((name) => memberOf(value.cls, name));
      callBack(
        ev,
        value,
        members.filter((each) => each?.kind === 'function'),
        node,
      );
    }
}
const WRITING: readonly string[] = ['write', 'flush'];

const isOf = ({ cls }: InstanceValue, { members }: ClassValue): boolean =>
  [cls, ...cls.inherited].some((each) => each.kind === 'class' && each.members === members);

/** Methods of an object may run any number of times in any order. */
function callBack(ev: Evaluator, object: InstanceValue, methods: readonly FunctionValue[], node: Node): void {
  if (methods.length === 0) return;
  const onObject = { ...UNKNOWN_ARGUMENTS, positional: [object] };
  const run = (method: FunctionValue) => () =>
    letEscape(
      ev.try(() => ev.callFunction(method, onObject, node)),
      ev.state,
    );
  repeat(ev, () => {
    for (const method of methods) ev.state.branch([run(method), () => {}]);
  });
}
