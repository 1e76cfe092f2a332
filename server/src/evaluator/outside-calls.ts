import { mayMutate } from '../python/may-mutate';
import { type Node, type Section, sectionOf } from '../python/tree';
import { anyObject } from './classes';
import { mayChangeAround } from './escape';
import type { Evaluator } from './evaluator';
import { letEscape } from './join';
import { isConstructor, nameOf } from './methods';
import type { Cell, Contents, Effects, State } from './state';
import {
  type ClassValue,
  cellOf,
  type Frame,
  type FunctionValue,
  NO_ELEMENTS,
  UNKNOWN_ARGUMENTS,
  type Value,
} from './value';

/** After this many trials, contents that still change become unknown. */
const MAX_TRIALS = 4;
/** With more objects of one class than this, their state is unknown. */
const MAX_OBJECTS = 20;

/** The calls by which other code may make functions change a module's variables, or the objects in them. */
export function changingCalls(
  ev: Evaluator,
  module: Frame,
  functions: readonly FunctionValue[],
): readonly (() => void)[] {
  const receivers = receiversIn(ev.state, module);
  const changing = new Map<Section, boolean>();
  const mayChange = (section: Section) => {
    const known = changing.get(section) ?? mayChangeModule(section, module);
    changing.set(section, known);
    return known;
  };
  return functions.flatMap((callee) => {
    const { definition, owner } = callee;
    if (owner && (isConstructor(callee) || isImplicit(callee))) return NO_CALLS;
    const itself = receivers.get(definition) ?? NO_ELEMENTS;
    const objects = (owner && receivers.get(owner)) ?? NO_ELEMENTS;
    if (itself.length + objects.length > 0)
      return [...itself, ...objects].map((object) => () => callOn(ev, object, callee));
    return mayChange(sectionOf(definition)) ? () => callAnyhow(ev, callee) : NO_CALLS;
  });
}

const NO_CALLS: readonly (() => void)[] = [];

/** Calls a method of an object with unknown arguments. */
const callOn = (ev: Evaluator, object: Value, method: FunctionValue): void =>
  void ev.call(ev.attribute(object, nameOf(method), method.node), UNKNOWN_ARGUMENTS, method.node);

/** The calls by which other code may make nested functions change what they share with the functions around them. */
export const changingClosures = (ev: Evaluator, functions: readonly FunctionValue[]) =>
  functions
    .filter((callee) => callee.closure !== ev.module && mayChangeAround(ev, callee))
    .map((callee) => () => callAnyhow(ev, callee));

/** Calls a function, or a method of any object of its class, with unknown arguments. */
function callAnyhow(ev: Evaluator, callee: FunctionValue): void {
  const { owner, node } = callee;
  const method = owner && ev.attribute(anyObject(ev, owner), nameOf(callee), node);
  ev.call(method ?? callee, UNKNOWN_ARGUMENTS, node);
}

const mayChangeModule = ({ nodes }: Section, { variables }: Frame): boolean =>
  nodes.simple.some(({ keyword }) => keyword === 'global') ||
  nodes.words.name.some((name, i) => {
    const content = variables.get(name)?.content;
    return content && cellOf(content) && mayMutate(nodes.name[i]!, content.kind === 'class');
  });

/** The receivers in a module's variables: the objects of each class, and the classes of each static or class method. */
function receiversIn(state: State, { variables }: Frame): ReadonlyMap<ClassValue | Node, readonly Value[]> {
  const found = new Map<ClassValue | Node, Value[]>();
  const add = (key: ClassValue | Node, object: Value) => {
    const others = found.get(key);
    if (others && others.length === MAX_OBJECTS) letEscape(object, state);
    else if (others) others.push(object);
    else found.set(key, [object]);
  };
  for (const { content: object } of variables.values())
    if (object?.kind === 'instance') {
      for (const cls of [object.cls, ...object.cls.inherited]) if (cls.kind === 'class') add(cls, object);
    } else if (object?.kind === 'class') {
      for (const [name, member] of object.members.content.known)
        for (const each of member.kind === 'made' ? member.given.positional : [])
          if (each.kind === 'function' && nameOf(each) === name) add(each.definition, object);
    }
  return found;
}

/** Whether Python calls a method implicitly, so that the object may be in any state. */
export const isImplicit = (method: FunctionValue) =>
  /^__(?!(?:init|post_init|call|enter|exit)__$)\w+__$/.test(nameOf(method));

/** Continues with the effects of running any of these paths, in any order and any number of times. */
export function inAnyOrder(state: State, paths: readonly (() => Effects)[]): void {
  for (let trial = 0; ; trial++) {
    const mark = state.mark();
    const outcomes = paths.map((path) => effectsOf(state, path));
    const before = new Map<Cell<unknown>, unknown>();
    for (const outcome of outcomes)
      for (const cell of outcome.keys()) if (cell.born <= mark.clock) before.set(cell, cell.content);
    state.meet(mark, [new Map(), ...outcomes]);
    state.release();
    let isSettled = true;
    for (const [cell, content] of before) {
      if (cell.content === content) continue;
      if (trial > 0) state.write(cell, cell.kind.widen(content, cell.content, state));
      if (cell.content === content) continue;
      if (trial === MAX_TRIALS) state.expose(cell);
      else isSettled = false;
    }
    if (isSettled) return;
  }
}

/** The effects of a path; if an exception may end it, or it does not reach its end, those up to any point on it. */
function effectsOf(state: State, path: () => Effects): Contents {
  const { losses } = state;
  let end: Effects;
  const seen = state.watch(() => {
    end = path();
  });
  return end && state.losses === losses ? end : state.anyOf(seen);
}
