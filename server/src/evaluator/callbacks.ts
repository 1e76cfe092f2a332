// Methods of the program's objects that unseen code calls.

import type { Node } from '../python/tree';
import { isForeign, memberOf } from './attributes';
import { callUnseen } from './escape';
import type { Evaluator } from './evaluator';
import { letEscape } from './join';
import { methodsOf } from './methods';
import type { Cell } from './state';
import { letBasesFill, letFill } from './unseen-bases';
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
  if (isForeign(object.cls)) letBasesFill(ev, object);
  else letFill(ev, object);
  return callOverridden(ev, object, given, node);
}

/** The same for the constructor. Most objects store nothing before it, and still have what their class says for all. */
export function constructByBase(ev: Evaluator, object: InstanceValue, given: Arguments, node: Node): void {
  if (object.fields.content.known.size > 0) letBasesFill(ev, object);
  callOverridden(ev, object, given, node);
}

function callOverridden(ev: Evaluator, object: InstanceValue, given: Arguments, node: Node): Value {
  // What an object calls on itself is followed no further where its base calls nothing back.
  if (callsItself(ev, object.cls) || !ev.activations.some(({ owner }) => owner && isOf(object, owner)))
    callBack(ev, object, methodsOf(object.cls), node);
  return callUnseen(ev, given, node);
}

/** Whether methods that an object inherits from elsewhere may call those that the program defines. */
export const callsItself = (ev: Evaluator, { inherited }: ClassValue): boolean =>
  inherited.some((base) =>
    base.kind === 'reference'
      ? CALLING.test(base.name) || !ev.library.isReading(`${base.name}.__init__`)
      : base.kind !== 'class',
  );
/** Modules whose functions only read, but whose classes call what is overridden. */
const CALLING = /^(?:json|logging|pprint)\./;

/** Writes to an object of the program, as to a file. */
export function writeTo(ev: Evaluator, file: Value | undefined, node: Node): void {
  if (file?.kind !== 'instance') return;
  const members = WRITING.map((name) => memberOf(file.cls, name));
  callBack(
    ev,
    file,
    members.filter((each) => each?.kind === 'function'),
    node,
  );
}
const WRITING: readonly string[] = ['write', 'flush'];

const isOf = ({ cls }: InstanceValue, { members }: ClassValue): boolean =>
  [cls, ...cls.inherited].some((each) => each.kind === 'class' && each.members === members);

/** Evaluators in which such methods run. */
const busy = new WeakSet<Evaluator>();

/** Methods of an object may run any number of times in any order. What they call back themselves is not followed. */
function callBack(ev: Evaluator, object: InstanceValue, methods: readonly FunctionValue[], node: Node): void {
  if (methods.length === 0) return;
  if (busy.has(ev)) return letFill(ev, object);
  const onObject = { ...UNKNOWN_ARGUMENTS, positional: [object] };
  const run = (method: FunctionValue) => () => letEscape(ev.callFunction(method, onObject, node), ev.state);
  busy.add(ev);
  try {
    ev.callInAnyOrder(methods.map(run), [object.fields as Cell<unknown>]);
  } finally {
    busy.delete(ev);
  }
}
