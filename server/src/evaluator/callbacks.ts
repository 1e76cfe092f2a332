// Functions and methods of the program's objects that unseen code calls.

import { mayMutate } from '../python/may-mutate';
import type { Name, Node } from '../python/tree';
import { isForeign, memberOf } from './attributes';
import { calledOf, callUnseen, namesIn } from './escape';
import type { Evaluator } from './evaluator';
import { holdsNothing, letEscape } from './join';
import { methodsOf } from './methods';
import type { Cell } from './state';
import { letBasesFill, letFill } from './unseen-bases';
import {
  type Arguments,
  type ClassValue,
  eachArgument,
  type FunctionValue,
  type InstanceValue,
  itemsOf,
  kinds,
  NO_ARGUMENTS,
  passing,
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

/** Code that only reads what it gets: it calls the functions and callable objects, now or later. */
export function runCallbacks(ev: Evaluator, given: Arguments, node: Node): Value {
  const found: Value[] = [];
  eachArgument(given, (value) => addCallbacks(found, value));
  return callUnseen(ev, found.length > 0 ? passing(...found) : NO_ARGUMENTS, node);
}

/** Adds the functions and callable objects in a value, also within short lists and tuples. */
function addCallbacks(found: Value[], value: Value, depth = 0): void {
  const bound = boundIn(value);
  if (bound) found.push(onlyReads(bound) ? bound.method : value);
  else if (CALLABLE.has(value.kind)) found.push(value);
  else {
    const items = depth < MAX_NESTING ? itemsOf(value) : undefined;
    if (items && items.length <= MAX_CALLBACKS)
      for (const each of items) addCallbacks(found, each, depth + 1);
  }
}

const CALLABLE = kinds('function', 'partial', 'coroutine', 'oneOf');

/** Pairs of a condition and a function are nested so deep. */
const MAX_NESTING = 2;

/** Longer lists hold data. */
const MAX_CALLBACKS = 16;

interface Bound {
  readonly method: Value;
  readonly object: InstanceValue;
}

/** The method that calls a callable object, or that is bound to its object and takes the rest from its caller. */
function boundIn(value: Value): Bound | undefined {
  if (value.kind === 'instance') {
    const method = calledOf(value);
    return method && { method, object: value };
  }
  if (value.kind !== 'partial' || value.given.keywords.size > 0) return undefined;
  const [object, ...more] = value.given.positional;
  return object?.kind === 'instance' && more.length === 0 ? { method: value.callee, object } : undefined;
}

/** Whether a method does no more with its object than to read numbers and texts. */
function onlyReads({ method, object: { fields } }: Bound): boolean {
  if (method.kind !== 'function' || method.definition.kind !== 'function') return false;
  const [self] = method.definition.parameters;
  const isSimple = ({ parent }: Name) => {
    const value = parent?.kind === 'attribute' ? fields.content.known.get(parent.name) : undefined;
    return value !== undefined && holdsNothing(value);
  };
  return namesIn(method.definition).every(
    (node) =>
      node.name !== 'super' && (node.name !== self?.name || (isSimple(node) && !mayMutate(node, false))),
  );
}
