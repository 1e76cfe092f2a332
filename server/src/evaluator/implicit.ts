import { textMatches } from '../python/text-matches';
import type { Node } from '../python/tree';
import { callImplicitly, isForeign, isRewritten, memberOf } from './attributes';
import type { Evaluator } from './evaluator';
import { heldBy, letEscape } from './join';
import { repeat } from './loops';
import {
  type Arguments,
  cellOf,
  type FunctionValue,
  type InstanceValue,
  truth,
  UNKNOWN_ARGUMENTS,
  type Value,
  valuesOf,
} from './value';

/** Methods that comparisons and containers call. */
export const COMPARING: readonly string[] = [
  ...['__eq__', '__ne__', '__lt__', '__gt__', '__le__', '__ge__', '__hash__'],
  ...['__contains__', '__iter__', '__getitem__', '__bool__', '__index__'],
];
/** Methods that give the number of elements. */
export const LENGTHS: readonly string[] = ['__len__', '__length_hint__'];
/** Methods that give a string. */
export const WRITING: readonly string[] = ['__str__', '__repr__', '__format__'];

/** Methods that Python calls implicitly. */
const IMPLICIT =
  /^__(?!(?:init|new|post_init|init_subclass|set_name|class_getitem|call|enter|exit|aenter|aexit|getattr|getattribute|setattr|delattr|get|set|delete|del)__\b)\w+__$/;
const DEFINITION = new RegExp(`\\b(${IMPLICIT.source.slice(1, -1)})\\s*(?:\\(|=(?!=))`);

const MAX_DEPTH = 3;

/** The objects in these values, also inside containers, may have these methods called any number of times in any order. */
export function touch(ev: Evaluator, values: readonly Value[], node: Node, names?: readonly string[]): void {
  // Cheap test first: most programs define none.
  if (textMatches(ev.tree, DEFINITION)) callImplicit(ev, values, node, names);
}

/** The same of the arguments of a call. */
export function touchGiven(ev: Evaluator, given: Arguments, node: Node): void {
  if (textMatches(ev.tree, DEFINITION)) callImplicit(ev, valuesOf(given), node, undefined);
}

function callImplicit(
  ev: Evaluator,
  values: readonly Value[],
  node: Node,
  names: readonly string[] | undefined,
): void {
  const found = new Map<unknown, readonly [InstanceValue, readonly FunctionValue[]]>();
  const seen = new Set<unknown>();
  const look = (value: Value, depth: number): void => {
    const cell = cellOf(value);
    if (depth > MAX_DEPTH || (cell && seen.has(cell))) return;
    if (cell) seen.add(cell);
    if (value.kind !== 'instance') {
      for (const held of heldBy(value)) look(held, depth + 1);
      return;
    }
    if (isRewritten(value.cls)) return letEscape(value, ev.state);
    const methods = (names ?? implicitNames(value))
      .map((name) => memberOf(value.cls, name))
      .filter((member) => member?.kind === 'function');
    if (methods.length > 0) found.set(value.fields, [value, methods]);
  };
  for (const value of values) look(value, 0);
  if (found.size === 0) return;
  repeat(ev, () => {
    for (const [object, methods] of found.values())
      for (const method of methods)
        ev.state.branch([
          () =>
            letEscape(
              ev.callFunction(method, { ...UNKNOWN_ARGUMENTS, positional: [object] }, node),
              ev.state,
            ),
          () => {},
        ]);
  });
}

const implicitNames = ({ cls }: InstanceValue): readonly string[] =>
  [cls, ...cls.inherited].flatMap((each) =>
    each.kind === 'class' ? [...each.members.content.known.keys()].filter((name) => IMPLICIT.test(name)) : [],
  );

/** Whether a value is true in Python's sense, which the class of an object decides. */
export function isTrue(ev: Evaluator, value: Value, node: Node): boolean | undefined {
  if (value.kind !== 'instance') {
    if (value.kind === 'oneOf') touch(ev, value.options, node, ['__bool__', '__len__']);
    return truth(value);
  }
  const told =
    callImplicitly(ev, value, '__bool__', [], node) ?? callImplicitly(ev, value, '__len__', [], node);
  if (told) return truth(told);
  return isForeign(value.cls) ? undefined : true;
}
